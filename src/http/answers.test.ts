import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type Differences, dialectOf } from '../dialects/dialect.ts';
import { namedDialects } from '../dialects/named.ts';
import { randomDialect } from '../dialects/random.ts';
import type { SeenExchange } from '../index.ts';
import { extent } from '../repository/test-settings.test.support.ts';
import { type RunningServer, startServer } from '../server.ts';
import { foreignMethod, methodsAt } from '../spec/methods.test.support.ts';
import { exchange, exchangeAll } from './raw-exchange.test.support.ts';
import { feed, goodReport, seededId, seededSha256 } from './request/sample-values.test.support.ts';
import {
  type Answered,
  answered,
  by,
  bytesOf,
  good,
  nameOf,
  posted,
  researcher,
  type Sent,
  withField,
} from './sent-requests.test.support.ts';

function each(status: number, says: string | undefined, ...sent: Answered['sent'][]): Answered[] {
  return sent.map((one) => ({ sent: one, status, says }));
}

/** JSON values, one a line. */
function jsonLines(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter(Boolean);
}

/** By field: what it may be, and what comes nearest to that and is refused. */
const values: {
  readonly [field: string]: { readonly good: string[]; readonly bad: string[] };
} = {
  tags: {
    good: jsonLines(String.raw`
      []
      [""]
      ["a", "a"]
      ["\u0000\u001b[2J"]
      ["\ud800"]
      ["🦊"]`),
    bad: jsonLines(`
      null
      "rat"
      {}
      [1]
      [null]
      [["rat"]]
      [${'"t",'.repeat(100)}"t"]`),
  },
  c2Address: {
    good: jsonLines(`
      "192.0.2.1:1"
      "c2.example.com.:65535"
      "C2.Example.COM:443"
      "[::ffff:192.0.2.1]:1"`),
    bad: jsonLines(String.raw`
      null
      5
      ""
      "c2.example"
      "c2.example:"
      ":4444"
      "c2.example:0"
      "c2.example:65536"
      "c2.example:04444"
      " c2.example:1"
      "c2.example:1\n"
      "http://c2.example:1"
      "2001:db8::5:443"
      "[2001:db8::zz]:443"
      "[192.0.2.1]:443"
      "192.0.2.256:80"
      "192.0.2:80"
      "-c2.example:80"
      "c2..example:80"
      "${'a'.repeat(64)}.example:80"`),
  },
  file256Hash: {
    good: [JSON.stringify(goodReport.file256Hash.toUpperCase())],
    bad: jsonLines(`
      null
      {}
      ""
      "${goodReport.file256Hash}0"
      "g${goodReport.file256Hash.slice(1)}"`),
  },
  referenceLink: {
    good: jsonLines(`
      "http://results.example"
      "HTTPS://u:p@r.example.:8080/%C3%BC?a=b#c"
      "http://192.0.2.1"`),
    bad: jsonLines(`
      null
      []
      ""
      "results.example/page"
      "javascript:alert(1)"
      "ftp://results.example/"
      "https://r.example:99999/"
      "https://[::::]/"
      "https://999.1.1.1/"
      "https://r.example/a b"
      "https://r.example/ü"
      "https://r.example/a|b"
      "https://r.example/%zz"
      "https://r.example/{x}"
      "https://r.example/${'a'.repeat(2048)}"`),
  },
  confidenceScore: {
    good: jsonLines('0\n100\n5.0\n1e1\n-0'),
    bad: jsonLines('null\n"5"\n[5]\n1.5\n-1\n101\n1e300'),
  },
};

/** A good report with another member before its own. */
function after(member: string): string {
  return good.replace('{', `{${member},`);
}

function nested(depth: number): string {
  return `${'['.repeat(depth)}${']'.repeat(depth)}`;
}

function encoded(body: Buffer | string, encoding: string): Sent {
  return posted(body, [['Content-Encoding', encoding]]);
}

