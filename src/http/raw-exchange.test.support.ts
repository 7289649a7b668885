import { connect } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
}

/**
 * Sends bytes as they are, which no HTTP client does, and reads until the server hangs up. The
 * request has to ask for that with `Connection: close`.
 */
export function exchange(url: string, bytes: string | Uint8Array): Promise<RawAnswer> {
  return exchangeAll(url, bytes).then((answers) => {
    const [only, ...more] = answers;
    if (!only || more.length > 0) throw new Error(`${answers.length} answers to one request`);
    return only;
  });
}

/** Every answer that comes back on one connection. */
export async function exchangeAll(url: string, bytes: string | Uint8Array): Promise<RawAnswer[]> {
  const received = await conversation(url, bytes);
  const answers: RawAnswer[] = [];
  for (let rest = received; rest.length > 0; ) {
    const { answer, length } = readAnswer(rest);
    // 1xx announces the answer and is none.
    if (answer.status >= 200) answers.push(answer);
    rest = rest.subarray(length);
  }
  return answers;
}

function conversation(url: string, bytes: string | Uint8Array): Promise<Buffer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const received: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (data) => received.push(data));
    socket.on('end', () => resolve(Buffer.concat(received)));
    socket.on('error', reject);
  });
}

function readAnswer(bytes: Buffer): { answer: RawAnswer; length: number } {
  const head = bytes.indexOf('\r\n\r\n');
  if (head < 0) throw new Error(`no HTTP: ${bytes.toString()}`);
  const [first = '', ...lines] = bytes.toString('latin1', 0, head).split('\r\n');
  const status = Number(/^HTTP\/1\.1 ([0-9]{3})/.exec(first)?.[1]);
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  const start = head + 4;
  // Answers to HEAD announce a length and have no body; they are the last on their connection.
  const end = Math.min(start + Number(headers['content-length'] ?? 0), bytes.length);
  return { answer: { status, headers, body: bytes.toString('utf8', start, end) }, length: end };
}
