import type { Request, Response } from 'express';
import type { Reply } from './reply.ts';

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

export type LogWriter = (entry: LogEntry | { readonly time: string; readonly bug: string }) => void;

/** Readable on a terminal. */
export const terminalLog =
  (write: (line: string) => void): LogWriter =>
  (entry) => {
    const time = entry.time.slice(11, 19);
    if ('bug' in entry) write(`${time} BUG ${entry.bug}\n`);
    else {
      const { method, url, status, ms, outcome, why } = entry;
      const reason = why ? `  ${outcome}: ${why}` : '';
      write(`${time} ${method.padEnd(6)} ${url} ${status} ${ms} ms${reason}\n`);
    }
  };

/** One JSON object a line, for everything else. */
export const jsonLog =
  (write: (line: string) => void): LogWriter =>
  (entry) =>
    write(`${JSON.stringify(entry)}\n`);

/** Notes a reply when its last byte is handed over. */
export function logReply(log: LogWriter, req: Request, res: Response, reply: Reply): void {
  const started = performance.now();
  const { method, originalUrl: url } = req;
  res.once('close', () =>
    log({
      time: new Date().toISOString(),
      method,
      url,
      status: res.statusCode,
      ms: Math.round(performance.now() - started),
      outcome: reply.outcome,
      ...(reply.why !== undefined && { why: reply.why }),
    }),
  );
}
