/** A response as received. */
export interface RawAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
}

/** Parses all responses received on one connection; `rest` is whatever follows them. */
export function answersIn(received: Buffer): { answers: RawAnswer[]; rest: Buffer } {
  const answers: RawAnswer[] = [];
  for (let rest = received; ; ) {
    const read = readAnswer(rest);
    if (!read) return { answers, rest };
    // 1xx responses are interim.
    if (read.answer.status >= 200) answers.push(read.answer);
    rest = rest.subarray(read.length);
  }
}

function readAnswer(bytes: Buffer): { answer: RawAnswer; length: number } | undefined {
  const head = bytes.indexOf('\r\n\r\n');
  const [first = '', ...lines] = bytes.toString('latin1', 0, Math.max(head, 0)).split('\r\n');
  const status = /^HTTP\/1\.1 ([0-9]{3})/.exec(first)?.[1];
  if (status === undefined) return undefined;
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  const start = head + 4;
  const end = headers['transfer-encoding']?.toLowerCase().includes('chunked')
    ? endOfChunks(bytes, start)
    : // Responses to HEAD have a length but no body; they are the last on their connection.
      Math.min(start + Number(headers['content-length'] ?? 0), bytes.length);
  const body = bytes.toString('utf8', start, end);
  return { answer: { status: Number(status), headers, body }, length: end };
}

function endOfChunks(bytes: Buffer, start: number): number {
  const last = bytes.indexOf('\r\n0\r\n\r\n', start - 2);
  return last < 0 ? bytes.length : last + 7;
}
