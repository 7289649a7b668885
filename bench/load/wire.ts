import { connect } from 'node:net';

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

/** One response in the received bytes. */
export interface ReadAnswer {
  readonly status: number;
  readonly body: string;
  /** The start of the next response. */
  readonly end: number;
}

/** Reads one complete response; undefined while bytes are missing. Latin-1: one character is one byte. */
export function readAnswer(received: string): ReadAnswer | undefined {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const head = received.slice(0, headEnd);
  const status = Number(head.slice(9, 12));
  const start = headEnd + 4;
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined) {
    const end = start + Number(length);
    if (received.length < end) return undefined;
    return { status, body: received.slice(start, end), end };
  }
  if (/\r\ntransfer-encoding: *chunked/i.test(head)) return readChunks(received, status, start);
  return { status, body: '', end: start };
}

function readChunks(received: string, status: number, start: number): ReadAnswer | undefined {
  let body = '';
  for (let at = start; ; ) {
    const line = received.indexOf('\r\n', at);
    if (line < 0) return undefined;
    const size = Number.parseInt(received.slice(at, line), 16);
    const next = line + 2 + size + 2;
    if (received.length < next) return undefined;
    if (size === 0) return { status, body, end: next };
    body += received.slice(line + 2, line + 2 + size);
    at = next;
  }
}

/** The status of the response to one request; undefined if none arrived. */
export const statusOf = (port: number, request: string): Promise<number | undefined> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    let received = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text;
      const answer = readAnswer(received);
      if (!answer) return;
      resolve(answer.status);
      socket.destroy();
    });
    for (const end of ['error', 'close']) socket.once(end, () => resolve(undefined));
  });