const bodies: readonly Answered[] = [
  ...Object.entries(values).flatMap(([field, { good: taken, bad }]) => {
    const whole = JSON.stringify({ ...goodReport, [field]: undefined });
    return [
      ...each(201, undefined, ...taken.map((json) => posted(withField(field, json)))),
      ...each(400, field, ...bad.map((json) => posted(withField(field, json))), posted(whole)),
    ];
  }),
  ...each(400, 'not valid JSON', posted(withField('confidenceScore', '075'))),
  ...each(400, 'IPv6', posted(withField('c2Address', '"[1:2:3]:443"'))),
  ...each(400, 'IPv4', posted(withField('c2Address', '"example.7:80"'))),
  ...each(
    400,
    'JSON',
    ...['{"tags": [}', '{"tags": ["rat"', '{} {}', ' '].map((one) => posted(one)),
  ),
  ...each(
    400,
    'the number at confidenceScore is too large',
    posted(withField('confidenceScore', '1e999')),
  ),
  ...each(400, 'UTF-8', posted(Buffer.from(withField('tags', '["é"]'), 'latin1'))),
  ...each(400, 'empty', posted(''), encoded(gzipSync(''), 'gzip')),
  ...each(400, 'body', ...['null', '"text"', '[]', '{}', `[${good}]`].map((one) => posted(one))),
  ...each(400, 'tags', posted(withField('tags', nested(100)))),
  ...each(400, 'missing', posted(`{"__proto__":${good}}`)),
  ...each(400, 'body', posted(nested(20_000)), encoded(good, 'gzip')),
  ...each(
    413,
    '65536',
    posted(good.padEnd(65_537)),
    encoded(gzipSync(Buffer.alloc(1 << 24, 32)), 'gzip'),
    { ...posted('{'), length: 1e12 },
  ),
  ...each(415, 'zebra', encoded(good, 'zebra')),
  ...each(
    201,
    undefined,
    posted(good.padEnd(65_536)),
    encoded(gzipSync(good), 'GZip'),
    encoded(deflateSync(good), 'deflate'),
    encoded(brotliCompressSync(good), 'br'),
    encoded(`\uFEFF${good}`, 'identity'),
    posted(after(`"x":${nested(100)}`)),
    posted(after('"confidenceScore":1.5')),
    posted(after('"__proto__":{"roles":["researcher"]}')),
    posted(good, [['Expect', '100-continue']]),
    {
      ...posted(`${good.length.toString(16)}\r\n${good}\r\n0\r\n\r\n`, [
        ['Transfer-Encoding', 'chunked'],
      ]),
      length: null,
    },
  ),
];

function typed(...types: readonly string[]): Sent {
  const headers = types.map((type) => ['Content-Type', type] as const);
  return { ...posted(good), headers: [...by(researcher), ...headers] };
}

const types: readonly Answered[] = [
  ...each(415, 'no content type', typed()),
  ...['text/plain', 'application/jsonx', '', '*/*', 'application/json, text/plain']
    .concat('application/json; charset=utf-16', 'application/json; charset=xutf-8')
    .flatMap((type) => each(415, 'application/json', typed(type))),
  ...['APPLICATION/JSON', 'application/json ;x=1', 'application/json; Charset = utf8'].flatMap(
    (type) => each(201, undefined, typed(type)),
  ),
];

const ofReport = `${feed}?report=${seededId}`;
const sample = `/private/sample/${seededSha256}`;

/** What is wrong with a token, at every operation. */
const tokens: readonly Answered[] = [
  { method: 'POST', path: feed, body: good },
  { method: 'GET', path: ofReport },
  { method: 'DELETE', path: ofReport },
  { method: 'GET', path: sample },
].flatMap((sent) => {
  const sentWith = (...sentTokens: readonly string[]): Sent => ({
    ...sent,
    headers: [
      ...sentTokens.map((token) => ['Authorization', token] as const),
      ...(sent.body === undefined ? [] : [['Content-Type', 'application/json'] as const]),
    ],
  });
  return [
    ...each(401, 'header is missing', sentWith(), sentWith(''), sentWith('   ')),
    ...each(401, 'not known', sentWith('nobody'), sentWith('__proto__'), sentWith('t\xf6ken')),
    ...each(401, 'not known', sentWith('Bearer token-reader'), sentWith('TOKEN-RESEARCHER-1')),
    ...each(400, 'more than once', sentWith('token-researcher-1', 'token-researcher-1')),
    ...each(431, 'headers', sentWith('t'.repeat(20_000))),
  ];
});

