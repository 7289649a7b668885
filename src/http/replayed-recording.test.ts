import { expect, test } from 'vitest';
import { startServer } from '../server.ts';
import { createRequest, headersOf } from './create.test.support.ts';
import { goodReport, seededId } from './request/sample-values.test.support.ts';

const headers = headersOf();

async function recording(): Promise<object> {
  await using server = await startServer({ ids: 1 });
  const feed = `${server.baseUrl}/feed/tunnelco/api`;
  const create = createRequest();
  for (const _ of [1, 2]) await (await fetch(feed, create)).text();
  await (await fetch(`${feed}?report=${seededId}`, { headers })).text();
  await (await fetch(`${server.baseUrl}/elsewhere`)).text();
  expect(JSON.stringify(server.har())).not.toContain('token-researcher-1');
  const answer = await fetch(`${server.adminUrl}/requests/har`);
  const har = (await answer.json()) as object;
  expect(har).toEqual(server.har());
  return har;
}

test('what was recorded is answered so, in turn and whoever asks, and all else by the rules', async () => {
  await using server = await startServer({
    ids: 2,
    replay: await recording(),
    replayElse: 'serve',
  });
  const feed = `${server.baseUrl}/feed/tunnelco/api`;
  const strange = { ...headers, Authorization: 'of the real service' };
  const create = async (body: object, sent = strange) =>
    (await fetch(feed, { method: 'POST', headers: sent, body: JSON.stringify(body) })).json();
  const { confidenceScore, ...rest } = goodReport;
  const one = await create(goodReport);
  const two = await create({ confidenceScore, ...rest });
  const three = await create(goodReport);
  expect(one).toMatchObject({ successful: true });
  expect(two).not.toEqual(one);
  expect(three).toEqual(two);
  expect(server.requests()[0]).toMatchObject({ outcome: 'replayed', response: { status: 201 } });
  const fetched = await fetch(`${feed}?report=${seededId}`, { headers: strange });
  expect(fetched.headers.get('content-type')).toContain('application/json');
  expect(await fetched.json()).toMatchObject({ report: { id: seededId } });
  const other = { ...goodReport, confidenceScore: 7 };
  expect(await create(other)).toMatchObject({ successful: false });
  expect(await create(other, headers)).toMatchObject({ successful: true });
});

function entry(
  body: object | undefined,
  status: number,
  url = 'http://a.example/feed/tunnelco/api',
) {
  return {
    request: {
      method: body ? 'POST' : 'GET',
      url,
      headers: [],
      ...(body && { postData: { text: JSON.stringify(body) } }),
    },
    response: { status, headers: [], content: { text: `recorded as ${status}` } },
  };
}

function made(id: string, time: string | number, score = 5) {
  return {
    tags: [`run ${id}`],
    confidenceScore: score,
    requestId: `r-${id.slice(0, 4)}`,
    seen: { by: 'sensor', first: time, heat: 1 },
  };
}

const ids = ['1111', '2222', '3333'].map((part) => `${part}0000-0000-4000-8000-00000000abcd`);

test.each([
  ['another id and time', made(`${ids[2]}`, '2026-03-01T10:00:00.5Z'), /^recorded as 210$/],
  ['the very request', made(`${ids[1]}`, '2025-01-31 10:00:00'), /^recorded as 211$/],
  ['a time as a number', made(`${ids[2]}`, 1_790_000_000_123), /^recorded as 212$/],
  [
    'another value',
    { ...made(`${ids[2]}`, '2026-03-01T10:00:00Z', 6), seen: { by: 'me', heat: 1 } },
    /No request of the recording is like it; the nearest is entry 1, with another body/,
  ],
])(
  'what a client makes anew is ignored, and what differs is said: %s',
  async (_what, sent, answer) => {
    const notices: string[] = [];
    const entries = [
      entry(made(`${ids[0]}`, '2025-01-31T09:00:00Z'), 210),
      entry(made(`${ids[1]}`, '2025-01-31 10:00:00'), 211),
      entry(made(`${ids[1]}`, 1_690_000_000_123), 212),
      entry(undefined, 0, 'http://a.example/private/sample/abc?secret'),
      entry(undefined, 100),
    ];
    await using server = await startServer({
      replay: { log: { entries } },
      replayElse: 'serve',
      notice: (sentence) => void notices.push(sentence),
    });
    expect(notices).toEqual([
      'Of the recording, not replayed: entry 4 got no response (GET http://a.example/private/sample/abc), entry 5 got no final response (GET http://a.example/feed/tunnelco/api).',
    ]);
    // In chunks, of which the size is not known before.
    const body = new Blob([JSON.stringify(sent)]).stream();
    const response = await fetch(`${server.baseUrl}/feed/tunnelco/api`, {
      method: 'POST',
      headers,
      body,
      duplex: 'half',
    } as RequestInit);
    expect(await response.text()).toMatch(answer);
    expect(server.requests()[0]?.why).toMatch(
      /^Replayed from entry \d|No request of the recording/,
    );
    const elsewhere = await fetch(`${server.baseUrl}/feed/tunnelco/apo?a=token-researcher-1`);
    expect(await elsewhere.text()).toContain(
      'the nearest is entry 1, with another method and path and query and body.',
    );
  },
);

