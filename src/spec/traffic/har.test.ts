import { expect, test } from 'vitest';
import { harEntries, harOf } from './har.ts';
import { exchangeOf, type SeenRequest } from './seen-request.ts';

const seen = (part: Partial<SeenRequest>): SeenRequest => ({
  ...{ id: 1, time: '2026-01-31T13:45:00.000Z', method: 'GET', url: '/a', ms: 1.5, outcome: 'x' },
  ...{ requestHeaders: { accept: '*/*' }, responseHeaders: { 'Content-Type': 'text/plain' } },
  ...part,
});

test('what is written is read again', () => {
  const all = [
    seen({ status: 200, responseBody: 'ä', caller: 'one', scheme: 'Bearer' }),
    seen({ status: 204, method: 'POST', url: '/a?b=1&b=2', requestBody: '{}' }),
    seen({ status: 400, method: 'OPTIONS', url: '*', outcome: 'no-token' }),
    seen({ status: 200, cut: true, realTime: '2026-02-01T00:00:00.000Z', outcome: 'no-token' }),
    seen({ url: '-', status: 400 }),
    seen({}),
  ];
  const har = harOf(all, { baseUrl: 'http://a.example', version: '1' });
  const read = harEntries(JSON.parse(JSON.stringify(har)));
  const tokens = ['Bearer token-of-one', 'token-of-a-stranger', undefined];
  expect(read).toEqual(
    all.slice(0, 4).map((one, nth) => {
      const { request, caller: _, ...rest } = exchangeOf(one, 'http://a.example');
      const authorization = tokens[nth] && { authorization: tokens[nth] };
      const startedAt = expect.closeTo(rest.startedAt, -1);
      const endedAt = expect.closeTo(rest.endedAt, -1);
      const headers = { ...request.headers, ...authorization };
      const clock = rest.ahead !== undefined && { ahead: expect.closeTo(rest.ahead, -1) };
      return { ...rest, request: { ...request, headers }, startedAt, endedAt, ...clock };
    }),
  );
  expect(har.log.entries[1]).toMatchObject({
    startedDateTime: '2026-01-31T13:44:59.998Z',
    time: 1.5,
    request: { queryString: [1, 2].map((value) => ({ name: 'b', value: String(value) })) },
  });
});

test('bytes that are no text are known as such', () => {
  const entry = (bytes: Buffer) => ({
    request: { method: 'get', url: 'http://a.example/' },
    response: { status: 200, content: { text: bytes.toString('base64'), encoding: 'base64' } },
  });
  const entries = [Buffer.from('ä'), Buffer.from([0xff, 0x41])].map(entry);
  expect(harEntries({ log: { entries } })).toMatchObject([
    { request: { method: 'GET' }, response: { body: 'ä' } },
    { response: { body: '\uFFFDA', garbled: 'it is not UTF-8' } },
  ]);
});