const paths: readonly Answered[] = [
  ...['/feed', '/feed//api', '/feed/tunnelco/api/', '/Feed/tunnelco/api', '//feed/tunnelco/api']
    .concat('/private/sample/', `${sample}/`, '/favicon.ico', '/../../etc/passwd', '/%ZZ')
    .filter((path) => methodsAt(path).length === 0)
    .flatMap((path) =>
      ['GET', 'PUT'].flatMap((method) =>
        each(404, 'unknown-path; http="RFC 9110, 15.5.5"', { method, path, headers: by('reader') }),
      ),
    ),
  ...[feed, sample].flatMap((path) =>
    ['POST', 'DELETE', 'PUT', 'TRACE', 'HEAD', foreignMethod]
      .filter((method) => !methodsAt(path).includes(method))
      .flatMap((method) =>
        each(405, 'method-not-allowed; http="RFC 9110, 15.5.6"', {
          method,
          path,
          headers: by('reader'),
        }),
      ),
  ),
];

const calls = answered(`
  reader POST FEED 403 | not-a-researcher; clause="create/researchers-only"
  researcher-1 POST /feed/nosuchco/api 404 | nosuchco
  reader DELETE FEED?report=ID 403 | not-your-report
  researcher-2 DELETE FEED?report=ID 403 | not-your-report
  owner-dyndnsco DELETE FEED?report=ID 403 | not-your-report
  analyst-empty GET /private/sample/HASH 429 | no-requests-left
  analyst GET /private/sample/%ZZ 400 | percent
  analyst GET /private/sample/HASH0 400 | hash
  analyst GET /private/sample/HASH%0A 400 | hash
  analyst GET /private/sample/__proto__ 400 | hash
  analyst GET /private/sample/${'0'.repeat(64)} 404 | unknown-hash; clause="lookup/unknown-hash-finds-nothing"
  analyst GET /private/sample/${'a'.repeat(9000)} 414 | 8192
  reader GET /feed/x/api?report=NOBODYS 404 | unknown-service; open-point="feed.unknown-service"
  ${['GET', 'DELETE']
    .map(
      (method) => `
  researcher-1 ${method} FEED 400 | missing-parameter; clause="${method === 'GET' ? 'fetch' : 'delete'}/missing-id-is-refused"
  researcher-1 ${method} FEED? 400 | report
  researcher-1 ${method} FEED?report 400 | report
  researcher-1 ${method} FEED?report= 400 | report
  researcher-1 ${method} FEED?Report=ID 400 | report
  researcher-1 ${method} FEED?report[]=ID 400 | report
  researcher-1 ${method} FEED?report=ID&report=OTHERS 400 | more than once
  researcher-1 ${method} FEED?report=1 400 | UUID
  researcher-1 ${method} FEED?report=ID0 400 | UUID
  researcher-1 ${method} FEED?report={ID} 400 | UUID
  researcher-1 ${method} FEED?report=%20ID 400 | UUID
  researcher-1 ${method} FEED?report=ID%0A 400 | UUID
  researcher-1 ${method} FEED?report=__proto__ 400 | UUID
  researcher-1 ${method} FEED?report=%C3%28 400
  researcher-1 ${method} /feed/%ZZ/api?report=ID 400 | percent
  researcher-1 ${method} FEED?report=OTHERS 404 | unknown-report
  researcher-1 ${method} /feed/TUNNELCO/api?report=ID 404 | feed
  researcher-1 ${method} /feed/__proto__/api?report=ID 404 | feed
  researcher-1 ${method} /feed/tunnelco%2Fx/api?report=ID 404 | feed
  researcher-1 ${method} /feed/%00/api?report=ID 404 | feed
  researcher-1 ${method} FEED?report=ID&x=${'a'.repeat(9000)} 414 | 8192`,
    )
    .join('')}
  reader GET FEED?report=ID 200
  reader GET FEED?report=ID&trace=1 200
  reader GET /feed/%74unnelco/api?report=ID 200
  reader GET FEED?report=${seededId.toUpperCase()} 200
  reader GET http://feed.exampleFEED?report=ID 200
  reader GET FEED?report=ID { 200
  analyst GET /private/sample/${seededSha256.toUpperCase()} 200
  researcher-1 DELETE FEED?report=ID { 200
`);

