import { expect, test } from 'vitest';
import { startServer } from '../server.ts';
import { call } from './control-plane.test.support.ts';

test.each<[string, { asked: string; body?: unknown; status: number; detail: RegExp }]>([
  ['an unknown path', { asked: 'GET /nope', status: 404, detail: /There are \/health/ }],
  [
    'a URL that cannot be read',
    { asked: 'PUT /snapshots/%ff', status: 400, detail: /percent-encoding/ },
  ],
  [
    'an unknown method',
    { asked: 'PUT /state', status: 405, detail: /^PUT is not allowed here. Use GET\.$/ },
  ],
  [
    'an unknown parameter',
    { asked: 'GET /requests?x=1', status: 400, detail: /^unknown key x; known here: operation, / },
  ],
  [
    'a parameter where there is none',
    { asked: 'DELETE /requests?x=1', status: 400, detail: /^unknown key x; there are none here$/ },
  ],
  [
    'a name that is too long',
    {
      asked: `PUT /snapshots/${'x'.repeat(101)}`,
      status: 400,
      detail: /of at most 100 characters$/,
    },
  ],
  [
    'a service nobody knows',
    { asked: 'POST /callers', body: { owns: 'nosuchco' }, status: 400, detail: /nosuchco/ },
  ],
  [
    'an id that is taken',
    { asked: 'POST /callers', body: { id: 'reader' }, status: 409, detail: /reader/ },
  ],
  [
    'a token that is taken',
    { asked: 'POST /callers', body: { token: 'token-reader' }, status: 409, detail: /token/ },
  ],
  [
    'a service that is there',
    { asked: 'POST /services', body: { name: 'tunnelco' }, status: 409, detail: /tunnelco/ },
  ],
  ['a caller nobody knows', { asked: 'PATCH /callers/x', body: {}, status: 404, detail: /"x"/ }],
  ['a snapshot nobody took', { asked: 'POST /snapshots/x/restore', status: 404, detail: /"x"/ }],
  ['a report that is not there', { asked: 'DELETE /reports/x', status: 404, detail: /"x"/ }],
  ['a fault that is not there', { asked: 'DELETE /faults/x', status: 404, detail: /"x"/ }],
  [
    'a dialect nobody knows',
    {
      asked: 'PUT /dialect',
      body: { name: 'strct' },
      status: 400,
      detail: /Did you mean "strict"/,
    },
  ],
  [
    'an open point nobody knows',
    { asked: 'PUT /dialect', body: { differences: { x: 1 } }, status: 400, detail: /key x;/ },
  ],
  [
    'an answer that is none',
    {
      asked: 'PUT /dialect',
      body: { differences: { 'auth.prefix': null } },
      status: 400,
      detail: /^auth\.prefix is empty; expected one of none, Bearer, either$/,
    },
  ],
  [
    'two choices at once',
    {
      asked: 'PUT /dialect',
      body: { name: 'strict', random: 1 },
      status: 400,
      detail: /expected one of/,
    },
  ],
  [
    'no choice at all',
    {
      asked: 'PUT /dialect',
      body: {},
      status: 400,
      detail: /is an empty map; expected one of \{ name \}/,
    },
  ],
  [
    'a world with a name for no URL',
    { asked: 'POST /worlds', body: { id: 'a b' }, status: 400, detail: /letters, digits/ },
  ],
  [
    'a time beyond all times',
    { asked: 'POST /clock/advance', body: { seconds: 1e13 }, status: 400, detail: /9999/ },
  ],
  [
    'a world that is there',
    { asked: 'POST /worlds', body: { id: 'taken' }, status: 409, detail: /taken/ },
  ],
  ['a world that is not', { asked: 'DELETE /worlds/x', status: 404, detail: /"x"/ }],
  ['the first world', { asked: 'DELETE /worlds/default', status: 400, detail: /Reset it instead/ }],
  [
    'a wait that is too long',
    { asked: 'GET /requests/wait?timeoutMs=0', status: 504, detail: /0 of 1/ },
  ],
  ['a body that is missing', { asked: 'POST /callers', status: 415, detail: /body is missing/ }],
])('%s is a problem', async (_what, { asked, body, status, detail }) => {
  await using server = await startServer();
  await server.createWorld({ id: 'taken' });
  const answer = await call(server.adminUrl, asked, body);
  expect(answer).toMatchObject({
    status,
    type: expect.stringMatching(/^application\/problem\+json/),
    body: { status, detail: expect.stringMatching(detail) },
  });
  expect(Object.keys(answer.body as object).sort()).toEqual(['detail', 'status', 'title', 'type']);
});

test.each([
  ['no JSON', { body: '{nope', headers: {}, status: 400, detail: /^The body is not valid JSON: / }],
  [
    'no gzip',
    {
      body: '{}',
      headers: { 'Content-Encoding': 'gzip' },
      status: 400,
      detail: /^The body cannot be read: /,
    },
  ],
  [
    'an encoding nobody knows',
    { body: '{}', headers: { 'Content-Encoding': 'zebra' }, status: 415, detail: /zebra/ },
  ],
])('a body that is %s is a problem', async (_what, { body, headers, status, detail }) => {
  await using server = await startServer();
  const answer = await fetch(`${server.adminUrl}/callers`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(headers as Record<string, string>) },
    body,
  });
  expect({ status: answer.status, body: await answer.json() }).toMatchObject({
    status,
    body: { detail: expect.stringMatching(detail) },
  });
});

test('the plane of a world that is not there says so', async () => {
  await using server = await startServer();
  const answer = await call(`${server.baseUrl}/__worlds/x/__admin`, 'GET /state');
  expect(answer).toMatchObject({ status: 404, body: { type: 'urn:abuse-feed:problem:not-found' } });
});
