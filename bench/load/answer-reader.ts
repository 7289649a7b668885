/** The end of one answer in what a socket has received, and its status. */
export interface ReadAnswer {
  readonly status: number;
  readonly body: string;
  /** Where the next answer begins. */
  readonly end: number;
}

/** Reads one whole answer; undefined while bytes are missing. Latin-1: one character is one byte. */
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
