import { gzipSync } from 'node:zlib';

/** One request, down to its bytes, and what has to come of it under the default dialect. */
export interface CorpusRequest {
  readonly what: string;
  readonly bytes: Buffer;
  readonly status: number;
  /** What the error says, at least. */
  readonly says?: RegExp;
  /** What the Allow header lists. */
  readonly allow?: string;
  /** Lookups this takes off the count of `analyst`, the one thing it changes. */
  readonly counted?: number;
  /** HEAD has no body to look at. */
  readonly bodiless?: boolean;
}

export const tokens = {
  researcher: 'token-researcher-1',
  reader: 'token-reader',
  analyst: 'token-analyst',
};
/** Seeded in tunnelco by researcher-1. */
export const seededId = '5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01';
/** Seeded in dyndnsco. */
export const otherFeedsId = 'c16e9d72-40a8-4f3b-8e15-7a2d5b90f403';
export const seededSha256 = 'ae70fece2e538c7a5b4e962ef211cff9f360047a071044a8b28fdec58760b517';

export const goodReport = {
  tags: ['rat', 'windows'],
  c2Address: 'c2.example.com:4444',
  file256Hash: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  referenceLink: 'https://results.example/page',
  confidenceScore: 75,
};

type Expected = Omit<CorpusRequest, 'what' | 'bytes'>;
type Header = readonly [name: string, value: string];

interface Parts {
  readonly method: string;
  readonly path: string;
  readonly headers?: readonly Header[];
  readonly body?: string | Buffer;
  /** The Content-Length of the body where nothing else is said; undefined for none. */
  readonly length?: number | undefined;
}

export function bytesOf({ method, path, headers = [], body, ...more }: Parts): Buffer {
  const content = Buffer.from(body ?? '');
  const length = 'length' in more ? more.length : body === undefined ? undefined : content.length;
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: feed.example',
    'Connection: close',
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(length === undefined ? [] : [`Content-Length: ${length}`]),
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), content]);
}

const request = (what: string, parts: Parts, expected: Expected): CorpusRequest => ({
  what,
  bytes: bytesOf(parts),
  ...expected,
});

const feed = '/feed/tunnelco/api';
const as = (token: string): Header => ['Authorization', token];
const json: Header = ['Content-Type', 'application/json'];

function creating(what: string, body: string | Buffer, expected: Expected, more: Header[] = []) {
  const headers = [as(tokens.researcher), json, ...more];
  return request(`create: ${what}`, { method: 'POST', path: feed, headers, body }, expected);
}
function createAs(what: string, headers: readonly Header[], expected: Expected) {
  const body = JSON.stringify(goodReport);
  return request(`create: ${what}`, { method: 'POST', path: feed, headers, body }, expected);
}
const asking = (method: string, path: string, expected: Expected, token = tokens.researcher) =>
  request(`${method} ${path.slice(0, 100)}`, { method, path, headers: [as(token)] }, expected);
const lookingUp = (what: string, hash: string, expected: Expected) =>
  request(
    `lookup: ${what}`,
    { method: 'GET', path: `/private/sample/${hash}`, headers: [as(tokens.analyst)] },
    expected,
  );

/** The text of a good report with one field replaced by JSON that no serialiser would write. */
const withField = (field: keyof typeof goodReport, text: string): string =>
  `{${Object.entries(goodReport)
    .map(([name, value]) => `"${name}":${name === field ? text : JSON.stringify(value)}`)
    .join(',')}}`;
const without = (field: keyof typeof goodReport): string => {
  const { [field]: _, ...rest } = goodReport;
  return JSON.stringify(rest);
};

const wrongTypes: Record<keyof typeof goodReport, readonly string[]> = {
  tags: ['null', '"rat"', '5', 'true', '{}', '[1]', '[null]', '[["rat"]]', '[{}]'],
  c2Address: ['null', '5', 'true', '{}', '["c2.example.com:4444"]'],
  file256Hash: ['null', '5', 'false', '{}', '[]'],
  referenceLink: ['null', '5', 'true', '{}', '[]'],
  confidenceScore: ['null', '"5"', 'true', '{}', '[5]', '1.5', '1e400', '-1e400', '1e-2', '""'],
};

