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
  const inner = `DELETE ${feed}?report=${canary} HTTP/1.1\r\nHost: x\r\nAuthorization: token-researcher-1\r\n\r\n`;
  const chunked = `0\r\n\r\n${inner}`;
  const post = (headers: string[], body: string): string =>
    [
      `POST ${feed} HTTP/1.1`,
      'Host: feed.example',
      'Authorization: token-researcher-1',
      'Content-Type: application/json',
      ...headers,
      '',
      body,
    ].join('\r\n');
  const refused = (what: string, text: string): Smuggled => ({
    what,
    bytes: Buffer.from(text, 'latin1'),
    mayServe: false,
  });
  const served = (what: string, text: string): Smuggled => ({
    ...refused(what, text),
    mayServe: true,
  });
  const te = (value: string) => [
    `Content-Length: ${chunked.length}`,
    `Transfer-Encoding: ${value}`,
  ];
  const get = (headers: string[], body: string): string =>
    [
      `GET ${feed}?report=${seeded} HTTP/1.1`,
      'Host: feed.example',
      'Authorization: token-reader',
      ...headers,
      '',
      body,
    ].join('\r\n');
  return [
    refused('length and chunks', post(te('chunked'), chunked)),
    refused('chunks and length', post(te('chunked').reverse(), chunked)),
    refused('two lengths', post(['Content-Length: 0', `Content-Length: ${inner.length}`], inner)),
    refused('a list of lengths', post([`Content-Length: 0, ${inner.length}`], inner)),
    refused('a length with a sign', post(['Content-Length: +0'], inner)),
    refused('a length in hexadecimal', post(['Content-Length: 0x0'], inner)),
    refused('a negative length', post(['Content-Length: -1'], inner)),
    refused('a coding nobody knows', post(te('xchunked'), chunked)),
    refused('two codings', post(te('chunked, identity'), chunked)),
    refused('a coding repeated', post([...te('chunked'), 'Transfer-Encoding: identity'], chunked)),
    refused('a coding after a tab', post(te('\tchunked'), chunked)),
    refused('a coding after a control character', post(te('\x0bchunked'), chunked)),
    refused('a folded coding', post(te('\r\n chunked'), chunked)),
    refused('a blank before the colon', post([`Transfer-Encoding : chunked`], chunked)),
    refused('a length after a blank', post([`Content-Length : 0`], inner)),
    refused('a header that begins with a blank', post([' Content-Length: 0'], inner)),
    refused('a NUL in a header', post([`Content-Length: 0\0`], inner)),
    refused('a bare CR in a header', post([`X: a\rContent-Length: 0`], inner)),
    refused('a chunk size in C', post(['Transfer-Encoding: chunked'], `0x0\r\n\r\n${inner}`)),
    refused('a negative chunk', post(['Transfer-Encoding: chunked'], `-1\r\n\r\n${inner}`)),
    refused('a huge chunk', post(['Transfer-Encoding: chunked'], `${'f'.repeat(20)}\r\n${inner}`)),
    refused('chunks with bare line ends', post(['Transfer-Encoding: chunked'], `0\n\n${inner}`)),
    refused(
      'a chunk that is longer than it says',
      post(['Transfer-Encoding: chunked'], `1\r\n{}\r\n0\r\n\r\n${inner}`),
    ),
    refused('nonsense before a request', `\x16\x03\x01\r\n\r\n${inner}`),
    refused('the preface of HTTP/2', `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${inner}`),
    served('a fetch with a body', get([`Content-Length: ${inner.length}`], inner)),
    served(
      'a fetch with a body that is expected',
      get(['Expect: 100-continue', `Content-Length: ${inner.length}`], inner),
    ),
    served(
      'a fetch that wants to change protocols',
      get(['Upgrade: h2c', 'Connection: Upgrade', `Content-Length: ${inner.length}`], inner),
    ),
    served(
      'a chunk that holds it',
      get(['Transfer-Encoding: chunked'], `${inner.length.toString(16)}\r\n${inner}\r\n0\r\n\r\n`),
    ),
  ];
}
