import { Redactor } from '../traffic/redactor.ts';
import { namesSecret, secretForms } from '../traffic/secrets.ts';

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
  /** Calls the listener when the command is stopped a second time, instead of ending the process at once. */
  readonly onSecondStop?: (listener: () => void) => () => void;
  /** Reports uncaught exceptions instead of ending the process; returns an unsubscribe function. */
  readonly unforeseen?: (listener: (problem: unknown) => void) => () => void;
  /** What a report of a bug must not show. Commands add the tokens that they read. */
  readonly secrets?: Redactor;
}

/** Hides the secrets of the environment. */
export function secretsOf(env: Io['env']): Redactor {
  const values = Object.keys(env).flatMap((name) =>
    namesSecret(name) ? secretForms(env[name] ?? '') : [],
  );
  return new Redactor(values);
}

export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** 0: success, 1: the judged thing failed, 2: wrong usage, 3: inconclusive. */
export type ExitCode = 0 | 1 | 2 | 3;

/** Resolves when the user or the system stops the command. */
export function untilStopped({ signal }: Io): Promise<void> {
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