const badValues: Record<keyof typeof goodReport, readonly string[]> = {
  tags: [JSON.stringify(Array.from({ length: 101 }, (_, i) => `tag${i}`))],
  c2Address: [
    '',
    'c2.example.com',
    'c2.example.com:',
    ':4444',
    '4444',
    'c2.example.com:0',
    'c2.example.com:65536',
    'c2.example.com:99999',
    'c2.example.com:04444',
    'c2.example.com:-1',
    'c2.example.com:4444 ',
    ' c2.example.com:4444',
    'c2.example.com:4444\n',
    'c2.example.com:http',
    'c2 example:4444',
    'http://c2.example.com:4444',
    '2001:db8::5:443',
    '[2001:db8::5]',
    '[2001:db8::5:443',
    '[2001:db8::zz]:443',
    '[192.0.2.1]:443',
    '[]:443',
    '192.0.2.256:80',
    '192.0.2:80',
    `${'a'.repeat(64)}.example:80`,
    `${'a.'.repeat(129)}aa:80`,
    '-c2.example.com:80',
    'c2..example.com:80',
    'c2.example.com:٨٠',
  ].map((value) => JSON.stringify(value)),
  file256Hash: [
    '',
    'e3b0',
    `${goodReport.file256Hash}0`,
    goodReport.file256Hash.slice(1),
    `g${goodReport.file256Hash.slice(1)}`,
    ` ${goodReport.file256Hash.slice(1)}`,
    `${goodReport.file256Hash}\n`,
    '0'.repeat(128),
  ].map((value) => JSON.stringify(value)),
  referenceLink: [
    '',
    'results.example/page',
    '/page',
    'javascript:alert(1)',
    'ftp://results.example/page',
    'https://results.example/a b',
    'https://results.example/ü',
    'https://results.example/%zz',
    'https://results.example:99999/',
    `https://results.example/${'a'.repeat(2048)}`,
  ].map((value) => JSON.stringify(value)),
  confidenceScore: ['-1', '101', '9007199254740993', '1e300'],
};

const fields = Object.keys(goodReport) as (keyof typeof goodReport)[];
const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** Bodies that are no report. */
const badBodies: CorpusRequest[] = [
  creating('malformed JSON', '{"tags": [}', { status: 400, says: /JSON/ }),
  creating('JSON cut short', '{"tags": ["rat"', { status: 400, says: /JSON/ }),
  creating('two JSON values', '{} {}', { status: 400, says: /JSON/ }),
  creating('a number that JSON does not have', withField('confidenceScore', 'NaN'), {
    status: 400,
    says: /JSON/,
  }),
  creating('a number with leading zeros', withField('confidenceScore', '075'), {
    status: 400,
    says: /JSON/,
  }),
  creating('bytes that are no text', Buffer.from([0xff, 0xfe, 0x00, 0x7b]), { status: 400 }),
  creating('an empty body', '', { status: 400, says: /empty/ }),
  creating('blanks for a body', '   ', { status: 400 }),
  ...['null', '5', '"text"', 'true', '[]', '{}', `[${JSON.stringify(goodReport)}]`].map((body) =>
    creating(`the body ${body.slice(0, 20)}`, body, { status: 400, says: /body/ }),
  ),
  creating('a field that nests 100 deep', withField('tags', nested(100)), { status: 400 }),
  creating('a body that nests 20,000 deep', nested(20_000), { status: 400 }),
  creating('all its fields under __proto__', `{"__proto__":${JSON.stringify(goodReport)}}`, {
    status: 400,
    says: /missing/,
  }),
  creating('a body of 64 KiB and one', JSON.stringify(goodReport).padEnd(65_537), {
    status: 413,
    says: /65536/,
  }),
  creating(
    'a compressed body that unfolds to 16 MiB',
    gzipSync(Buffer.alloc(1 << 24, 32)),
    {
      status: 413,
      says: /65536/,
    },
    [['Content-Encoding', 'gzip']],
  ),
  creating(
    'a body that says it is compressed',
    JSON.stringify(goodReport),
    {
      status: 400,
      says: /body/i,
    },
    [['Content-Encoding', 'gzip']],
  ),
  creating(
    'an encoding nobody knows',
    JSON.stringify(goodReport),
    {
      status: 415,
      says: /zebra/,
    },
    [['Content-Encoding', 'zebra']],
  ),
  ...fields.map((field) =>
    creating(`no ${field}`, without(field), { status: 400, says: new RegExp(field) }),
  ),
  ...fields.flatMap((field) =>
    [...wrongTypes[field], ...badValues[field]].map((text) =>
      creating(`${field} is ${text.slice(0, 40)}`, withField(field, text), {
        status: 400,
        says: new RegExp(field),
      }),
    ),
  ),
];

