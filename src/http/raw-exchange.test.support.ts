import { connect } from 'node:net';
import { answersIn, type RawAnswer } from './raw-answers.test.support.ts';

export type { RawAnswer };

/**
 * Sends raw bytes, which no HTTP client does, and reads until the server closes the connection. The
 * request has to ask for that with `Connection: close`.
 */
export function exchange(url: string, bytes: string | Uint8Array): Promise<RawAnswer> {
  return exchangeAll(url, bytes).then((answers) => {
    const [only, ...more] = answers;
    if (!only || more.length > 0) throw new Error(`${answers.length} answers to one request`);
    return only;
  });
}

/** All responses on one connection; `more` is sent after the first. */
export async function exchangeAll(
  url: string,
  bytes: string | Uint8Array,
  more = '',
): Promise<RawAnswer[]> {
  const { answers, rest } = answersIn(await received(url, bytes, more));
  if (rest.length > 0) throw new Error(`no HTTP: ${rest.toString()}`);
  return answers;
}

/** All bytes that come until the server closes the connection; `more` is sent after the first. */
export function received(url: string, bytes: string | Uint8Array, more = ''): Promise<Buffer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (data) => parts.push(data));
    if (more !== '') socket.once('data', () => socket.write(more));
    socket.on('end', () => resolve(Buffer.concat(parts)));
    socket.on('error', reject);
  });
}
