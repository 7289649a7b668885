import { connect } from 'node:net';
import { readAnswer } from '../load/answer-reader.ts';

/** The bytes of one request, as the load sends it. */
export function rawRequest(
  method: string,
  path: string,
  { token, body }: { readonly token?: string; readonly body?: unknown } = {},
): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Accept: application/json',
    ...(token === undefined ? [] : [`Authorization: ${token}`]),
    ...(body === undefined
      ? []
      : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${text}`;
}

/** The answer to one request; undefined where none came. */
export const asked = (
  port: number,
  request: string,
): Promise<{ status: number; body: string } | undefined> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.once('connect', () => socket.write(request));
    socket.on('data', (part) => {
      received += part.toString('latin1');
      const answer = readAnswer(received);
      if (!answer) return;
      resolve(answer);
      socket.destroy();
    });
    socket.once('error', () => resolve(undefined));
    socket.once('close', () => resolve(undefined));
  });

export async function answersWell(port: number, request: string): Promise<boolean> {
  const answer = await asked(port, request);
  return answer !== undefined && answer.status >= 200 && answer.status < 300;
}
