import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { expect, test } from 'vitest';
import type { Document, Operation } from '../contract/document.ts';
import { type RunningServer, startServer } from '../start-server.ts';
import { adminDocument } from './admin-document.ts';

interface Answer {
  readonly status: number;
  readonly type: string | null;
  readonly body: unknown;
}

async function call(url: string, method: string, path: string, body?: unknown): Promise<Answer> {
  const answer = await fetch(`${url}${path}`, {
    method,
    ...(body !== undefined && {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  const text = await answer.text();
  const type = answer.headers.get('Content-Type');
  return { status: answer.status, type, body: text && JSON.parse(text) };
}

const sha256Hash = 'ab'.repeat(32);
const newReport = { service: 'tunnelco', c2Address: 'c2.example:4444', file256Hash: sha256Hash };

/** Every operation of the document, called so that it succeeds, in an order in which it can. */
const tour: [string, string, string, unknown, number][] = [
  ['getHealth', 'GET', '/health', undefined, 200],
  ['getVersion', 'GET', '/version', undefined, 200],
  ['getAdminDocument', 'GET', '/openapi.json', undefined, 200],
  ['getState', 'GET', '/state', undefined, 200],
  ['takeSnapshot', 'PUT', '/snapshots/before', undefined, 200],
  ['listSnapshots', 'GET', '/snapshots', undefined, 200],
  ['addService', 'POST', '/services', { name: 'newco' }, 201],
  ['listServices', 'GET', '/services', undefined, 200],
  ['mintCaller', 'POST', '/callers', { id: 'new', roles: ['researcher'], owns: 'newco' }, 201],
  ['changeCaller', 'PATCH', '/callers/new', { requestsLeft: 3, expiresAt: null }, 200],
  ['listCallers', 'GET', '/callers', undefined, 200],
  ['revokeCaller', 'DELETE', '/callers/new', undefined, 204],
  ['addReports', 'POST', '/reports', { reports: [newReport, newReport] }, 201],
  ['listReports', 'GET', '/reports?service=tunnelco&search=c2.example&limit=1', undefined, 200],
  ['addAnalysis', 'POST', '/analyses', { sha256Hash }, 201],
  ['listAnalyses', 'GET', '/analyses', undefined, 200],
  ['addFault', 'POST', '/faults', { type: 'delay', ms: 0, times: 1 }, 201],
  ['listFaults', 'GET', '/faults', undefined, 200],
  ['removeFault', 'DELETE', '/faults/fault-1', undefined, 204],
  ['clearFaults', 'DELETE', '/faults', undefined, 204],
  ['getDialect', 'GET', '/dialect', undefined, 200],
  ['setDialect', 'PUT', '/dialect', { name: 'strict' }, 200],
  ['setClock', 'PUT', '/clock', { mode: 'frozen', at: '2026-01-31T13:45:00Z' }, 200],
  ['advanceClock', 'POST', '/clock/advance', { seconds: 1.5 }, 200],
  ['getClock', 'GET', '/clock', undefined, 200],
  ['seedIds', 'PUT', '/ids', { seed: 7 }, 200],
  ['getIds', 'GET', '/ids', undefined, 200],
  ['listRequests', 'GET', '/requests?limit=5', undefined, 200],
  ['listFindings', 'GET', '/findings', undefined, 200],
  ['countRequests', 'GET', '/requests/count?status=404', undefined, 200],
  ['waitForRequests', 'GET', '/requests/wait?count=1&timeoutMs=0', undefined, 200],
  ['expectRequests', 'POST', '/requests/expect', { operation: 'fetch', count: 1 }, 200],
  ['expectNoMore', 'POST', '/requests/expect-no-more', { unmatched: false }, 204],
  ['clearRequests', 'DELETE', '/requests', undefined, 204],
  ['createWorld', 'POST', '/worlds', { id: 'mine', dialect: 'lenient' }, 201],
  ['listWorlds', 'GET', '/worlds', undefined, 200],
  ['dropWorld', 'DELETE', '/worlds/mine', undefined, 204],
  ['restoreSnapshot', 'POST', '/snapshots/before/restore', undefined, 204],
  ['dropSnapshot', 'DELETE', '/snapshots/before', undefined, 204],
  ['reset', 'POST', '/reset', undefined, 204],
];

test('the tour goes through every operation that has a body to check', () => {
  const toured = [...tour.map(([operationId]) => operationId), 'streamRequests'];
  expect(toured.sort()).toEqual([...operations().keys()].sort());
});

test.each(['the first world', 'another world'])(
  'every operation keeps to its document: %s',
  async (which) => {
    await using server = await startServer();
    const { url, baseUrl } = await plane(server, which);
    await fetch(`${baseUrl}/feed/nosuchco/api?report=00000000-0000-4000-8000-000000000000`, {
      headers: { Authorization: 'token-reader' },
    });
    const check = checker();
    for (const [operationId, method, path, body, status] of tour) {
      const answer = await call(url, method, path, body);
      expect([operationId, answer.status]).toEqual([operationId, status]);
      expect(check(operationId, answer), operationId).toBe('');
    }
  },
);

test.each<[string, string, string, unknown, number, RegExp]>([
  ['an unknown path', 'GET', '/nope', undefined, 404, /There are \/health/],
  ['a URL that cannot be read', 'PUT', '/snapshots/%ff', undefined, 400, /percent-encoding/],
  ['an unknown method', 'PUT', '/state', undefined, 405, /^PUT is not possible here. Use GET\.$/],
  [
    'an unknown parameter',
    'GET',
    '/requests?x=1',
    undefined,
    400,
    /^unknown key x; known here: operation, /,
  ],
  [
    'an unknown field',
    'POST',
    '/callers',
    { rols: [] },
    400,
    /^unknown key rols; did you mean roles\?$/,
  ],
  [
    'a field that is missing',
    'POST',
    '/clock/advance',
    {},
    400,
    /^seconds is missing; expected a number$/,
  ],
  [
    'none of the forms that do',
    'PUT',
    '/ids',
    { seed: {} },
    400,
    /^seed is an empty map; expected a text, a whole number, or null for chance$/,
  ],
  [
    'a day that never is',
    'POST',
    '/callers',
    { expiresAt: '2026-02-30T00:00:00Z' },
    400,
    /time that exists/,
  ],
  [
    'an unknown parameter of a page',
    'GET',
    '/reports?serivce=x',
    undefined,
    400,
    /did you mean service\?/,
  ],
  ['a page of too many', 'GET', '/reports?limit=1001', undefined, 400, /limit/],
  ['reports that are no list', 'POST', '/reports', { reports: 5 }, 400, /reports/],
  [
    'a report nobody can make anything of',
    'POST',
    '/reports',
    { reports: [{ ...newReport, c2Adress: 'x' }] },
    400,
    /^unknown key c2Adress of entry 1; did you mean c2Address\?$/,
  ],
  [
    'a name that is too long',
    'PUT',
    `/snapshots/${'x'.repeat(101)}`,
    undefined,
    400,
    /may have at most 100 characters\.$/,
  ],
  ['an unknown role', 'POST', '/callers', { roles: ['king'] }, 400, /researcher/],
  ['a service nobody knows', 'POST', '/callers', { owns: 'nosuchco' }, 400, /nosuchco/],
  ['an id that is taken', 'POST', '/callers', { id: 'reader' }, 409, /reader/],
  ['a token that is taken', 'POST', '/callers', { token: 'token-reader' }, 409, /token/],
  ['a service that is there', 'POST', '/services', { name: 'tunnelco' }, 409, /tunnelco/],
  ['a caller nobody knows', 'PATCH', '/callers/x', {}, 404, /"x"/],
  ['a snapshot nobody took', 'POST', '/snapshots/x/restore', undefined, 404, /"x"/],
  ['a fault that is not there', 'DELETE', '/faults/x', undefined, 404, /"x"/],
  ['a fault that lacks something', 'POST', '/faults', { type: 'delay' }, 400, /^ms is missing; /],
  [
    'a fault of a caller nobody knows',
    'POST',
    '/faults',
    { type: 'drop', caller: 'readr' },
    400,
    /did you mean reader\?$/,
  ],
  ['a dialect nobody knows', 'PUT', '/dialect', { name: 'strct' }, 400, /Did you mean "strict"/],
  ['an open point nobody knows', 'PUT', '/dialect', { differences: { x: 1 } }, 400, /key x;/],
  [
    'an open point that looks like dice',
    'PUT',
    '/dialect',
    { differences: { random: 1 } },
    400,
    /key random;/,
  ],
  [
    'an answer that is none',
    'PUT',
    '/dialect',
    { differences: { 'auth.prefix': null } },
    400,
    /^auth\.prefix is empty; expected one of none, Bearer, either$/,
  ],
  ['two choices at once', 'PUT', '/dialect', { name: 'strict', random: 1 }, 400, /expected one of/],
  ['no choice at all', 'PUT', '/dialect', {}, 400, /is an empty map; expected one of \{ name \}/],
  ['a world with a name for no URL', 'POST', '/worlds', { id: 'a b' }, 400, /letters, digits/],
  ['a number that is none', 'GET', '/reports?limit=x', undefined, 400, /^limit is "x"; expected a/],
  [
    'a real clock at a time',
    'PUT',
    '/clock',
    { mode: 'real', at: '2026-01-31T13:45:00Z' },
    400,
    /real/,
  ],
  ['a time beyond all times', 'POST', '/clock/advance', { seconds: 1e13 }, 400, /9999/],
  ['a world that is there', 'POST', '/worlds', { id: 'taken' }, 409, /taken/],
  ['a world that is not', 'DELETE', '/worlds/x', undefined, 404, /"x"/],
  ['the first world', 'DELETE', '/worlds/default', undefined, 400, /Reset it instead/],
  ['a wait that is too long', 'GET', '/requests/wait?timeoutMs=0', undefined, 504, /0 of 1/],
  ['a body that is missing', 'POST', '/callers', undefined, 415, /body is missing/],
])('%s is a problem', async (_what, method, path, body, status, detail) => {
  await using server = await startServer();
  await server.createWorld({ id: 'taken' });
  const answer = await call(server.adminUrl, method, path, body);
  expect(answer).toMatchObject({
    status,
    type: expect.stringMatching(/^application\/problem\+json/),
    body: { status, detail: expect.stringMatching(detail) },
  });
  expect(Object.keys(answer.body as object).sort()).toEqual(['detail', 'status', 'title', 'type']);
});

test.each([
  ['no JSON', '{nope', {}, 400, /^The body is not valid JSON: /],
  ['no gzip', '{}', { 'Content-Encoding': 'gzip' }, 400, /^The body cannot be read: /],
  ['an encoding nobody knows', '{}', { 'Content-Encoding': 'zebra' }, 415, /zebra/],
])('a body that is %s is a problem', async (_what, body, headers, status, detail) => {
  await using server = await startServer();
  const answer = await fetch(`${server.adminUrl}/callers`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(headers as Record<string, string>) },
    body,
  });
  expect([answer.status, await answer.json()]).toMatchObject([
    status,
    { detail: expect.stringMatching(detail) },
  ]);
});

test('whoever opens the address of the first screen in a browser gets to the console', async () => {
  await using server = await startServer();
  const world = await server.createWorld();
  for (const { baseUrl } of [server, world]) {
    for (const end of ['', '/', '/?x=1']) {
      const answer = await fetch(`${baseUrl}/__admin${end}`, {
        headers: { Accept: 'text/html,*/*;q=0.8' },
      });
      expect([answer.status, answer.url]).toEqual([200, `${baseUrl}/__admin/console/`]);
    }
  }
  expect((await fetch(server.adminUrl)).status).toBe(404);
});

test('requests are found by a part of their URL as people write it', async () => {
  await using server = await startServer();
  await fetch(`${server.baseUrl}/feed/tunnelco/api?report=x`);
  await fetch(`${server.baseUrl}/elsewhere`);
  for (const part of ['/feed/', 'api?report=x', '%2Ffeed%2F']) {
    const { body } = await call(server.adminUrl, 'GET', `/requests/count?url=${part}`);
    expect(body).toMatchObject({ count: 1, complete: true });
  }
});

test('the plane of a world that is not there says so', async () => {
  await using server = await startServer();
  const answer = await call(`${server.baseUrl}/__worlds/x/__admin`, 'GET', '/state');
  expect(answer).toMatchObject({ status: 404, body: { type: 'urn:abuse-feed:problem:not-found' } });
});

async function plane(server: RunningServer, which: string) {
  const { baseUrl } = which === 'another world' ? await server.createWorld() : server;
  return { url: `${baseUrl}/__admin`, baseUrl };
}

function operations(): Map<string, Operation> {
  const found = Object.values(adminDocument().paths).flatMap((item) =>
    Object.values(item).filter((value): value is Operation => 'operationId' in value),
  );
  return new Map(found.map((operation) => [operation.operationId, operation]));
}

/** Independent of the validator in the server, which does not see every answer. */
function checker() {
  const ajv = new Ajv({ strict: false });
  formats.default(ajv);
  const document: Document = adminDocument();
  ajv.addSchema({ $id: 'document', ...document });
  const known = operations();
  return (operationId: string, { status, body }: Answer): string => {
    const pointer = `document#/${pathTo(document, operationId)}/responses/${status}`;
    const response = known.get(operationId)?.responses[String(status)];
    if (!response) return `no ${status}`;
    const inner = '$ref' in response ? `document${response.$ref}` : pointer;
    if (status === 204) return body === '' ? '' : 'a body with 204';
    const validate = ajv.getSchema(`${inner}/content/application~1json/schema`);
    if (!validate) return `no schema at ${inner}`;
    return validate(body) ? '' : ajv.errorsText(validate.errors);
  };
}

function pathTo(document: Document, operationId: string): string {
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      if ((operation as { operationId?: string }).operationId === operationId) {
        return `paths/${encodeURIComponent(path.replaceAll('/', '~1'))}/${method}`;
      }
    }
  }
  throw new Error(operationId);
}
