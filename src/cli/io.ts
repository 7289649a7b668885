/** The environment of a command. Only process-io.ts uses `process`. */
export interface Io {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: { readonly [name: string]: string | undefined };
  readonly cwd: string;
  /** Aborted when the user or the system stops the command. */
  readonly signal: AbortSignal;
  /** Resolves when standard input ends: the process at its other end is gone. */
  readonly inputEnded?: () => Promise<void>;
  /** Calls the listener when the system asks to read files again, instead of stopping the command. */
  readonly onReload?: (listener: () => void) => () => void;
  /** Reports uncaught exceptions instead of ending the process; returns an unsubscribe function. */
  readonly unforeseen?: (listener: (problem: unknown) => void) => () => void;
}

export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** 0: success, 1: the judged thing failed, 2: wrong usage, 3: inconclusive. */
export type ExitCode = 0 | 1 | 2 | 3;

/** Resolves when the user or the system stops the command. */
export function stopped({ signal }: Io): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) done();
    signal.addEventListener('abort', () => done(), { once: true });
  });
}

/** The width that output is folded to; a file or a pipe has none. */
export function widthOf({ isTTY, columns }: Output): number | undefined {
  return isTTY ? columns : undefined;
}

export function isColorful({ stdout, env }: Io): boolean {
  return !env.NO_COLOR && stdout.isTTY === true;
}