const contentTypes: CorpusRequest[] = [
  createAs('no content type', [as(tokens.researcher)], { status: 415, says: /content type/ }),
  ...[
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    'application/vnd.api+json',
    'json',
    '',
    '*/*',
    'application/json, text/plain',
    'application/json; charset=utf-16',
    'application/json; charset=latin1',
  ].map((type) =>
    createAs(`content type "${type}"`, [as(tokens.researcher), ['Content-Type', type]], {
      status: 415,
      says: /application\/json/,
    }),
  ),
];

const badTokens: CorpusRequest[] = (
  [
    ['create', 'POST', feed, JSON.stringify(goodReport)],
    ['fetch', 'GET', `${feed}?report=${seededId}`],
    ['delete', 'DELETE', `${feed}?report=${seededId}`],
    ['lookup', 'GET', `/private/sample/${seededSha256}`],
  ] as const
).flatMap(([what, method, path, body]) => {
  const sent = (how: string, headers: readonly Header[], expected: Expected) =>
    request(
      `${what}: ${how}`,
      { method, path, headers: body ? [...headers, json] : headers, ...(body && { body }) },
      expected,
    );
  return [
    sent('no token', [], { status: 401, says: /missing/ }),
    sent('an empty token', [as('')], { status: 401, says: /missing/ }),
    sent('a token of blanks', [as('   ')], { status: 401, says: /missing/ }),
    sent('an unknown token', [as('token-nobody')], { status: 401, says: /not known/ }),
    sent('a token with a prefix', [as('Bearer token-researcher-1')], { status: 401 }),
    sent('a token in another case', [as('TOKEN-RESEARCHER-1')], { status: 401 }),
    sent('a token named like a property', [as('__proto__')], { status: 401 }),
    sent('a token beyond ASCII', [as('t\xf6ken')], { status: 401 }),
    sent('a token of 8,000 letters', [as('t'.repeat(8000))], { status: 401 }),
    sent('two different tokens', [as('token-researcher-1'), as('token-researcher-2')], {
      status: 400,
      says: /more than once/,
    }),
    sent('the same token twice', [as('token-researcher-1'), as('token-researcher-1')], {
      status: 400,
      says: /more than once/,
    }),
    sent('headers of 20 KiB', [as('t'.repeat(20_000))], { status: 431, says: /headers/ }),
  ];
});

const notAllowed: CorpusRequest[] = [
  createAs('a caller who is no researcher', [as(tokens.reader), json], {
    status: 403,
    says: /researcher/,
  }),
  asking('DELETE', `${feed}?report=${seededId}`, { status: 403 }, tokens.reader),
  asking('DELETE', `${feed}?report=${seededId}`, { status: 403 }, 'token-researcher-2'),
  asking('DELETE', `${feed}?report=${seededId}`, { status: 403 }, 'token-owner-dyndnsco'),
  asking('GET', `/private/sample/${seededSha256}`, { status: 429 }, 'token-analyst-empty'),
];

