import { expect, test } from 'vitest';
import { startServer } from '../start-server.ts';
import { exchange } from './raw-exchange.test.support.ts';

test.each([
  ['no HTTP at all', 'HELLO\r\n\r\n', 400, 'malformed-http; http="RFC 9112, 3"'],
  [
    'no Host',
    'GET /x HTTP/1.1\r\nConnection: close\r\n\r\n',
    400,
    'malformed-http; http="RFC 9112, 3"',
  ],
  [
    'headers without end',
    `GET /x HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
    'headers-too-large; http="RFC 6585, 5"',
  ],
])(
  '%s is refused before the app sees it, with the reason',
  async (_what, bytes, status, reason) => {
    await using server = await startServer();
    const answer = await exchange(server.baseUrl, bytes);
    expect([answer.status, answer.headers['abuse-feed-reason']]).toEqual([status, reason]);
    expect(JSON.parse(answer.body)).toMatchObject({ successful: false });
  },
);
