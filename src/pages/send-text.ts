import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request, Response } from 'express';

const compress = promisify(gzip);

/** What is shorter fits into one packet as it is. */
const shortestCompressed = 1400;

/** Sends the text of a page or of the control plane, compressed for a client that takes it. */
export async function sendText(req: Request, res: Response, text: string): Promise<void> {
  res.vary('Accept-Encoding');
  const isLong = text.length >= shortestCompressed;
  if (isLong && req.acceptsEncodings('gzip', 'identity') === 'gzip') {
    res.set('Content-Encoding', 'gzip');
    res.send(await compress(text));
  } else {
    res.send(text);
  }
}
