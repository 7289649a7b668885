import type { Request, Response } from 'express';
import type { Body } from '../dialects/lookup-error.ts';
import { sentence } from '../domain/refusal.ts';
import type { Effect } from '../worlds/faults.ts';
import type { Reply } from './reply.ts';

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

/** Writes a reply as it is. */
export function write(res: Response, { status, headers, body }: Reply): void {
  res.status(status).set(headers);
  if (body.type === 'json') res.json(body.value);
  else if (body.type === 'text') {
    if (!res.get('Content-Type')) res.type('text/plain');
    res.send(body.value);
  } else res.end();
}

/** Where even an apology that follows the dialect cannot be had. */
export const lastResort: Reply = {
  status: 500,
  headers: {},
  body: {
    type: 'json',
    value: { error: sentence({ kind: 'internal-error' }), successful: false },
  },
  outcome: 'internal-error',
};

type Spoiled = Extract<Effect, { type: 'half' | 'slow' }>;

/** Sends a reply badly: only the first half of it, or drop by drop. */
export async function deliverBadly(
  req: Request,
  res: Response,
  reply: Reply,
  how: Spoiled,
  pause: Pause,
): Promise<void> {
  const bytes = bytesOf(reply.body);
  const type = contentType(reply.body);
  res.status(reply.status);
  if (type !== undefined) res.set('Content-Type', type);
  res.set(reply.headers);
  // Where there is no body to halve, one is announced that never comes.
  res.set('Content-Length', String(how.type === 'half' ? Math.max(bytes.length, 1) : bytes.length));
  if (how.type === 'half') {
    res.flushHeaders();
    if (bytes.length > 1) res.write(bytes.subarray(0, bytes.length >> 1));
    req.socket.destroySoon();
    return;
  }
  const gone = goneSignal(res);
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

export const bytesOf = (body: Body): Buffer => Buffer.from(textOf(body));

export function textOf(body: Body): string {
  if (body.type === 'empty') return '';
  return body.type === 'json' ? JSON.stringify(body.value) : body.value;
}

export function contentType(body: Body): string | undefined {
  if (body.type === 'empty') return undefined;
  return body.type === 'json' ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8';
}
