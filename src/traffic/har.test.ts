import { expect, test } from 'vitest';
import type { SeenExchange } from './exchange.ts';
import { harEntries, harOf } from './har.ts';

function seen(part: Partial<SeenExchange>): SeenExchange {
  return {
    id: 1,
    time: '2026-01-31T13:45:00.000Z',
    caller: null,
    request: { method: 'GET', url: '/a', headers: { accept: '*/*' } },
    response: { status: 200, headers: { 'content-type': 'text/plain' }, body: 'ä' },
    startedAt: 1000,
    endedAt: 1001.5,
    outcome: 'x',
    ...part,
  };
}

function request(method: string, url: string) {
  return { method, url, headers: { accept: '*/*' } };
}

function status(code: number) {
  return { status: code, headers: {}, body: '' };
}

const shown = { baseUrl: 'http://a.example', version: '1' };

test('what is written is read again', () => {
  const all = [
    seen({ caller: 'one', scheme: 'Bearer' }),
    seen({ request: { ...request('POST', '/a?b=1&b=2'), body: '{}' }, response: status(204) }),
    seen({ request: request('OPTIONS', '*'), response: status(400), outcome: 'no-token' }),
    seen({ response: { ...status(200), cut: true } }),
  ];
  const tokens = ['Bearer token-of-one', 'token-of-a-stranger', undefined, 'token-of-a-stranger'];
  const har = harOf(all, shown);
  const ended = Date.UTC(2026, 0, 31, 13, 45) - performance.timeOrigin;
  expect(harEntries(JSON.parse(JSON.stringify(har)))).toEqual(
    all.map((one, nth) => ({
      request: {
        ...one.request,
        url: `http://a.example${one.request.url}`,
        headers: {
          ...one.request.headers,
          ...(tokens[nth] && { authorization: tokens[nth] }),
        },
      },
      response: one.response,
      startedAt: expect.closeTo(ended - 1.5, -1),
      endedAt: expect.closeTo(ended, -1),
    })),
  );
  expect(har.log.entries[1]).toMatchObject({
    startedDateTime: '2026-01-31T13:44:59.998Z',
    time: 1.5,
    request: { queryString: [1, 2].map((value) => ({ name: 'b', value: String(value) })) },
  });
});

test('times are real, with that of the world beside them where it differs', () => {
  const har = harOf([seen({ ahead: 60_000 })], shown);
  expect(har.log.entries[0]).toMatchObject({
    startedDateTime: '2026-01-31T13:43:59.998Z',
    _worldTime: '2026-01-31T13:45:00.000Z',
  });
  expect(harEntries(har)).toMatchObject([{ ahead: expect.closeTo(60_000, -1) }]);
});

test('what got no response, or was no HTTP, is left out', () => {
  const unanswered = seen({ response: status(0) });
  const noHttp = seen({ request: request('-', '-'), response: status(400) });
  expect(harOf([unanswered, noHttp], shown).log.entries).toEqual([]);
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
