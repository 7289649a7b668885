import { setTimeout } from 'node:timers/promises';
import type { Response } from 'express';

/** Waits; resolves early when the signal aborts. */
export type Pause = (ms: number, signal?: AbortSignal) => Promise<void>;

/** Node's version removes its listener, so a long-lived signal accumulates none. */
export const realPause: Pause = (ms, signal) =>
  setTimeout(ms, undefined, signal && { signal }).catch(() => {});

/** Aborted when the client disconnects or the response is sent. */
export function goneSignal(res: Response): AbortSignal {
  const gone = new AbortController();
  if (res.closed || res.destroyed) gone.abort();
  res.once('close', () => gone.abort());
  return gone.signal;
}
