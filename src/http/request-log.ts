import type { ServerResponse } from 'node:http';
import type { SeenRequest } from '../spec/traffic/seen-request.ts';
import type { Reply } from './reply/reply.ts';

/** One log line. Contains no headers, hence no tokens. */
export type LogEntry = Pick<SeenRequest, 'time' | 'method' | 'url' | 'ms' | 'outcome' | 'why'> &
  Required<Pick<SeenRequest, 'status'>>;

/** Called for every log entry. */
export type LogWriter = (entry: LogEntry | { readonly time: string; readonly bug: string }) => void;

/** Discards all entries. */
export const noLog: LogWriter = () => {};

/** Human-readable. */
export const terminalLog =
  (write: (line: string) => void): LogWriter =>
  (entry) => {
    const time = entry.time.slice(11, 19);
    // Stack traces keep their line breaks; text quoted from a request must not add any.
    if ('bug' in entry) write(`${time} BUG ${entry.bug.split('\n').map(printable).join('\n')}\n`);
    else {
      const { method, url, status, ms, outcome, why } = entry;
      const reason = why ? `  ${outcome}: ${why}` : '';
      write(
        printable(`${time} ${method.padEnd(6)} ${url} ${status} ${ms} ms${reason}`).concat('\n'),
      );
    }
  };

/** Escapes control characters: quoted input must not control the terminal. */
const printable = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (one) => {
    const code = (one.codePointAt(0) ?? 0).toString(16).padStart(4, '0');
    return code.length > 4 ? `\\u{${code}}` : `\\u${code}`;
  });

/** One JSON object per line. */
export const jsonLog =
  (write: (line: string) => void): LogWriter =>
  (entry) =>
    write(`${JSON.stringify(entry)}\n`);

/** An internal error, with its stack trace. */
export const bugEntry = (problem: unknown): { time: string; bug: string } => ({
  time: new Date().toISOString(),
  bug: stackTrace(problem),
});

function stackTrace(problem: unknown): string {
  if (!(problem instanceof Error)) return String(problem);
  const { stack = problem.message, cause } = problem;
  return cause === undefined ? stack : `${stack}\ncaused by ${stackTrace(cause)}`;
}

/** What is logged about a request. The URL is as sent, including the path of the world. */
type Logged = Pick<LogEntry, 'method' | 'url' | 'ms'>;

export function logEntry(
  { method, url, ms }: Logged,
  { status, outcome, why }: Pick<Reply, 'status' | 'outcome' | 'why'>,
): LogEntry {
  const time = new Date().toISOString();
  const entry = { time, method, url, status, ms: Math.round(ms), outcome };
  return why === undefined ? entry : { ...entry, why };
}

/** Logs when the last byte has been handed over. */
export function logWhenSent(
  log: LogWriter,
  res: ServerResponse,
  reply: Reply,
  request: () => Logged,
): void {
  if (log !== noLog) res.once('close', () => log(logEntry(request(), reply)));
}