const badQueries: CorpusRequest[] = ['GET', 'DELETE'].flatMap((method) => [
  asking(method, feed, { status: 400, says: /report/ }),
  asking(method, `${feed}?`, { status: 400, says: /report/ }),
  asking(method, `${feed}?report`, { status: 400, says: /report/ }),
  asking(method, `${feed}?report=`, { status: 400, says: /report/ }),
  asking(method, `${feed}?Report=${seededId}`, { status: 400, says: /report/ }),
  asking(method, `${feed}?report[]=${seededId}`, { status: 400, says: /report/ }),
  asking(method, `${feed}?report[id]=${seededId}`, { status: 400, says: /report/ }),
  asking(method, `${feed}?report=${seededId}&report=${seededId}`, {
    status: 400,
    says: /more than once/,
  }),
  asking(method, `${feed}?report=${seededId}&report=${otherFeedsId}`, { status: 400 }),
  ...[
    '1',
    'abc',
    seededId.slice(1),
    `${seededId}0`,
    `{${seededId}}`,
    `urn:uuid:${seededId}`,
    seededId.replaceAll('-', ''),
    seededId.replace('5', 'g'),
    `%20${seededId}`,
    `${seededId}%0A`,
    `${seededId}%00`,
    '__proto__',
    '%F0%9F%A6%8A',
    "'%20or%201=1",
  ].map((id) => asking(method, `${feed}?report=${id}`, { status: 400, says: /UUID/ })),
  asking(method, `${feed}?report=%ZZ`, { status: 400 }),
  asking(method, `${feed}?report=%`, { status: 400 }),
  asking(method, `${feed}?report=%C3%28`, { status: 400 }),
  asking(method, `${feed}?report=00000000-0000-4000-8000-000000000000`, { status: 404 }),
  asking(method, `${feed}?report=${otherFeedsId}`, { status: 404 }),
  asking(method, `/feed/nosuchco/api?report=${seededId}`, { status: 404, says: /nosuchco/ }),
  asking(method, `/feed/TUNNELCO/api?report=${seededId}`, { status: 404 }),
  asking(method, `/feed/__proto__/api?report=${seededId}`, { status: 404 }),
  asking(method, `/feed/constructor/api?report=${seededId}`, { status: 404 }),
  asking(method, `/feed/tunnelco%2Fx/api?report=${seededId}`, { status: 404 }),
  asking(method, `/feed/%00/api?report=${seededId}`, { status: 404 }),
  asking(method, `/feed/%ZZ/api?report=${seededId}`, { status: 400, says: /percent/ }),
  asking(method, `/feed/%C3%28/api?report=${seededId}`, { status: 400, says: /percent/ }),
  asking(method, `${feed}?report=${seededId}&x=${'a'.repeat(9000)}`, { status: 414, says: /8192/ }),
]);

const badPaths: CorpusRequest[] = [
  ...['POST', 'DELETE', 'PUT'].map((method) => asking(method, '/', { status: 404 })),
  ...[
    '/feed',
    '/feed/',
    '/feed/tunnelco',
    '/feed//api',
    '/feed/tunnelco/api/',
    '/feed/tunnelco/api/x',
    '/Feed/tunnelco/api',
    '/feed/tunnelco/API',
    '//feed/tunnelco/api',
    '/private/sample',
    '/private/sample/',
    `/private/sample/${seededSha256}/`,
    '/private/samples/x',
    '/favicon.ico',
    '/../../etc/passwd',
    '/%ZZ',
  ].flatMap((path) =>
    ['GET', 'POST', 'DELETE', 'PUT'].map((method) => asking(method, path, { status: 404 })),
  ),
  ...['PUT', 'PATCH', 'PROPFIND', 'TRACE'].flatMap((method) => [
    asking(method, feed, { status: 405, allow: 'POST, GET, DELETE, OPTIONS' }),
    asking(method, `/private/sample/${seededSha256}`, { status: 405, allow: 'GET, OPTIONS' }),
  ]),
  ...['POST', 'DELETE'].map((method) =>
    asking(method, `/private/sample/${seededSha256}`, { status: 405, allow: 'GET, OPTIONS' }),
  ),
  asking('HEAD', `${feed}?report=${seededId}`, {
    status: 405,
    allow: 'POST, GET, DELETE, OPTIONS',
    bodiless: true,
  }),
  asking('HEAD', `/private/sample/${seededSha256}`, {
    status: 405,
    allow: 'GET, OPTIONS',
    bodiless: true,
  }),
  request(
    'create: an unknown feed',
    {
      method: 'POST',
      path: '/feed/nosuchco/api',
      headers: [as(tokens.researcher), json],
      body: JSON.stringify(goodReport),
    },
    { status: 404, says: /nosuchco/ },
  ),
  lookingUp('a URL of 9,000 bytes', 'a'.repeat(9000), { status: 414, says: /8192/ }),
  lookingUp('bad percent-encoding', '%ZZ', { status: 400, says: /percent/ }),
];

/** 1, 8: a call of a known caller counts, whatever comes of it. */
const countedLookups: CorpusRequest[] = [
  ['an unknown hash', '0'.repeat(64), 404],
  ['63 digits', seededSha256.slice(1), 400],
  ['65 digits', `${seededSha256}0`, 400],
  ['32 digits, as MD5 has', '0'.repeat(32), 400],
  ['40 digits, as SHA-1 has', '0'.repeat(40), 400],
  ['127 digits', '0'.repeat(127), 400],
  ['a letter that is no digit', `g${seededSha256.slice(1)}`, 400],
  ['a line break at the end', `${seededSha256}%0A`, 400],
  ['a slash in it', `${seededSha256.slice(1)}%2F`, 400],
  ['a name of a property', '__proto__', 400],
].map(([what, hash, status]) =>
  lookingUp(String(what), String(hash), { status: Number(status), counted: 1 }),
);

