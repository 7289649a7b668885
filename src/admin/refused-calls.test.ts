import { expect, onTestFinished, test } from 'vitest';
import { adminDocument } from '../contract/admin-document.ts';
import { ControlProblem, type RunningServer, startServer } from '../index.ts';
import { most, seenRequests } from '../worlds/limits.ts';
import { type Answer, call, newReport } from './control-plane.test.support.ts';

// Untyped, as programs in JavaScript are.
// biome-ignore lint/suspicious/noExplicitAny: it may be anything
type Any = any;

/** How a request and a program ask for the same. */
const operations = {
  mintCaller: ['POST /callers', (server, body) => server.mintCaller(body)],
  changeCaller: ['PATCH /callers/reader', (server, body) => server.changeCaller('reader', body)],
  changeNobody: ['PATCH /callers/x', (server, body) => server.changeCaller('x', body)],
  addService: ['POST /services', (server, { name }) => server.addService(name)],
  addAnalysis: ['POST /analyses', (server, body) => server.addAnalysis(body)],
  addReports: ['POST /reports', (server, { reports }) => server.addReports(reports)],
  removeReport: ['DELETE /reports/x', (server) => server.removeReport('x')],
  addFault: ['POST /faults', (server, body) => server.addFault(body)],
  removeFault: ['DELETE /faults/x', (server) => server.removeFault('x')],
  setClock: ['PUT /clock', (server, body) => server.setClock(body)],
  advanceClock: ['POST /clock/advance', (server, { seconds }) => server.advanceClock(seconds)],
  seedIds: ['PUT /ids', (server, { seed }) => server.seedIds(seed)],
  createWorld: ['POST /worlds', (server, body) => server.createWorld(body)],
  dropFirstWorld: ['DELETE /worlds/default', (server) => server.dropWorld('default')],
  dropNoWorld: ['DELETE /worlds/x', (server) => server.dropWorld('x')],
  takeLongSnapshot: [
    `PUT /snapshots/${'x'.repeat(101)}`,
    (server) => server.takeSnapshot('x'.repeat(101)),
  ],
  restoreNoSnapshot: ['POST /snapshots/x/restore', (server) => server.restoreSnapshot('x')],
  expectRequests: ['POST /requests/expect', (server, body) => server.expectRequests(body)],
  waitInVain: [
    'GET /requests/wait?timeoutMs=0',
    (server) => server.waitForRequests({ timeoutMs: 0 }),
  ],
} satisfies { [name: string]: [asked: string, act: (server: RunningServer, body: Any) => unknown] };

/** What is given, what the refusal says, and its status, if that is not 400. */
type Row = [given: Any, says: RegExp, status?: number];

const reply = { type: 'reply', status: 200 };