test('what cannot be sent again as it was is listed, and several values of a header are sent as such', async () => {
  const notices: string[] = [];
  const answered = (url: string, response: object) => ({
    request: { method: 'GET', url: `http://a.example${url}`, headers: [] },
    response: { status: 200, headers: [], content: { text: 'x' }, ...response },
  });
  const bytes = Buffer.from([0xff, 0]).toString('base64');
  const cookies = [{ name: 'Set-Cookie', value: 'a=1\nb=2' }];
  const entries = [
    answered('/bytes', { content: { text: bytes, encoding: 'base64' } }),
    answered('/header', { headers: [{ name: 'X-Mine', value: 'a\rb' }] }),
    answered('/cookies', { headers: cookies }),
    answered('/nothing', { status: 204, content: {} }),
  ];
  await using server = await startServer({
    replay: { log: { entries } },
    notice: (sentence) => void notices.push(sentence),
  });
  expect(notices).toEqual([
    'Of the recording, not replayed: entry 1 has a body that cannot be sent as text: it is not UTF-8 (GET http://a.example/bytes), entry 2 has a header that cannot be sent: "x-mine" (GET http://a.example/header).',
  ]);
  const answer = await fetch(`${server.baseUrl}/cookies`);
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  const nothing = await fetch(`${server.baseUrl}/nothing`);
  expect([nothing.status, nothing.headers.get('content-length')]).toEqual([204, null]);
});

test('the nearest of the recording has another end of the path, rather than another beginning', async () => {
  const entries = [
    entry(undefined, 210, 'http://a.example/v2/other'),
    entry(undefined, 211, 'http://a.example/v2/private/sample/abc'),
  ];
  await using server = await startServer({ replay: { log: { entries } } });
  const answer = await fetch(`${server.baseUrl}/v2/private/sample/abd`);
  expect(await answer.text()).toContain('the nearest is entry 2, with another path.');
});

test('a recording that is no HAR is refused', async () => {
  await expect(startServer({ replay: { entries: [] } })).rejects.toThrow(
    'The recording is not a HAR file',
  );
});

test('what is not recorded is refused with the nearest entry: a wrong base path, query or method is', async () => {
  const entries = [
    entry(undefined, 210, 'http://a.example/v2/feed/tunnelco/api?report=1&page=2'),
    entry(undefined, 211, 'http://a.example/v2/private/sample/abc'),
  ];
  await using server = await startServer({ replay: { log: { entries } } });
  const ask = async (path: string, method = 'GET') => {
    const answer = await fetch(server.baseUrl + path, { method, headers });
    return { status: answer.status, reason: answer.headers, text: await answer.text() };
  };
  expect(await ask('/v2/feed/tunnelco/api?page=2&report=1')).toMatchObject({ status: 210 });
  expect(await ask('/v2/private/sample/abc')).toMatchObject({ status: 211 });
  const wrongBase = await ask('/feed/tunnelco/api?report=1&page=2');
  expect(wrongBase.status).toBe(404);
  expect(wrongBase.reason.get('Abuse-Feed-Reason')).toBe('not-recorded; control="replay"');
  expect(JSON.parse(wrongBase.text)).toEqual({
    error:
      "No request of the recording is like it; the nearest is entry 1, with another path. Record it, or start with --replay-else serve (replayElse: 'serve').",
    successful: false,
  });
  const wrongSample = await ask('/v1/private/sample/abc');
  expect(wrongSample.text).toContain('the nearest is entry 2, with another path.');
  const wrongQuery = await ask('/v2/feed/tunnelco/api?report=1');
  expect(wrongQuery.text).toContain('the nearest is entry 1, with another query.');
  const wrongMethod = await ask('/v2/private/sample/abc', 'DELETE');
  expect(wrongMethod.text).toContain('the nearest is entry 2, with another method.');
  expect(server.requests({ outcome: 'not-recorded' })).toHaveLength(4);
});

test('a recording of a world is replayed in any other', async () => {
  const entries = [entry(undefined, 210, 'http://a.example/__worlds/7/private/sample/abc')];
  await using server = await startServer({ replay: { log: { entries } } });
  const world = await server.createWorld();
  for (const { baseUrl } of [server, world])
    expect((await fetch(`${baseUrl}/private/sample/abc`)).status).toBe(210);
});
