import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

const id = '5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01';
const json = { 'Content-Type': 'application/json' };
const mebibytes = 4;

/** A response that could be valid, except for what is added. */
function answerWith(more: string): Buffer {
  return Buffer.from(`{"id":"${id}","report":{"id":"${id}","name":${more}},"successful":true}`);
}

function filled(piece: string, end = ''): string {
  return (
    piece.repeat((mebibytes * 1024 * 1024) / (piece.length + end.length)) +
    end.repeat((mebibytes * 1024 * 1024) / (piece.length + end.length))
  );
}

function sends(
  body: () => Buffer | string,
  status = 200,
  headers: { [name: string]: string } = {},
) {
  return (_req: IncomingMessage, res: ServerResponse): void => {
    res.writeHead(status, { ...json, ...headers }).end(body());
  };
}

/** Created on first use and cached. */
function once(make: () => Buffer): () => Buffer {
  let made: Buffer | undefined;
  return () => (made ??= make());
}

const drip: RequestListener = (_req, res) => {
  res.writeHead(200, json);
  const timer = setInterval(() => res.write(' '), 50);
  res.on('close', () => clearInterval(timer));
};

const flood: RequestListener = (_req, res) => {
  const bytes = Buffer.alloc(64 * 1024, ' ');
  const more = (): void => {
    while (!res.destroyed && res.write(bytes));
  };
  res.writeHead(200, json).on('drain', more);
  more();
};

/** A token in the forms that logs and frameworks produce. */
export function spellings(token: string): string[] {
  const bytes = Buffer.from(token).toString('hex').replace(/../g, '%$&');
  const base64 = ['', ':', 'u:'].map((before) => Buffer.from(before + token).toString('base64'));
  return [token, token.toUpperCase(), encodeURIComponent(token), bytes, ...base64];
}

/** Repeats the token, like a careless server. */
const echo: RequestListener = (req, res) => {
  const echoed = spellings(req.headers.authorization ?? '');
  const headers = { ...json, 'X-Caller': echoed.slice(0, 3) };
  res.writeHead(403, headers).end(JSON.stringify({ error: echoed.join(' '), successful: false }));
};

let turn = 0;
const reset: RequestListener = (req, res) => {
  turn += 1;
  if (turn % 3 === 0) req.socket.resetAndDestroy();
  else if (turn % 3 === 1) res.writeHead(200, json).write('{"id"', () => req.socket.destroy());
  else res.writeHead(200, { ...json, 'Content-Length': 99 }).write('{', () => res.destroy());
};

/** Hostile servers, by what they do to clients. */
export const forms: { readonly [name: string]: RequestListener } = {
  drip,
  flood,
  deep: sends(once(() => answerWith(filled('[', ']')))),
  wide: sends(once(() => answerWith(`[${filled('{},')}1]`))),
  large: sends(once(() => answerWith(`"${filled('x')}"`))),
  'huge headers': (req, res) => sends(() => '{}', 200, { 'X-Huge': 'x'.repeat(60_000) })(req, res),
  'gzip bomb': sends(
    once(() => gzipSync(Buffer.alloc(512 * 1024 * 1024), { level: 1 })),
    200,
    { 'Content-Encoding': 'gzip' },
  ),
  'escape codes': sends(
    () => '{"error":"\u001b[2J\u001b]0;owned\u0007\u202e\\u001b[31m","successful":false}',
    400,
  ),
  page: sends(() => '<!doctype html><title>Log in</title>', 200, { 'Content-Type': 'text/html' }),
  echo,
  reset,
  redirect: (req, res) => sends(() => '', 302, { Location: req.url ?? '/' })(req, res),
  unavailable: sends(() => '{"error":"later","successful":false}', 503, { 'Retry-After': '1' }),
};