const refused: { readonly [name in keyof typeof operations]: Row[] } = {
  mintCaller: [
    [{ role: ['researcher'] }, /^unknown key role; did you mean roles\?$/],
    [{ requests: 1.5 }, /^requests is 1.5; expected a whole number from 0/],
    [{ requests: Infinity }, /^requests is too large for a number$/],
    [{ expiresAt: '2026-02-30T00:00:00Z' }, /^expiresAt is .*; expected a time that exists/],
    [{ owns: 'nosuchco' }, /nosuchco/],
    [{ id: 'reader' }, /^There is a caller "reader" already\.$/, 409],
    [{ token: 'token-reader' }, /Another caller has this token/, 409],
  ],
  changeCaller: [[{ owns: 5 }, /^owns is 5/]],
  changeNobody: [[{}, /^There is no caller "x"\.$/, 404]],
  addService: [
    [{ name: 'a b' }, /^name is "a b"; expected letters, digits/],
    [{ name: 'tunnelco' }, /^There is a service "tunnelco" already/, 409],
  ],
  addAnalysis: [
    [{ sha256Hash: 'x' }, /^sha256Hash is "x"; expected 64 hexadecimal characters/],
    [
      { sha256Hash: 'a'.repeat(64), configs: { a: { b: -Infinity } } },
      /^configs\.a\.b is too large/,
    ],
    [
      { sha256Hash: 'a'.repeat(64), configs: { a: { b: 'x'.repeat(most.analysisBytes) } } },
      /at most 65536/,
      413,
    ],
    [{ sha256Hash: 'a'.repeat(64), blake3Hash: 'taken' }, /expected 64 hexadecimal/],
  ],
  addReports: [
    [
      { reports: [newReport, { ...newReport, service: 'tunelco' }] },
      /^reports\[1\]\.service is "tunelco"; expected a service of this world; did you mean tunnelco\?$/,
    ],
    [{ reports: [{ ...newReport, createdBy: 'reader-1' }] }, /did you mean reader\?$/],
    [
      { reports: [0, 1].map(() => ({ ...newReport, id: '0e0c1a5e-90c4-4d8b-8f60-31e2a7e30a11' })) },
      /^reports\[1\]\.id is .*; expected an id that no other report has$/,
    ],
    ...['yesterday', '1', 5, ['2026-01-01'], '2026', 'March 7', '2026-01-31'].map(
      (reportedAt): Row => [
        { reports: [{ ...newReport, reportedAt }] },
        /expected a time that exists/,
      ],
    ),
    [{ reports: [{ ...newReport, c2Address: '1.2.3:4' }] }, /expected <host>:<port>/],
    [
      { reports: Array.from({ length: 5000 }, () => ({ ...newReport, confidenceScore: 0.5 })) },
      /^addReports has 5000 mistakes:(\n.*){10}\n {2}and 4990 more$/,
    ],
  ],
  removeReport: [[undefined, /^There is no report "x"\.$/, 404]],
  addFault: [
    [{}, /^type is missing; expected one of reply, delay, .*, sequence$/],
    [{ type: 'dely', ms: 1 }, /^type is "dely"; expected one of .*; did you mean delay\?$/],
    [[], /^what is given is an empty list; expected a map of keys$/],
    [{ type: 'delay' }, /^ms is missing; expected a whole number from 0 to 600000$/],
    [{ type: 'delay', ms: -1 }, /^ms is -1; expected a whole number from 0 to 600000$/],
    [{ type: 'delay', ms: Infinity }, /^ms is too large for a number$/],
    [
      { type: 'drop', chance: 0 },
      /^chance is 0; expected a share of the requests, from 0.0001 to 1$/,
    ],
    [{ type: 'drop', seed: -1 }, /^seed is -1; expected a whole number from 0 to 4294967295$/],
    [{ type: 'drop', when: 'aftr' }, /^when is "aftr"; .*; did you mean after\?$/],
    [{ type: 'drop', caller: 'readr' }, /^caller is "readr"; .*; did you mean reader\?$/],
    [
      { type: 'drop', request: { exact: true } },
      /there is no request\.body; add it, or leave exact/,
    ],
    [
      { type: 'drop', request: { path: '/nowhere' } },
      /expected a path below the base URL, such as \//,
    ],
    [{ type: 'drop', operation: 'lookup', request: { tag: 'a' } }, /nothing that a lookup has/],
    [{ type: 'half', when: 'after' }, /^unknown key when; known here: type, .*$/],
    [{ type: 'half', times: 0 }, /^times is 0; expected a whole number from 1 to 1000000000$/],
    [{ type: 'drop', tims: 1 }, /^unknown key tims; did you mean times\?$/],
    [{ type: 'half', operation: 'creat' }, /^operation is "creat"; .*; did you mean create\?$/],
    [
      { type: 'half', caller: 5 },
      /^caller is 5; expected a text of at most 200 .*quotes make it a text$/,
    ],
    [{ type: 'sequence' }, /^steps is missing; expected a list of 1 to 1000 steps, .*$/],
    [
      { type: 'sequence', steps: [503, 'okay'] },
      /^steps\[1\] is "okay"; expected ok, a status .*$/,
    ],
    [{ type: 'sequence', steps: [{ type: 'slow' }] }, /^steps\[0\].ms is missing; expected .*$/],
    [
      { type: 'sequence', steps: [{ type: 'drop', times: 2 }] },
      /^unknown key steps\[0\].times; known here: type, when$/,
    ],
    [
      { type: 'sequence', steps: [{ type: 'sequence', steps: ['ok'] }] },
      /^steps\[0\].type is "sequence"; expected one of reply, .*$/,
    ],
    [
      { type: 'sequence', steps: ['ok'], endless: true, times: 2 },
      /^times and endless exclude each other; leave one of them out$/,
    ],
    ...['headers.Cookie', 'bod.x', 'query', ''].map(
      (name): Row => [
        {
          type: 'sequence',
          steps: [{ type: 'reply', status: 500, body: [`{{request.${name}}}`] }],
        },
        /^\{\{request\..*\}\} is no value of a request; expected request., then method, .*$/,
      ],
    ),
    [{ type: 'reply', body: {} }, /^status is missing; expected a whole number from 200 to 599$/],
    [{ ...reply, status: 199 }, /^status is 199; expected .*$/],
    [{ ...reply, status: 204, body: {} }, /^body is an empty map; expected none with .*$/],
    [{ ...reply, body: { a: [Infinity] } }, /^body\.a\[0\] is too large for a number$/],
    [{ ...reply, headers: { a: 1 } }, /^headers.a is 1; expected a text that .*$/],
    [
      { ...reply, headers: { a: 'b\r\nc: d' } },
      /^headers.a is .*; expected a text that a header can /,
    ],
    ...[
      'a b',
      '',
      'content-length',
      'Transfer-Encoding',
      'connection',
      'Trailer',
      'te',
      'Upgrade',
      'Keep-Alive',
      'Proxy-Connection',
      'proxy-authenticate',
    ].map(
      (name): Row => [
        { ...reply, headers: { [name]: 'x' } },
        /^unknown key headers\..*; expected the name of a header, but not one of Connection, .*$/,
      ],
    ),
    ...['/////', '', 'text', 'text/html; charset', 'a/b\r\nc: d', 'a/"'].map(
      (type): Row => [
        { ...reply, headers: { 'Content-TYPE': type } },
        /^headers.Content-TYPE is .*; expected a media type such as text\/html; charset=utf-8$/,
      ],
    ),
  ],
  removeFault: [[undefined, /^There is no fault "x"\. It may have worn off\.$/, 404]],
  setClock: [
    [{ mode: 'frozn' }, /did you mean frozen\?$/],
    [{}, /^mode is missing; expected one of real, running, frozen$/],
    [{ mode: 'frozen', at: 'noon' }, /expected a time that exists/],
    [{ mode: 'real', at: '2026-01-31T13:45:00Z' }, /^A real clock shows the real time/],
  ],
  advanceClock: [
    [{ seconds: '5' }, /^seconds is "5"; expected a number/],
    [{ seconds: Infinity }, /^seconds is too large for a number$/],
    [{ seconds: 1e13 }, /9999/],
  ],
  seedIds: [
    [{ seed: {} }, /^seed is an empty map; expected a text, a whole number, or null for chance$/],
  ],
  createWorld: [
    [{ idle: 5 }, /^unknown key idle/],
    [{ id: 'a/b' }, /^id is "a\/b"; expected part of a URL: letters, digits/],
    [{ idleMinutes: 0 }, /^idleMinutes is 0/],
    [{ id: 'taken' }, /^There is a world "taken" already/, 409],
  ],
  dropFirstWorld: [[undefined, /Reset it instead\.$/]],
  dropNoWorld: [[undefined, /^There is no world "x"\./, 404]],
  takeLongSnapshot: [[undefined, /of at most 100 characters$/]],
  restoreNoSnapshot: [[undefined, /^There is no snapshot "x"\. There is none yet\.$/, 404]],
  expectRequests: [
    [{ stauts: 200 }, /^unknown key stauts; did you mean status\?$/],
    [{ operation: 'fetsh' }, /did you mean fetch\?$/],
  ],
  waitInVain: [[undefined, /^0 of 1 matching requests were seen within 0 ms\.$/, 504]],
};

