import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type Differences, dialectOf } from '../../dialects/dialect.ts';
import { namedDialects } from '../../dialects/named.ts';
import { randomDialect } from '../../dialects/random.ts';
import type { SeenExchange } from '../../index.ts';
import { extent } from '../../repository/test-settings.test.support.ts';
import { startServer } from '../../server.ts';
import { foreignMethod, methodsAt } from '../../spec/methods.test.support.ts';
import { exchange, exchangeAll } from '../raw-exchange.test.support.ts';
import {
  feed,
  goodReport,
  otherFeedsId,
  seededId,
  seededSha256,
  tokens,
} from './sample-values.test.support.ts';

type Field = keyof typeof goodReport;
type Header = readonly [name: string, value: string];

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers?: readonly Header[];
  readonly body?: string | Buffer;
  /** Content-Length by default; null for no header. */
  readonly length?: number | null;
}

interface Row {
  readonly sent: Sent | string;
  readonly status: number;
  /** A part of the error message. */
  readonly says?: RegExp | undefined;
  readonly allow?: string;
}

const json: Header = ['Content-Type', 'application/json'];
const good = JSON.stringify(goodReport);
const sample = `/private/sample/${seededSha256}`;
const ofReport = `${feed}?report=${seededId}`;

function as(token: string): Header {
  return ['Authorization', token];
}

function posted(body: string | Buffer, ...more: readonly Header[]): Sent {
  return { method: 'POST', path: feed, headers: [as(tokens.researcher), json, ...more], body };
}

function typed(...type: readonly string[]): Sent {
  const types = type.map((one): Header => ['Content-Type', one]);
  return { ...posted(good), headers: [as(tokens.researcher), ...types] };
}

function asked(path: string, method = 'GET', ...headers: readonly Header[]): Sent {
  return { method, path, headers: headers.length > 0 ? headers : [as(tokens.researcher)] };
}

function lookedUp(hash: string, token = tokens.analyst): Sent {
  return asked(`/private/sample/${hash}`, 'GET', as(token));
}

function all(status: number, says: RegExp | undefined, ...sent: readonly Row['sent'][]): Row[] {
  return sent.map((one) => ({ sent: one, status, says }));
}

/** A valid report with one field replaced by raw JSON text. */
function withField(field: Field, text: string): string {
  const members = Object.entries({ ...goodReport, [field]: 0 }).map(
    ([name, value]) => `"${name}":${name === field ? text : JSON.stringify(value)}`,
  );
  return `{${members.join(',')}}`;
}

/** A good report with another member before its own. */
function after(member: string): string {
  return good.replace('{', `{${member},`);
}

function without(field: Field): string {
  const { [field]: _, ...rest } = goodReport;
  return JSON.stringify(rest);
}

function nested(depth: number): string {
  return `${'['.repeat(depth)}${']'.repeat(depth)}`;
}

/** What each field may be, and what comes nearest to that and is refused. */
const values: Record<
  Field,
  { readonly good: readonly unknown[]; readonly bad: readonly unknown[] }
> = {
  tags: {
    good: [[], [''], ['a', 'a'], ['\u0000\u001b[2J'], ['\ud800'], ['🦊']],
    bad: [null, 'rat', {}, [1], [null], [['rat']], Array(101).fill('tag')],
  },
  c2Address: {
    good: ['192.0.2.1:1', 'c2.example.com.:65535', 'C2.Example.COM:443', '[::ffff:192.0.2.1]:443'],
    bad: [
      null,
      5,
      '',
      'c2.example.com',
      'c2.example.com:',
      ':4444',
      'c2.example.com:0',
      'c2.example.com:65536',
      'c2.example.com:04444',
      ' c2.example.com:4444',
      'c2.example.com:4444\n',
      'http://c2.example.com:4444',
      '2001:db8::5:443',
      '[2001:db8::zz]:443',
      '[192.0.2.1]:443',
      '192.0.2.256:80',
      '192.0.2:80',
      '-c2.example.com:80',
      'c2..example.com:80',
      `${'a'.repeat(64)}.example:80`,
    ],
  },
  file256Hash: {
    good: [goodReport.file256Hash.toUpperCase()],
    bad: [null, {}, '', `${goodReport.file256Hash}0`, `g${goodReport.file256Hash.slice(1)}`],
  },
  referenceLink: {
    good: ['http://results.example', 'https://results.example/a?b=c#d'],
    bad: [
      null,
      [],
      '',
      'results.example/page',
      'javascript:alert(1)',
      'ftp://results.example/',
      'https://results.example/a b',
      'https://results.example/ü',
      'https://r.example:99999/',
      `https://results.example/${'a'.repeat(2048)}`,
    ],
  },
  confidenceScore: { good: [0, 100], bad: [null, '5', [5], 1.5, -1, 101, 1e300] },
};