const brokenHttp: CorpusRequest[] = (
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

/** Everything that has to be refused and must leave no trace but, for some, one counted lookup. */
export const badRequests: readonly CorpusRequest[] = [
  ...badBodies,
  ...contentTypes,
  ...badTokens,
  ...notAllowed,
  ...badQueries,
  ...badPaths,
  ...countedLookups,
  ...brokenHttp,
];

const goodValues: Record<keyof typeof goodReport, readonly string[]> = {
  tags: ['[]', '[""]', '["a","a"]', '["\\u0000\\u001b[2J"]', '["\\ud800"]', '["🦊"]'],
  c2Address: [
    '192.0.2.1:1',
    'c2.example.com:65535',
    'C2.Example.COM:443',
    '[2001:db8::5]:443',
    '[::ffff:192.0.2.1]:443',
    'localhost:80',
    'c2.example.com.:80',
    '_dmarc.example:53',
    'xn--bcher-kva.example:80',
  ].map((value) => JSON.stringify(value)),
  file256Hash: [JSON.stringify(goodReport.file256Hash.toUpperCase())],
  referenceLink: ['"http://results.example"', '"https://results.example/a?b=c#d"'],
  confidenceScore: ['0', '100', '5.0', '1e1', '-0'],
};

/** The twins of the bad requests: as near to them as possible, and fine. */
export const goodRequests: readonly CorpusRequest[] = [
  ...fields.flatMap((field) =>
    goodValues[field].map((text) =>
      creating(`${field} is ${text.slice(0, 40)}`, withField(field, text), { status: 201 }),
    ),
  ),
  creating('a body of 64 KiB', JSON.stringify(goodReport).padEnd(65_536), { status: 201 }),
  creating('a compressed body', gzipSync(JSON.stringify(goodReport)), { status: 201 }, [
    ['Content-Encoding', 'gzip'],
  ]),
  creating(
    'an unknown field that nests 100 deep',
    JSON.stringify(goodReport).replace('{', `{"x":${nested(100)},`),
    { status: 201 },
  ),
  creating(
    'a key given twice',
    JSON.stringify(goodReport).replace('{', '{"confidenceScore":1.5,'),
    { status: 201 },
  ),
  creating(
    'a __proto__ key besides',
    JSON.stringify(goodReport).replace('{', '{"__proto__":{"roles":["researcher"]},'),
    { status: 201 },
  ),
  creating(
    'a client that waits to be asked for the body',
    JSON.stringify(goodReport),
    { status: 201 },
    [['Expect', '100-continue']],
  ),
  ...['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/json ;x=1'].map((type) =>
    createAs(`content type "${type}"`, [as(tokens.researcher), ['Content-Type', type]], {
      status: 201,
    }),
  ),
  request(
    'create: a body in chunks',
    {
      method: 'POST',
      path: feed,
      headers: [as(tokens.researcher), json, ['Transfer-Encoding', 'chunked']],
      body: `${JSON.stringify(goodReport).length.toString(16)}\r\n${JSON.stringify(goodReport)}\r\n0\r\n\r\n`,
      length: undefined,
    },
    { status: 201 },
  ),
  asking('GET', `${feed}?report=${seededId}`, { status: 200 }),
  asking('GET', `${feed}?report=${seededId.toUpperCase()}`, { status: 200 }),
  asking('GET', `${feed}?report=${seededId}&trace=1`, { status: 200 }),
  asking('GET', `/feed/%74unnelco/api?report=${seededId}`, { status: 200 }),
  asking('GET', `http://feed.example${feed}?report=${seededId}`, { status: 200 }),
  request(
    'fetch: a body nobody reads',
    {
      method: 'GET',
      path: `${feed}?report=${seededId}`,
      headers: [as(tokens.researcher), json],
      body: '{',
    },
    { status: 200 },
  ),
  lookingUp('a hash in upper case', seededSha256.toUpperCase(), { status: 200 }),
  request(
    'delete: a body nobody reads',
    {
      method: 'DELETE',
      path: `${feed}?report=${seededId}`,
      headers: [as(tokens.researcher), json],
      body: '{',
    },
    { status: 200 },
  ),
];
