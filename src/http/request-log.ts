import type { HttpExchange } from '../traffic/exchange.ts';
import { printable } from '../values/printable.ts';
import type { Reply } from './reply/reply.ts';

/** One log line. Contains no headers and no tokens. */
export interface LogEntry {
  readonly time: string;
  readonly method: string;
  /** As sent, including the path of the world, but without tokens. */
  readonly url: string;
  readonly status: number;
  readonly ms: number;
  readonly outcome: string;
  readonly why?: string;
}

/** Called for every log entry. */
export type LogWriter = (entry: LogEntry | { readonly time: string; readonly bug: string }) => void;

/** Discards all entries. */
export const noLog: LogWriter = () => {};

/** Human-readable. */
export function terminalLog(write: (line: string) => void): LogWriter {
  return (entry) => {
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
}

/** One JSON object per line. */
export function jsonLog(write: (line: string) => void): LogWriter {
  return (entry) => write(`${JSON.stringify(entry)}\n`);
}

/** Removes the tokens of a text. */
type Hide = (text: string) => string;

/** An internal error, with its stack trace, which may quote a request. */
export function bugEntry(problem: unknown, hide: Hide): { time: string; bug: string } {
  return {
    time: new Date().toISOString(),
    bug: hide(stackTrace(problem)),
  };
}

function stackTrace(problem: unknown): string {
  if (!(problem instanceof Error)) return String(problem);
  const { stack = problem.message, cause } = problem;
  return cause === undefined ? stack : `${stack}\ncaused by ${stackTrace(cause)}`;
}

/** Every text of an entry is without tokens: that of the request, and what is said about it. */
export function logEntry(
  { method, url }: Pick<HttpExchange['request'], 'method' | 'url'>,
  { status, outcome, why }: Pick<Reply, 'status' | 'outcome' | 'why'>,
  ms: number,
  hide: Hide,
): LogEntry {
  return {
    time: new Date().toISOString(),
    method: hide(method),
    url: hide(url),
    status,
    ms: Math.round(ms),
    outcome,
    ...(why !== undefined && { why: hide(why) }),
  };
}