test.each(Object.keys(operations) as (keyof typeof operations)[])(
  'what is wrong with a call is refused alike to a request and a program, and nothing is changed: %s',
  async (name) => {
    await using server = await startServer();
    await server.createWorld({ id: 'taken' });
    const before = server.state();
    const [asked, act] = operations[name];
    for (const [given, says, status = 400] of refused[name]) {
      const row = JSON.stringify(given)?.slice(0, 200);
      const answer = await call(server.adminUrl, asked, given);
      expect(answer, row).toMatchObject(problem(status, says));
      const heard = await (async () => act(server, given))().catch((error: unknown) => error);
      expect(heard, row).toBeInstanceOf(ControlProblem);
      expect((heard as Error).message, row).toBe((answer.body as { detail: string }).detail);
    }
    expect(server.state()).toEqual(before);
    expect(server.faults()).toEqual([]);
    expect(server.worlds()).toHaveLength(1);
  },
);

function problem(status: number, detail: RegExp): { [part in keyof Answer]: unknown } {
  return {
    status,
    type: expect.stringMatching(/^application\/problem\+json/),
    body: {
      type: expect.stringMatching(/^urn:abuse-feed:problem:/),
      title: expect.any(String),
      status,
      detail: expect.stringMatching(detail),
    },
  };
}