const fields = Object.keys(values) as Field[];

const bodies: readonly Row[] = [
  ...fields.flatMap((field) => [
    ...all(400, new RegExp(field), posted(without(field))),
    ...values[field].bad.flatMap((value) =>
      all(400, new RegExp(field), posted(withField(field, JSON.stringify(value)))),
    ),
    ...values[field].good.flatMap((value) =>
      all(201, undefined, posted(withField(field, JSON.stringify(value)))),
    ),
  ]),
  ...all(
    400,
    /JSON/,
    ...['{"tags": [}', '{"tags": ["rat"', '{} {}', '   '].map((body) => posted(body)),
    posted(withField('confidenceScore', '075')),
  ),
  ...all(400, /too large/, posted(withField('confidenceScore', '1e999'))),
  ...all(400, /UTF-8/, posted(Buffer.from(withField('tags', '["é"]'), 'latin1'))),
  ...all(400, /empty/, posted(''), posted(gzipSync(''), ['Content-Encoding', 'gzip'])),
  ...all(400, /body/, ...['null', '"text"', '[]', '{}', `[${good}]`].map((body) => posted(body))),
  ...all(400, /tags/, posted(withField('tags', nested(100)))),
  ...all(400, /missing/, posted(`{"__proto__":${good}}`)),
  ...all(400, /body/i, posted(nested(20_000)), posted(good, ['Content-Encoding', 'gzip'])),
  ...all(
    413,
    /65536/,
    posted(good.padEnd(65_537)),
    posted(gzipSync(Buffer.alloc(1 << 24, 32)), ['Content-Encoding', 'gzip']),
    { ...posted('{'), length: 1e12 },
  ),
  ...all(415, /zebra/, posted(good, ['Content-Encoding', 'zebra'])),
  ...all(
    201,
    undefined,
    ...['5.0', '1e1', '-0'].map((score) => posted(withField('confidenceScore', score))),
    posted(good.padEnd(65_536)),
    posted(gzipSync(good), ['Content-Encoding', 'GZip']),
    posted(deflateSync(good), ['Content-Encoding', 'deflate']),
    posted(brotliCompressSync(good), ['Content-Encoding', 'br']),
    posted(`\uFEFF${good}`, ['Content-Encoding', 'identity']),
    posted(after(`"x":${nested(100)}`)),
    posted(after('"confidenceScore":1.5')),
    posted(after('"__proto__":{"roles":["researcher"]}')),
    posted(good, ['Expect', '100-continue']),
    {
      ...posted(`${good.length.toString(16)}\r\n${good}\r\n0\r\n\r\n`),
      headers: [as(tokens.researcher), json, ['Transfer-Encoding', 'chunked']],
      length: null,
    },
  ),
];

const types: readonly Row[] = [
  ...all(415, /content type/, typed()),
  ...all(
    415,
    /application\/json/,
    ...['text/plain', 'application/jsonx', '', '*/*', 'application/json, text/plain'].map((type) =>
      typed(type),
    ),
    ...['utf-16', 'latin1', 'xutf-8'].map((set) => typed(`application/json; charset=${set}`)),
  ),
  ...all(
    201,
    undefined,
    ...['APPLICATION/JSON', 'application/json ;x=1', 'application/json; Charset = utf8'].map(
      (type) => typed(type),
    ),
  ),
];

const callers: readonly Row[] = [
  posted(good),
  asked(ofReport),
  asked(ofReport, 'DELETE'),
  asked(sample),
].flatMap((sent) => {
  const by = (...who: readonly string[]): Sent => ({
    ...sent,
    headers: [...who.map(as), ...(sent.body === undefined ? [] : [json])],
  });
  return [
    ...all(401, /missing/, by(), by(''), by('   ')),
    ...all(401, /not known/, by('token-nobody'), by('__proto__'), by('t\xf6ken')),
    ...all(401, undefined, by('Bearer token-researcher-1'), by('TOKEN-RESEARCHER-1')),
    ...all(400, /more than once/, by(tokens.researcher, tokens.researcher)),
    ...all(431, /headers/, by('t'.repeat(20_000))),
  ];
});

