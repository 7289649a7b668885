import { type CorpusRequest, feed } from './request.test.support.ts';

export const brokenHttp: CorpusRequest[] = (
  [
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    ['a header without a colon', 'GET / HTTP/1.1\r\nHost: a\r\nbroken\r\n\r\n', 400],
    [
      'two different lengths',
      `POST ${feed} HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
      400,
    ],
    [
      'a length and chunks at once',
      `POST ${feed} HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    [
      'a chunk whose size is no number',
      `POST ${feed} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
      400,
    ],
    ['an HTTP/1.1 request without Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ] as const
).map(([what, text, status]) => ({ what: `HTTP: ${what}`, bytes: Buffer.from(text), status }));