const head = `POST ${feed} HTTP/1.1\r\nHost: a\r\n`;
const noHttp: readonly Answered[] = each(
  400,
  'malformed-http',
  'hello\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nbroken\r\n\r\n',
  'GET / HTTP/1.1\r\nConnection: close\r\n\r\n',
  `${head}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
  `${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  `${head}Connection: close\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
);

// The last call deletes what the others ask for.
const rows = [bodies, types, tokens, paths, noHttp, calls].flat();

async function expectAnswer(server: RunningServer, { sent, status, says = '' }: Answered) {
  const what = nameOf(sent);
  const { reports, deleted } = server.state();
  const { body, headers, ...answer } = await exchange(server.baseUrl, bytesOf(sent));
  expect({ what, status: answer.status }).toEqual({ what, status });
  if (status === 405 && typeof sent !== 'string')
    expect(headers.allow, what).toBe([...methodsAt(sent.path), 'OPTIONS'].join(', '));
  const reason = headers['abuse-feed-reason'];
  if (status >= 400) expect(reason, what).toBeDefined();
  if (reason === undefined) return;
  // It says why at the control plane, too, and has changed nothing.
  expect(server.requests().at(-1), what).toMatchObject({
    reason,
    why: expect.stringMatching(/\.$/),
  });
  expect(server.state(), what).toMatchObject({ reports, deleted });
  if (typeof sent !== 'string' && sent.method === 'HEAD') return;
  const { error, ...rest } = JSON.parse(body);
  expect(rest, what).toEqual({ successful: false });
  expect(`${reason}: ${error}`, what).toContain(says);
}

// One server takes them all in turn: whatever one of them breaks, the next would meet.
test('every request is answered as it should be, and one that is refused changes nothing', async () => {
  await using server = await startServer();
  for (const row of rows) {
    await expectAnswer(server, row);
    server.clearRequests();
  }
});

test('every call of a known caller counts, whatever its outcome', async () => {
  await using server = await startServer();
  const left = () => server.callers().find(({ id }) => id === 'analyst')?.requestsLeft ?? 0;
  const before = left();
  for (const asked of ['0'.repeat(64), '0'.repeat(63), '__proto__', seededSha256])
    for (const { sent } of answered(`analyst GET /private/sample/${asked} 200`))
      await exchange(server.baseUrl, bytesOf(sent));
  expect(left()).toBe(before - 4);
});

const dialects = [
  ...Object.entries(namedDialects).map(
    ([name, { differences }]) => [name, dialectOf(differences)] as const,
  ),
  ...[42, 1, 2].map((seed) => [`random ${seed}`, randomDialect(seed)] as const),
];

test.each(extent === 'quick' ? dialects.slice(-3) : dialects)(
  'under the dialect %s, the first world and a made one answer, note and log alike, as the document has it',
  async (_name, dialect) => {
    const logged: object[] = [];
    const log = (entry: object) => {
      // A reply that the document does not have is one, too.
      if ('bug' in entry) throw new Error(String(entry.bug));
      const { time: _, ms: _ms, url = '', ...rest } = entry as { [key: string]: unknown };
      logged.push({ ...rest, url: String(url).replace('/__worlds/made', '') });
    };
    const still = { clock: { mode: 'frozen', at: '2026-01-31T13:45:00Z' }, ids: 'same' } as const;
    await using server = await startServer({ ...still, dialect, log });
    const made = await server.createWorld({ id: 'made' });
    for (const { sent } of rows) {
      if (typeof sent === 'string') continue;
      const what = nameOf(sent);
      const [one, other] = [
        await exchange(server.baseUrl, bytesOf(sent)),
        await exchange(server.baseUrl, bytesOf(sent, '/__worlds/made')),
      ].map(({ headers: { date: _, ...headers }, ...answer }) => ({ ...answer, headers }));
      expect({ what, ...other }).toEqual({ what, ...one });
      expect(made.state(), what).toEqual(server.state());
      const [first, second] = [...server.requests(), ...made.requests()].map(noted);
      expect(second, what).toEqual(first);
      for (const world of [server, made]) world.clearRequests();
      const [line, otherLine] = logged.splice(0);
      expect(otherLine, what).toEqual(line);
    }
  },
);

/** Without what depends on when it was. */
function noted({ id: _, startedAt: _began, endedAt: _ended, ahead: _a, ...rest }: SeenExchange) {
  return rest;
}

/** Creates with a field of this JSON. */
function fieldsOf(field: string, status: number, ...json: string[]): Answered[] {
  return each(status, undefined, ...json.map((one) => posted(withField(field, one))));
}

const optional = { 'create.required.tags': false } as const;
const twoIds = 'reader GET FEED?report=ID&report=NOBODYS';

/** Requests with something wrong besides the token: whichever is looked at first decides. */
function inOrder(of: (wrong: string, token: string) => string): Answered[] {
  return answered(
    [
      ['POST FEED {}', 'invalid-report'],
      ['POST FEED {', 'malformed-request'],
      ['GET FEED', 'missing-parameter'],
      ['DELETE FEED?report=x', 'malformed-id'],
      ['GET FEED?report=ID&report=ID', 'malformed-request'],
      ['GET /private/sample/%zz', 'malformed-request'],
    ]
      .flatMap(([asked, wrong = '']) => [
        `reader ${asked} ${of(wrong, wrong)}`,
        `nobody ${asked} ${of(wrong, 'unknown-token')}`,
        `- ${asked} ${of(wrong, 'no-token')}`,
      ])
      .join('\n'),
  );
}

test.each<[Differences, readonly Answered[]]>([
  [optional, fieldsOf('tags', 400, 'null', '[null]')],
  [
    { ...optional, 'create.null-fields': 'left-out' },
    [
      ...fieldsOf('tags', 201, 'null'),
      ...fieldsOf('tags', 400, '[null]'),
      ...fieldsOf('referenceLink', 400, 'null'),
    ],
  ],
  [
    { 'create.score.notation': 'digits', 'create.status.wrong-notation': 422 },
    [
      ...fieldsOf('confidenceScore', 201, '1'),
      ...fieldsOf('tags', 201, '["1.0", "\\"1e0"]'),
      ...each(201, undefined, posted(after('"p":0.5,"old":{"confidenceScore":7.0}'))),
      ...each(201, undefined, posted(after('"confidenceScore":7.0'))),
      ...fieldsOf('confidenceScore', 422, '1.0', '1e0'),
      ...each(422, '', posted(withField('confidenceScore', '7.0').replace('Score', '\\u0053core'))),
      ...fieldsOf('confidenceScore', 400, '7.5'),
      ...fieldsOf('tags', 400, '[1.5]'),
    ],
  ],
  [
    { 'create.status.wrong-type': 422 },
    [
      ...fieldsOf('tags', 422, '"rat"', '[1]'),
      ...fieldsOf('confidenceScore', 422, '1.5'),
      ...fieldsOf('tags', 400, 'null'),
      ...fieldsOf('confidenceScore', 400, '101'),
    ],
  ],
  [
    { 'create.status.no-object': 422, 'create.status.invalid-report': 200 },
    [
      ...each(422, '', posted('[]'), posted('null'), posted('5')),
      ...each(200, '', posted('{}')),
      ...each(400, '', posted('{')),
    ],
  ],
  [
    { 'create.address.ipv6': 'refused' },
    each(
      400,
      'expected <host>:<port>, with a port from 1 to 65535 and no IPv6 address.',
      posted(withField('c2Address', '"[2001:db8::5]:443"')),
    ),
  ],
  [{ 'feed.repeated-parameters': 'refused' }, answered(`${twoIds} 400`)],
  [{ 'feed.repeated-parameters': 'first' }, answered(`${twoIds} 200`)],
  [{ 'feed.repeated-parameters': 'last' }, answered(`${twoIds}&x&report=ID 200\n${twoIds} 404`)],
  [
    { 'feed.unknown-parameters': 'refused', 'lookup.unknown-parameters': 'refused' },
    answered(`
      analyst GET /private/sample/HASH?hash=1 400 | : Unknown query parameter 'hash'. Leave it out.
      reader GET FEED?service=1 400 | : Unknown query parameter 'service'.
      reader GET FEED?report=ID&report/x=1 400 | : Unknown query parameter 'report/x'.`),
  ],
  [{ 'fetch.who': 'public' }, answered('- GET FEED?report=x 400 | malformed-id')],
  [
    { 'auth.prefix': 'Bearer' },
    answered('reader GET FEED?report=ID 401 | unknown-token; open-point="auth.prefix"'),
  ],
  [{}, inOrder((wrong, token) => `${token === wrong ? 400 : 401} | ${token}`)],
  [{ 'auth.order': 'after-validation' }, inOrder((wrong) => `400 | ${wrong}`)],
  ...[16_384, 1_048_576].map((limit): [Differences, readonly Answered[]] => [
    { 'create.body-limit': limit },
    [
      ...each(201, undefined, posted(good.padEnd(limit))),
      ...each(413, `${limit}`, posted(good.padEnd(limit + 1))),
    ],
  ]),
])('a dialect with %j decides so', async (differences, decided) => {
  await using server = await startServer({ dialect: differences });
  for (const row of decided) await expectAnswer(server, row);
});

test('what was sent comes back as it was sent', async () => {
  await using server = await startServer();
  for (const [field, { good: taken }] of Object.entries(values))
    for (const json of taken) {
      const created = await exchange(server.baseUrl, bytesOf(posted(withField(field, json))));
      const { id } = JSON.parse(created.body);
      const sent = { method: 'GET', path: `${feed}?report=${id}`, headers: by('reader') };
      const fetched = await exchange(server.baseUrl, bytesOf(sent));
      const kept = JSON.parse(field === 'file256Hash' ? json.toLowerCase() : json);
      expect(JSON.parse(fetched.body).report).toMatchObject({
        id,
        [field]: kept + 0 === 0 ? 0 : kept,
      });
    }
});

test('what is left of a body that was refused unread is not taken for another request', async () => {
  await using server = await startServer();
  const smuggled = `DELETE ${ofReport} HTTP/1.1\r\nHost: a\r\nAuthorization: token-researcher-1\r\n\r\n`;
  const before = server.state();
  const answers = await exchangeAll(server.baseUrl, bytesOf(posted(smuggled.repeat(1000))));
  expect(answers.map(({ status }) => status)).toEqual([413]);
  expect(server.state()).toEqual(before);
});

test('the body of a stranger is not waited for, and what comes of it later is no second answer', async () => {
  await using server = await startServer();
  const chunked = `${head}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const answers = await exchangeAll(server.baseUrl, chunked, 'no chunk\r\n');
  expect(answers.map(({ status }) => status)).toEqual([401]);
  expect(server.requests()).toMatchObject([{ outcome: 'no-token' }]);
});

const strictFields = { 'create.unknown-fields': 'refused' } as const;
const manyFields = Object.fromEntries(Array.from({ length: 3000 }, (_, nth) => [`field${nth}`, 1]));

test.each<[what: string, Differences, report: object, says: RegExp]>([
  [
    'more tags than there may be',
    {},
    { tags: Array(32_000).fill(1) },
    /^body\.tags is a list; expected a list of at most 100 items\.$/,
  ],
  [
    'wrong tags, of which ten are listed',
    {},
    { tags: Array(100).fill(1) },
    /\[9\].* and 90 more\.$/,
  ],
  ['unknown fields', strictFields, manyFields, /^(?!.*field10;).*field9; .* and 2990 more\.$/],
  ['a long name', strictFields, { ['x'.repeat(60_000)]: 1 }, /^.{0,300}$/],
])('what is wrong with a report is told briefly: %s', async (_what, dialect, part, says) => {
  await using server = await startServer({ dialect });
  const sent = posted(JSON.stringify({ ...goodReport, ...part }));
  const { status, body } = await exchange(server.baseUrl, bytesOf(sent));
  expect(status).toBe(400);
  expect(JSON.parse(body).error).toMatch(says);
});