const mayNot: readonly Row[] = [
  ...all(403, /researcher/, { ...posted(good), headers: [as(tokens.reader), json] }),
  ...all(
    403,
    undefined,
    ...[tokens.reader, 'token-researcher-2', 'token-owner-dyndnsco'].map((token) =>
      asked(ofReport, 'DELETE', as(token)),
    ),
  ),
  ...all(429, undefined, lookedUp(seededSha256, 'token-analyst-empty')),
];

const queries: readonly Row[] = ['GET', 'DELETE'].flatMap((method) => [
  ...all(
    400,
    /report/,
    ...['', '?', '?report', '?report=', `?Report=${seededId}`, `?report[]=${seededId}`].map(
      (query) => asked(feed + query, method),
    ),
  ),
  ...all(400, /more than once/, asked(`${ofReport}&report=${otherFeedsId}`, method)),
  ...all(
    400,
    /UUID/,
    ...['1', `${seededId}0`, `{${seededId}}`, `%20${seededId}`, `${seededId}%0A`, '__proto__'].map(
      (id) => asked(`${feed}?report=${id}`, method),
    ),
  ),
  ...all(400, /percent/, asked(`/feed/%ZZ/api?report=${seededId}`, method)),
  ...all(400, undefined, asked(`${feed}?report=%C3%28`, method)),
  ...all(404, undefined, asked(`${feed}?report=${otherFeedsId}`, method)),
  ...all(
    404,
    /feed/,
    ...['nosuchco', 'TUNNELCO', '__proto__', 'tunnelco%2Fx', '%00'].map((service) =>
      asked(`/feed/${service}/api?report=${seededId}`, method),
    ),
  ),
  ...all(414, /8192/, asked(`${ofReport}&x=${'a'.repeat(9000)}`, method)),
]);

const paths: readonly Row[] = [
  ...['/feed', '/feed//api', '/feed/tunnelco/api/', '/Feed/tunnelco/api', '//feed/tunnelco/api']
    .concat('/private/sample/', `${sample}/`, '/favicon.ico', '/../../etc/passwd', '/%ZZ')
    .filter((path) => methodsAt(path).length === 0)
    .flatMap((path) => all(404, undefined, asked(path), asked(path, 'PUT'))),
  ...[feed, sample].flatMap((path) => {
    const own = methodsAt(path);
    const others = ['POST', 'DELETE', 'PUT', 'TRACE', 'HEAD', foreignMethod];
    const allow = [...own, 'OPTIONS'].join(', ');
    return others
      .filter((method) => !own.includes(method))
      .map((method) => ({ sent: asked(path, method), status: 405, allow }));
  }),
  ...all(404, /nosuchco/, { ...posted(good), path: '/feed/nosuchco/api' }),
  ...all(414, /8192/, lookedUp('a'.repeat(9000))),
  ...all(400, /percent/, lookedUp('%ZZ')),
  ...all(
    400,
    /hash/,
    ...[seededSha256.slice(1), `${seededSha256}%0A`, '__proto__'].map((hash) => lookedUp(hash)),
  ),
  ...all(404, undefined, lookedUp('0'.repeat(64))),
];

const served: readonly Row[] = all(
  200,
  undefined,
  asked(ofReport.toUpperCase().replace(feed.toUpperCase(), feed).replace('REPORT', 'report')),
  asked(`${ofReport}&trace=1`),
  asked(`/feed/%74unnelco/api?report=${seededId}`),
  asked(`http://feed.example${ofReport}`),
  { ...asked(ofReport), headers: [as(tokens.researcher), json], body: '{' },
  lookedUp(seededSha256.toUpperCase()),
  // Last, since it is gone afterwards.
  { ...asked(ofReport, 'DELETE'), headers: [as(tokens.researcher), json], body: '{' },
);

