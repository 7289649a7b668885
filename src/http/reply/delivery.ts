import type { Response } from 'express';
import type { Effect } from '../../worlds/faults.ts';
import type { Reply } from './reply.ts';
import type { Written } from './written.ts';

/** Waits; ends early, and quietly, when the signal says so. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

export const realPause: Pause = (ms, signal) =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Aborted when whoever asked is gone, or was answered. */
export function goneSignal(res: Response): AbortSignal {
  const gone = new AbortController();
  if (res.closed || res.destroyed) gone.abort();
  res.once('close', () => gone.abort());
  return gone.signal;
}

type Spoiled = Extract<Effect, { type: 'half' | 'slow' }>;

/** Sends a reply badly: only the first half of it, or drop by drop. */
export async function deliverBadly(
  res: Response,
  { status }: Reply,
  { head, text }: Written,
  how: Spoiled,
  pause: Pause,
): Promise<void> {
  const bytes = Buffer.from(text);
  if (how.type === 'half') {
    // Where there is no body to halve, one is announced that never comes.
    res.writeHead(status, bytes.length > 0 ? head : [...head.slice(0, -1), '1']);
    res.flushHeaders();
    if (bytes.length > 1) res.write(bytes.subarray(0, bytes.length >> 1));
    res.req.socket.destroySoon();
    return;
  }
  const gone = goneSignal(res);
  res.writeHead(status, head);
  res.flushHeaders();
  for (const part of partsOf(bytes)) {
    await pause(how.ms / drops, gone);
    if (gone.aborted) return;
    res.write(part);
  }
  res.end();
}

const drops = 10;

function partsOf(bytes: Buffer): Buffer[] {
  const size = Math.ceil(bytes.length / drops);
  return Array.from({ length: drops }, (_, n) => bytes.subarray(n * size, (n + 1) * size)).filter(
    (part) => part.length > 0,
  );
}