test.each<[asked: string, status: number, says: RegExp, body?: unknown]>([
  ['GET /nope', 404, /There are \/health/],
  ['PUT /snapshots/%ff', 400, /percent-encoding/],
  ['PUT /state', 405, /^PUT is not allowed here. Use GET\.$/],
  ['GET /requests?x=1', 400, /^unknown key x; known here: operation, /],
  ['GET /requests?body=1', 400, /^unknown key body; known here: operation, /],
  ['DELETE /requests?x=1', 400, /^unknown key x; there are none here$/],
  ['GET /requests?limit=0', 400, /^limit is 0; expected a whole number from 1 to 1000$/],
  [`GET /reports?search=${'a+'.repeat(11)}`, 400, /at most 10 words, of 200 characters together/],
  [`GET /reports?search=${'a'.repeat(201)}`, 400, /expected at most 200 characters/],
  ['POST /callers', 415, /body is missing/],
  ['PUT /dialect', 400, /Did you mean "strict"/, { name: 'strct' }],
  ['PUT /dialect', 400, /^unknown key x; expected an open point/, { differences: { x: 1 } }],
  [
    'PUT /dialect',
    400,
    /^auth\.prefix is empty; expected one of none, Bearer, either$/,
    { differences: { 'auth.prefix': null } },
  ],
  ['PUT /dialect', 400, /lifetime is too large/, { differences: { 'auth.lifetime': Infinity } }],
  ['PUT /dialect', 400, /expected one of/, { name: 'strict', random: 1 }],
  ['PUT /dialect', 400, /is an empty map; expected one of \{ name \}/, {}],
  [
    'POST /worlds',
    400,
    /dialect\.auth\.prefix; known here: name,/,
    { dialect: { 'auth.prefix': 'none' } },
  ],
])('a request is refused: %s with %i and %s', async (asked, status, says, body) => {
  await using server = await startServer();
  expect(await call(server.adminUrl, asked, body)).toMatchObject(problem(status, says));
});

test('a request to the plane of a world that is not there is refused', async () => {
  await using server = await startServer();
  const answer = await call(`${server.baseUrl}/__worlds/x/__admin`, 'GET /state');
  expect(answer).toMatchObject(problem(404, /^There is no world "x"/));
});

test.each<
  [
    what: string,
    path: string,
    headers: Record<string, string>,
    body: string,
    Answer['status'],
    RegExp,
  ]
