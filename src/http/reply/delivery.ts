import { setTimeout } from 'node:timers/promises';
import type { Response } from 'express';
import type { Effect } from '../../worlds/fault-rule.ts';
import type { Reply } from './reply.ts';
import { type SerializedReply, withContentLength } from './written.ts';

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

type Spoiled = Extract<Effect, { type: 'half' | 'slow' }>;

/**
 * Sends a reply badly: truncated, or slowly. Throws where Node rejects its head; resolves when the
 * last byte has been handed over.
 */
export function deliverBadly(
  res: Response,
  { status }: Reply,
  { head, text }: SerializedReply,
  how: Spoiled,
  pause: Pause,
): Promise<void> {
  const bytes = Buffer.from(text);
  const halved = how.type === 'half';
  // An empty body cannot be truncated: announces one and never sends it.
  res.writeHead(status, halved && bytes.length === 0 ? withContentLength(head, 1) : head);
  res.flushHeaders();
  return halved ? sendHalf(res, bytes) : drops(res, bytes, how.ms, pause);
}

async function sendHalf(res: Response, bytes: Buffer): Promise<void> {
  if (bytes.length > 1) res.write(halfOf(bytes));
  res.req.socket.destroySoon();
}

export const halfOf = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length >> 1);

async function drops(res: Response, bytes: Buffer, ms: number, pause: Pause): Promise<void> {
  const gone = goneSignal(res);
  for (const part of partsOf(bytes)) {
    await pause(ms / dropCount, gone);
    if (gone.aborted) return;
    res.write(part);
  }
  res.end();
}

const dropCount = 10;

function partsOf(bytes: Buffer): Buffer[] {
  const size = Math.ceil(bytes.length / dropCount);
  return Array.from({ length: dropCount }, (_, n) =>
    bytes.subarray(n * size, (n + 1) * size),
  ).filter((part) => part.length > 0);
}
