import type { ServerResponse } from 'node:http';
import type { Reply } from './reply/reply.ts';

/** One line of the log. It has no headers in it, so no token either. */
export interface LogEntry {
  readonly time: string;
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly ms: number;
  readonly outcome: string;
  readonly why?: string;
}

/** Called for every entry of the log. */
export type LogWriter = (entry: LogEntry | { readonly time: string; readonly bug: string }) => void;

/** For servers that nobody watches. */
export const noLog: LogWriter = () => {};

/** Readable on a terminal. */
export const terminalLog =
  (write: (line: string) => void): LogWriter =>
  (entry) => {
    const time = entry.time.slice(11, 19);
    // A stack has many lines; what is quoted of a request is to make none.
    if ('bug' in entry) write(`${time} BUG ${entry.bug.split('\n').map(printable).join('\n')}\n`);
    else {
      const { method, url, status, ms, outcome, why } = entry;
      const reason = why ? `  ${outcome}: ${why}` : '';
      write(
        printable(`${time} ${method.padEnd(6)} ${url} ${status} ${ms} ms${reason}`).concat('\n'),
      );
    }
  };

/** A reason may quote what a client sent; it must not be able to steer the terminal. */
const printable = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (one) => {
    const code = (one.codePointAt(0) ?? 0).toString(16).padStart(4, '0');
    return code.length > 4 ? `\\u{${code}}` : `\\u${code}`;
  });

/** One JSON object a line, for everything else. */
export const jsonLog =
  (write: (line: string) => void): LogWriter =>
  (entry) =>
    write(`${JSON.stringify(entry)}\n`);

/** A mistake of ours, with where it was made. */
export const bugEntry = (problem: unknown): { time: string; bug: string } => ({
  time: new Date().toISOString(),
  bug: told(problem),
});

function told(problem: unknown): string {
  if (!(problem instanceof Error)) return String(problem);
  const { stack = problem.message, cause } = problem;
  return cause === undefined ? stack : `${stack}\ncaused by ${told(cause)}`;
}

/** What a log says of a request. */
export interface Logged {
  readonly method: string;
  /** As it was sent, with the path of the world. */
  readonly url: string;
  readonly ms: number;
}

export function logEntry(
  { method, url, ms }: Logged,
  { status, outcome, why }: Pick<Reply, 'status' | 'outcome' | 'why'>,
): LogEntry {
  const time = new Date().toISOString();
  const entry = { time, method, url, status, ms: Math.round(ms), outcome };
  return why === undefined ? entry : { ...entry, why };
}

/** Writes the line when the last byte was handed over. */
export function logWhenSent(
  log: LogWriter,
  res: ServerResponse,
  reply: Reply,
  request: () => Logged,
): void {
  if (log !== noLog) res.once('close', () => log(logEntry(request(), reply)));
}