>([
  ['no JSON', '/callers', {}, '{nope', 400, /^The body is not valid JSON: /],
  ['no gzip', '/callers', { 'Content-Encoding': 'gzip' }, '{}', 400, /^The body cannot be read: /],
  ['unknown', '/callers', { 'Content-Encoding': 'zebra' }, '{}', 415, /zebra/],
  [
    'too long',
    '/reports',
    {},
    ' '.repeat(33 * 1024 * 1024),
    413,
    /^Send at most 33554432 bytes\.$/,
  ],
])('a body that is %s is refused', async (_what, path, headers, body, status, says) => {
  await using server = await startServer();
  const answer = await fetch(`${server.adminUrl}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  });
  const type = answer.headers.get('Content-Type');
  expect({ status: answer.status, type, body: await answer.json() }).toMatchObject(
    problem(status, says),
  );
});

test.each<[what: string, act: (server: RunningServer) => unknown, says: string]>([
  [
    'a time that is none',
    (s) => s.mintCaller({ expiresAt: new Date(Number.NaN) }),
    'a time that exists',
  ],
  ['a Date that is no time', (s) => s.mintCaller({ name: new Date(0) as Any }), 'name is a Date'],
  ['no number', (s) => s.changeCaller('reader', { requestsLeft: Number.NaN }), 'is not a number'],
  [
    'a Map',
    (s) => s.addAnalysis(new Map() as Any),
    'what is given is a Map; expected a plain object',
  ],
  [
    'what nests too deep',
    (s) => s.addAnalysis({ sha256Hash: 'a'.repeat(64), configs: { a: { deep: deep() } } }),
    'nests too deep',
  ],
  ['an unknown dialect', (s) => s.setDialect({ difference: {} } as Any), 'unknown key difference'],
  ['an endless lifetime', (s) => s.setDialect({ 'auth.lifetime': Infinity }), 'auth.lifetime is'],
  [
    'too long a lifetime',
    (s) => s.setDialect({ 'auth.lifetime': 9007199254740991 }),
    'or any whole number from 1 to 3153600000',
  ],
  ['an endless seed', (s) => s.setDialect({ random: Infinity }), 'random is'],
  [
    'a reply that is a text',
    (s) => s.addFault({ reply: 'x' } as Any),
    'reply is "x"; expected a function that computes a reply.',
  ],
  [
    'a filter for nothing',
    (s) => s.requests({ colour: 1, body: {} } as Any),
    'unknown key colour; known here: operation',
  ],
])('a program is refused %s', async (_what, act, says) => {
  await using server = await startServer();
  await expect((async () => act(server))()).rejects.toThrow(says);
});

function deep(): unknown {
  return JSON.parse(`${'['.repeat(1e5)}${']'.repeat(1e5)}`);
}

test('a program gives what JSON would say', async () => {
  await using server = await startServer();
  expect(server.requests({ operation: undefined as never })).toEqual([]);
  const at = new Date('2026-01-31T13:45:00Z');
  expect(server.setClock({ mode: 'frozen', at }).now).toBe('2026-01-31T13:45:00.000Z');
  expect((await server.mintCaller({ owns: null, requests: null })).id).toBe('caller-1');
});

test('faults of every kind are added by requests and programs', async () => {
  await using server = await startServer();
  const good = [
    { type: 'delay', ms: 600_000, spread: 5, operation: 'create', caller: 'reader', times: 1 },
    { ...reply, status: 599, body: null, headers: { 'X-A': 'b\t~ÿ', etag: '' } },
    { ...reply, status: 204, headers: {} },
    { ...reply, headers: { Date: 'Sat, 31 Jan 2026 13:45:00 GMT' } },
    { ...reply, headers: { 'content-type': 'text/html ; a="b \\" c"; d=e' } },
    { type: 'drop', when: 'after', chance: 1, seed: 4_294_967_295 },
    { type: 'reset', when: 'before', times: 2 },
    { type: 'hang', caller: 'reader' },
    { type: 'sequence', steps: [503, { type: 'delay', ms: 1 }, 'ok'], times: 3 },
    { type: 'half', times: 3 },
    { type: 'slow', ms: 1, operation: 'lookup' },
    { type: 'duplicate', operation: 'lookup', caller: 'analyst' },
  ];
  for (const fault of good) {
    expect(await call(server.adminUrl, 'POST /faults', fault)).toMatchObject({ status: 201 });
    server.addFault(fault as Any);
  }
  expect(server.faults()).toHaveLength(2 * good.length);
});

function hash(n: number): string {
  return n.toString(16).padStart(64, '0');
}

/** For one test: the bounds themselves take long to reach. */
function lower(bound: keyof typeof most, to = 30): void {
  const usual = most[bound];
  most[bound] = to;
  onTestFinished(() => {
    most[bound] = usual;
  });
}

test.each<
  [of: keyof typeof most, make: (server: RunningServer, n: number) => unknown, says: string]
>([
  ['worlds', (server, n) => server.createWorld({ id: `w${n}` }), 'worlds in addition to the first'],
  ['snapshots', (server, n) => server.takeSnapshot(`s${n}`), 'snapshots in a world'],
  ['faults', (server) => server.addFault({ type: 'delay', ms: 0 }), 'faults in a world'],
  ['callers', (server, n) => server.mintCaller({ id: `c${n}` }), 'callers in a world'],
  ['services', (server, n) => server.addService(`s${n}`), 'services in a world'],
  ['analyses', (server, n) => server.addAnalysis({ sha256Hash: hash(n) }), 'analyses in a world'],
])('there are only so many %s, and a refusal names the bound', async (of, make, says) => {
  lower(of);
  await using server = await startServer();
  const madeAll = async () => {
    for (let n = 0; n <= most[of]; n += 1) await make(server, n);
  };
  await expect(madeAll()).rejects.toMatchObject({
    kind: 'too-many',
    status: 409,
    message: expect.stringContaining(`There can be at most 30 ${says}. `),
  });
  // What takes the place of another needs none.
  if (of === 'snapshots') await server.takeSnapshot('s0');
  if (of === 'analyses') await server.addAnalysis({ sha256Hash: hash(0), fileName: 'again.bin' });
});

test('an idle world makes room for another', async () => {
  lower('worlds');
  const machine = { time: 0 };
  await using server = await startServer({ environment: { uptime: () => machine.time } });
  for (let n = 0; n < most.worlds; n += 1) await server.createWorld({ idleMinutes: 0.5 });
  machine.time = 31_000;
  expect((await server.createWorld()).id).toBe(String(most.worlds + 1));
});

test('faults have a bound by their bytes, which is free again when one is gone', async () => {
  await using server = await startServer();
  const large = { type: 'reply', status: 500, body: 'x'.repeat(1_000_000), times: 1 } as const;
  for (let n = 0; n < 4; n += 1) server.addFault(large);
  expect(() => server.addFault(large)).toThrow('4194304 bytes of faults in a world');
  await fetch(`${server.baseUrl}/private/sample/x`);
  server.addFault(large);
  server.clearFaults();
  for (let n = 0; n < 4; n += 1) server.addFault(large);
});

test('waits have a bound, and leave room when they hang up', async () => {
  lower('waits');
  await using server = await startServer();
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const url = `${server.adminUrl}/requests/wait?timeoutMs=300000`;
  const asked = Array.from({ length: most.waits + 1 }, () => fetch(url, { signal: stop.signal }));
  const refusal = await Promise.race(asked);
  expect({ status: refusal.status, body: await refusal.json() }).toMatchObject({
    status: 409,
    body: {
      detail: 'There can be at most 30 waits for requests at the same time. Hang up one first.',
    },
  });
  stop.abort();
  await Promise.allSettled(asked);
  await expect
    .poll(async () => (await call(server.adminUrl, 'GET /requests/wait?timeoutMs=0')).status)
    .toBe(504);
});

test('every bound is named in the document of the control plane', () => {
  const said = JSON.stringify(adminDocument());
  const numbers = [most, seenRequests.first, seenRequests.made].flatMap(Object.values);
  expect(numbers.filter((number) => !said.includes(String(number)))).toEqual([]);
});