const noHttp: readonly Row[] = all(
  400,
  undefined,
  'hello\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nbroken\r\n\r\n',
  'GET / HTTP/1.1\r\nConnection: close\r\n\r\n',
  `POST ${feed} HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
  `POST ${feed} HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  `POST ${feed} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
);

const rows = [bodies, types, callers, mayNot, queries, paths, noHttp, served].flat();

function bytesOf(sent: Row['sent'], world = ''): Buffer {
  if (typeof sent === 'string') return Buffer.from(sent);
  const { method, path, headers = [], body, length = body && Buffer.byteLength(body) } = sent;
  const place = path.replace(/^(https?:\/\/[^/]*)?/, `$1${world}`);
  const lines = [
    `${method} ${place} HTTP/1.1`,
    'Host: feed.example',
    'Connection: close',
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(typeof length === 'number' ? [`Content-Length: ${length}`] : []),
    ...(body === '' ? ['Content-Length: 0'] : []),
  ];
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return Buffer.concat([head, Buffer.from(body ?? '')]);
}

function nameOf(sent: Row['sent']): string {
  return bytesOf(sent).toString('latin1').slice(0, 400);
}

// One server takes them all in turn: whatever one of them breaks, the next would meet.
test('every request is answered as it should be, and one that is refused changes nothing', async () => {
  await using server = await startServer();
  for (const { sent, status, says = /\S/, allow } of rows) {
    const what = nameOf(sent);
    const { reports, deleted } = server.state();
    const answer = await exchange(server.baseUrl, bytesOf(sent));
    expect({ what, status: answer.status }).toEqual({ what, status });
    if (allow !== undefined) expect(answer.headers.allow, what).toBe(allow);
    if (status < 300) continue;
    expect(server.state(), what).toMatchObject({ reports, deleted });
    if (typeof sent !== 'string' && sent.method === 'HEAD') continue;
    expect(JSON.parse(answer.body), what).toEqual({
      error: expect.stringMatching(says),
      successful: false,
    });
  }
});

test('every call of a known caller counts, whatever its outcome', async () => {
  await using server = await startServer();
  const before = server.callers().find(({ id }) => id === 'analyst')?.requestsLeft ?? 0;
  for (const hash of ['0'.repeat(64), '0'.repeat(63), '__proto__', seededSha256])
    await exchange(server.baseUrl, bytesOf(lookedUp(hash)));
  const left = server.callers().find(({ id }) => id === 'analyst')?.requestsLeft;
  expect(left).toBe(before - 4);
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
function noted({
  id: _,
  startedAt: _began,
  endedAt: _ended,
  ahead: _ahead,
  ...rest
}: SeenExchange) {
  return rest;
}

const optional = { 'create.required.tags': false } as const;
const digits = { 'create.score.notation': 'digits', 'create.status.wrong-notation': 422 } as const;
const refusing = {
  'feed.unknown-parameters': 'refused',
  'lookup.unknown-parameters': 'refused',
} as const;
const nobodys = '00000000-0000-4000-8000-000000000000';
function scored(score: string): Sent {
  return posted(withField('confidenceScore', score));
}

function tagged(tags: string): Sent {
  return posted(withField('tags', tags));
}

test.each<[Differences, ...Row[]]>([
  [optional, ...all(400, /tags/, tagged('null'), tagged('[null]'))],
  [
    { ...optional, 'create.null-fields': 'left-out' },
    ...all(201, undefined, tagged('null')),
    ...all(400, /referenceLink/, posted(withField('referenceLink', 'null'))),
    ...all(400, /tags/, tagged('[null]')),
  ],
  [
    digits,
    ...all(201, undefined, scored('1'), tagged('["1.0", "\\"1e0"]')),
    ...all(201, undefined, posted(after('"probability":0.5,"old":{"confidenceScore":7.0}'))),
    ...all(201, undefined, posted(after('"confidenceScore":7.0'))),
    ...all(422, undefined, scored('1.0'), scored('1e0')),
    ...all(
      422,
      undefined,
      posted(withField('confidenceScore', '7.0').replace('Score', '\\u0053core')),
    ),
    ...all(400, undefined, scored('7.5'), tagged('[1.5]')),
  ],
  [
    { 'create.status.wrong-type': 422 },
    ...all(422, undefined, tagged('"rat"'), tagged('[1]'), scored('1.5')),
    ...all(400, undefined, tagged('null'), scored('101')),
  ],
  [
    { 'create.status.no-object': 422, 'create.status.invalid-report': 200 },
    ...all(422, undefined, posted('[]'), posted('null'), posted('5')),
    ...all(200, undefined, posted('{}')),
    ...all(400, undefined, posted('{')),
  ],
  [
    { 'create.address.ipv6': 'refused' },
    ...all(
      400,
      /expected <host>:<port>, with a port from 1 to 65535 and no IPv6 address\./,
      posted(withField('c2Address', '"[2001:db8::5]:443"')),
    ),
    ...all(400, /^(?!.*brackets)/, posted(withField('c2Address', '"no port"'))),
  ],
  ...(['refused', 'first', 'last'] as const).map((answer): [Differences, ...Row[]] => [
    { 'feed.repeated-parameters': answer },
    {
      sent: asked(`${ofReport}&report=${nobodys}`),
      status: { refused: 400, first: 200, last: 404 }[answer],
    },
    {
      sent: asked(`${feed}?report=${nobodys}&x&report=${seededId}`),
      status: { refused: 400, first: 404, last: 200 }[answer],
    },
  ]),
  [
    refusing,
    ...all(400, /^Unknown query parameter 'hash'\. Leave it out\.$/, asked(`${sample}?hash=1`)),
    ...all(400, /^Unknown query parameter 'service'\./, asked(`${feed}?service=1`)),
    ...all(400, /^Unknown query parameter 'report\/x'\./, asked(`${ofReport}&report/x=1`)),
  ],
  [{ 'fetch.who': 'public' }, ...all(400, /UUID/, { method: 'GET', path: `${feed}?report=x` })],
  ...([16_384, 65_536, 1_048_576] as const).map((limit): [Differences, ...Row[]] => [
    { 'create.body-limit': limit },
    ...all(201, undefined, posted(good.padEnd(limit))),
    ...all(413, new RegExp(`${limit}`), posted(good.padEnd(limit + 1))),
  ]),
])('a dialect with %j decides so', async (differences, ...decided) => {
  await using server = await startServer({ dialect: dialectOf(differences) });
  for (const { sent, status, says = /^/ } of decided) {
    const answer = await exchange(server.baseUrl, bytesOf(sent));
    expect({ sent: nameOf(sent), status: answer.status }).toEqual({ sent: nameOf(sent), status });
    if (status >= 400) expect(JSON.parse(answer.body).error).toMatch(says);
  }
});

test('what was sent comes back as it was sent', async () => {
  await using server = await startServer();
  for (const field of fields)
    for (const value of values[field].good) {
      const body = JSON.stringify({ ...goodReport, [field]: value });
      const created = await exchange(server.baseUrl, bytesOf(posted(body)));
      const { id } = JSON.parse(created.body);
      const fetched = await exchange(server.baseUrl, bytesOf(asked(`${feed}?report=${id}`)));
      const kept = field === 'file256Hash' ? String(value).toLowerCase() : value;
      expect(JSON.parse(fetched.body).report).toMatchObject({ id, [field]: kept });
    }
});

test('what is left of a body that was refused unread is not taken for another request', async () => {
  await using server = await startServer();
  const smuggled = `DELETE ${ofReport} HTTP/1.1\r\nHost: a\r\nAuthorization: ${tokens.researcher}\r\n\r\n`;
  const before = server.state();
  const answers = await exchangeAll(server.baseUrl, bytesOf(posted(smuggled.repeat(1000))));
  expect(answers.map(({ status }) => status)).toEqual([413]);
  expect(server.state()).toEqual(before);
});

function unknownFields(count: number) {
  return Object.fromEntries(Array.from({ length: count }, (_, nth) => [`field${nth}`, 1]));
}

const strictFields = { 'create.unknown-fields': 'refused' } as const;

test.each<[what: string, Differences, report: object, says: RegExp]>([
  [
    'more tags than there may be, whatever they are',
    {},
    { tags: Array(32_000).fill(1) },
    /^body\.tags is a list; expected a list of at most 100 items\.$/,
  ],
  [
    'wrong tags, of which ten are listed',
    {},
    { tags: Array(100).fill(1) },
    /tags\[9\].* and 90 more\.$/,
  ],
  [
    'unknown fields',
    strictFields,
    unknownFields(3000),
    /^(?!.*field10;).*field9; .* and 2990 more\.$/,
  ],
  ['a long name', strictFields, { ['x'.repeat(60_000)]: 1 }, /^.{0,300}$/],
])('what is wrong with a report is told briefly: %s', async (_what, differences, part, says) => {
  await using server = await startServer({ dialect: dialectOf(differences) });
  const body = JSON.stringify({ ...goodReport, ...part });
  const answer = await exchange(server.baseUrl, bytesOf(posted(body)));
  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.body).error).toMatch(says);
});
