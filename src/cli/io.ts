import type { WatchFolder } from './watch-files.ts';

/** What a command sees of the world. Only main.ts knows `process`. */
export interface Io {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: { readonly [name: string]: string | undefined };
  readonly cwd: string;
  /** Aborted when the user or the system asks the command to stop. */
  readonly signal: AbortSignal;
  /** Resolves when nothing more can come from standard input: whoever holds its other end is gone. */
  readonly inputEnded?: () => Promise<void>;
  /** How changes of files are noticed; as the system does where it is absent. */
  readonly watchFolder?: WatchFolder;
  /** Asks the person at the terminal, who may answer with Ctrl-C: undefined. Absent where there is none. */
  readonly ask?: (question: string, isSecret?: boolean) => Promise<string | undefined>;
  /** Tells of exceptions that nobody has caught, instead of ending the process; returns how to stop it. */
  readonly unforeseen?: (listener: (problem: unknown) => void) => () => void;
}

export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** 0 as asked, 1 the thing judged failed, 2 wrong usage, 3 nothing could be said. */
export type ExitCode = 0 | 1 | 2 | 3;

export const isColorful = ({ stdout, env }: Io): boolean => !env.NO_COLOR && stdout.isTTY === true;
