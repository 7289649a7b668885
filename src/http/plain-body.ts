import type { IncomingMessage } from 'node:http';

/** Bodies that were read on the short way, for the long one. */
export const readBefore = new WeakMap<IncomingMessage, string>();

/** Calls back with the whole body, and not at all where it does not arrive. */
export function readBody(req: IncomingMessage, then: (text: string) => void): void {
  const parts: Buffer[] = [];
  req.on('data', (part: Buffer) => parts.push(part));
  req.once('end', () =>
    then(textIn(parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts))),
  );
}

/** A byte order mark is no part of the text. */
function textIn(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
