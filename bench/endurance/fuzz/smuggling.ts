/** A request whose end two readers could see in different places. */
export interface Smuggled {
  readonly what: string;
  readonly bytes: Buffer;
  /** Whether one answer may be a good one; where not, all have to be refusals. */
  readonly mayServe: boolean;
}

const feed = '/feed/tunnelco/api';

/** Each hides a request that would delete the report `canary`, which therefore has to stay. */
export function smuggledRequests(canary: string, seeded: string): Smuggled[] {
  const token = 'Authorization: token-researcher-1';
  const inner = `DELETE ${feed}?report=${canary} HTTP/1.1\r\nHost: x\r\n${token}\r\n\r\n`;
  const chunked = `0\r\n\r\n${inner}`;
  const host = 'Host: feed.example';
  const post = (headers: string[], body = inner): string =>
    [
      `POST ${feed} HTTP/1.1`,
      host,
      token,
      'Content-Type: application/json',
      ...headers,
      '',
      body,
    ].join('\r\n');
  const get = (headers: string[], body = inner): string =>
    [`GET ${feed}?report=${seeded} HTTP/1.1`, host, token, ...headers, '', body].join('\r\n');
  const length = `Content-Length: ${inner.length}`;
  const te = (value: string) =>
    post([`Content-Length: ${chunked.length}`, `Transfer-Encoding: ${value}`], chunked);
  const chunks = (body: string) => post(['Transfer-Encoding: chunked'], body);
  const refused: { readonly [what: string]: string } = {
    'length and chunks': te('chunked'),
    'chunks and length': post(['Transfer-Encoding: chunked', length], chunked),
    'two lengths': post(['Content-Length: 0', length]),
    'a list of lengths': post([`Content-Length: 0, ${inner.length}`]),
    'a length with a sign': post(['Content-Length: +0']),
    'a length in hexadecimal': post(['Content-Length: 0x0']),
    'a negative length': post(['Content-Length: -1']),
    'a coding nobody knows': te('xchunked'),
    'two codings': te('chunked, identity'),
    'a coding repeated': te('chunked\r\nTransfer-Encoding: identity'),
    'a coding after a tab': te('\tchunked'),
    'a coding after a control character': te('\x0bchunked'),
    'a folded coding': te('\r\n chunked'),
    'a blank before the colon': post(['Transfer-Encoding : chunked'], chunked),
    'a length after a blank': post(['Content-Length : 0']),
    'a header that begins with a blank': post([' Content-Length: 0']),
    'a NUL in a header': post(['Content-Length: 0\0']),
    'a bare CR in a header': post(['X: a\rContent-Length: 0']),
    'a chunk size in C': chunks(`0x0\r\n\r\n${inner}`),
    'a negative chunk': chunks(`-1\r\n\r\n${inner}`),
    'a huge chunk': chunks(`${'f'.repeat(20)}\r\n${inner}`),
    'chunks with bare line ends': chunks(`0\n\n${inner}`),
    'a chunk that is longer than it says': chunks(`1\r\n{}\r\n0\r\n\r\n${inner}`),
    'nonsense before a request': `\x16\x03\x01\r\n\r\n${inner}`,
    'the preface of HTTP/2': `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${inner}`,
  };
  const held = `${inner.length.toString(16)}\r\n${inner}\r\n0\r\n\r\n`;
  const served: { readonly [what: string]: string } = {
    'a fetch with a body': get([length]),
    'a fetch with a body that is expected': get(['Expect: 100-continue', length]),
    'a fetch that wants another protocol': get(['Upgrade: h2c', 'Connection: Upgrade', length]),
    'a chunk that holds it': get(['Transfer-Encoding: chunked'], held),
  };
  const all = (texts: typeof served, mayServe: boolean) =>
    Object.entries(texts).map(([what, text]) => ({
      ...{ what, bytes: Buffer.from(text, 'latin1'), mayServe },
    }));
  return [...all(refused, false), ...all(served, true)];
}
