import { expect, test } from 'vitest';
import { startServer } from '../server.ts';
import { goodReport } from './request/sample-values.test.support.ts';
import { ask } from './sent-requests.test.support.ts';

async function texts(answers: readonly Promise<Response>[]): Promise<string[]> {
  const all: string[] = [];
  for (const answer of answers) all.push(await (await answer).text());
  return all;
}

test('what was recorded is answered so, in turn and whoever asks, and all else by the rules', async () => {
  await using real = await startServer({ ids: 1 });
  const [one, two, report] = [
    await (await ask(real, 'researcher-1 POST FEED')).text(),
    await (await ask(real, 'researcher-1 POST FEED')).text(),
    await (await ask(real, 'reader GET FEED?report=ID')).text(),
  ];
  const replay = real.har();
  expect(JSON.stringify(replay)).not.toContain('token-researcher-1');
  expect(await (await fetch(`${real.adminUrl}/requests/har`)).json()).toEqual(replay);

  await using server = await startServer({ ids: 2, replay, replayElse: 'serve' });
  const { confidenceScore, ...rest } = goodReport;
  const reordered = JSON.stringify({ confidenceScore, ...rest });
  const answers: string[] = [];
  for (const line of [
    'of-the-real-service POST FEED',
    `of-the-real-service POST FEED ${reordered}`,
    'of-the-real-service POST FEED',
    'of-the-real-service GET FEED?report=ID',
  ])
    answers.push(await (await ask(server, line)).text());
  expect(answers).toEqual([one, two, two, report]);
  expect(server.requests()[0]).toMatchObject({ outcome: 'replayed', response: { status: 201 } });
  const another = JSON.stringify({ ...goodReport, confidenceScore: 7 });
  expect((await ask(server, `stranger POST FEED ${another}`)).status).toBe(401);
  expect((await ask(server, `researcher-1 POST FEED ${another}`)).status).toBe(201);
});

function entry(sent: string, status: number, response: object = {}) {
  const [method, path, body] = sent.split(/ (.*?)(?: (.*)|$)/);
  return {
    request: {
      method,
      url: `http://a.example${path}`,
      headers: [],
      ...(body && { postData: { text: body } }),
    },
    response: { status, headers: [], content: { text: `recorded as ${status}` }, ...response },
  };
}

function replaying(...entries: object[]) {
  const notices: string[] = [];
  const notice = (sentence: string) => void notices.push(sentence);
  return { options: { replay: { log: { entries } }, notice }, notices };
}

function made(id: string, time: string | number, score = 5) {
  const body = {
    tags: [`run ${id}0000-0000-4000-8000-00000000abcd`],
    confidenceScore: score,
    requestId: `r-${id}`,
    seen: { first: time, heat: 1 },
  };
  return `/feed/tunnelco/api ${JSON.stringify(body)}`;
}

test('what a client makes anew is ignored; the very request comes before', async () => {
  const { options } = replaying(
    entry(`POST ${made('1111', '2025-01-31T09:00:00Z')}`, 210),
    entry(`POST ${made('2222', '2025-01-31 10:00:00')}`, 211),
    entry(`POST ${made('2222', 1_690_000_000_123)}`, 212),
  );
  await using server = await startServer(options);
  const sent = [
    made('3333', '2026-03-01T10:00:00.5Z'),
    made('2222', '2025-01-31 10:00:00'),
    made('3333', 1_790_000_000_123),
    made('3333', '2026-03-01T10:00:00Z', 6),
  ];
  const answers = sent.map((line) => ask(server, `researcher-1 POST ${line}`));
  const [one, two, three, four] = await texts(answers);
  expect([one, two, three]).toEqual(['recorded as 210', 'recorded as 211', 'recorded as 212']);
  expect(four).toContain('the nearest is entry 1, with another body.');
  expect(server.requests()[0]?.why).toBe('Replayed from entry 1 of the recording.');
});

test('what cannot be sent again as it was is listed, and several values of a header are sent as such', async () => {
  const bytes = Buffer.from([0xff, 0]).toString('base64');
  const { options, notices } = replaying(
    entry('GET /bytes', 200, { content: { text: bytes, encoding: 'base64' } }),
    entry('GET /header', 200, { headers: [{ name: 'X-Mine', value: 'a\rb' }] }),
    entry('GET /none?secret', 0),
    entry('GET /interim', 100),
    entry('GET /cookies', 200, { headers: [{ name: 'Set-Cookie', value: 'a=1\nb=2' }] }),
    entry('GET /nothing', 204, { content: {} }),
    entry('GET /__worlds/7/private/sample/abc', 210),
  );
  await using server = await startServer(options);
  expect(notices).toEqual([
    'Of the recording, not replayed: entry 1 has a body that cannot be sent as text: it is not UTF-8 (GET http://a.example/bytes), entry 2 has a header that cannot be sent: "x-mine" (GET http://a.example/header), entry 3 got no response (GET http://a.example/none), entry 4 got no final response (GET http://a.example/interim).',
  ]);
  const cookies = await ask(server, '- GET /cookies');
  expect(cookies.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  const nothing = await ask(server, '- GET /nothing');
  expect([nothing.status, nothing.headers.get('content-length')]).toEqual([204, null]);
  // Whatever world it was recorded in, and is replayed in.
  for (const world of [server, await server.createWorld()])
    expect((await ask(world, '- GET /private/sample/abc')).status).toBe(210);
});

test.each([
  ['GET /v2/feed/tunnelco/api?page=2&report=1', 210, ''],
  ['GET /v2/private/sample/abc', 211, ''],
  ['GET /feed/tunnelco/api?report=1&page=2', 404, 'entry 1, with another path.'],
  ['GET /v1/private/sample/abc', 404, 'entry 2, with another path.'],
  ['GET /v2/private/sample/abd', 404, 'entry 2, with another path.'],
  ['GET /v2/feed/tunnelco/api?report=1', 404, 'entry 1, with another query.'],
  ['DELETE /v2/private/sample/abc', 404, 'entry 2, with another method.'],
  [
    'POST /feed/tunnelco/apo?a=b {}',
    404,
    'entry 1, with another method and path and query and body.',
  ],
])('%s is answered by the recording with %d %s', async (line, status, nearest) => {
  const { options } = replaying(
    entry('GET /v2/feed/tunnelco/api?report=1&page=2', 210),
    entry('GET /v2/private/sample/abc', 211),
  );
  await using server = await startServer(options);
  const answer = await ask(server, `reader ${line}`);
  expect(answer.status).toBe(status);
  if (nearest === '') return;
  expect(answer.headers.get('Abuse-Feed-Reason')).toBe('not-recorded; control="replay"');
  expect(await answer.json()).toEqual({
    error: `No request of the recording is like it; the nearest is ${nearest} Record it, or start with --replay-else serve (replayElse: 'serve').`,
    successful: false,
  });
});

test('a recording that is no HAR is refused', async () => {
  await expect(startServer({ replay: { entries: [] } })).rejects.toThrow(
    'The recording is not a HAR file',
  );
});
