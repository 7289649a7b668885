import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request, Response } from 'express';

const compress = promisify(gzip);

const types: { readonly [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.yaml': 'application/yaml; charset=utf-8',
};

/** A cache: most files are the same for everyone; only pages with data of a world change. */
const compressed = new Map<string, Promise<Buffer>>();
const mostCompressed = 64;

/** Sends a file of a page, compressed and with an ETag. */
export async function sendPage(
  req: Request,
  res: Response,
  name: string,
  text: string,
): Promise<void> {
  const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  res.set({ ETag: etag, Vary: 'Accept-Encoding' }).type(types[extname(name)] ?? 'text/plain');
  if (hasAlready(req, etag)) res.status(304).end();
  else if (req.acceptsEncodings(['gzip', 'identity']) === 'gzip') {
    res.set('Content-Encoding', 'gzip').send(await compressedText(etag, text));
  } else res.send(text);
}

/** Browsers repeat the ETag; no other condition is supported. */
const hasAlready = (req: Request, etag: string): boolean =>
  (req.headers['if-none-match'] ?? '').split(/\s*,\s*/).includes(etag);

function compressedText(etag: string, text: string): Promise<Buffer> {
  const known = compressed.get(etag);
  if (known) return known;
  if (compressed.size >= mostCompressed) compressed.clear();
  const made = compress(text, { level: 9 });
  compressed.set(etag, made);
  return made;
}
