import { expect, test } from 'vitest';
import { startServer } from '../start-server.ts';
import { call } from './control-plane.test.support.ts';

test.each<[string, string, unknown, number, RegExp]>([
  ['an unknown path', 'GET /nope', undefined, 404, /There are \/health/],
  ['a URL that cannot be read', 'PUT /snapshots/%ff', undefined, 400, /percent-encoding/],
  ['an unknown method', 'PUT /state', undefined, 405, /^PUT is not allowed here. Use GET\.$/],
  [
    'an unknown parameter',
    'GET /requests?x=1',
    undefined,
    400,
    /^unknown key x; known here: operation, /,
  ],
  [
    'a name that is too long',
    `PUT /snapshots/${'x'.repeat(101)}`,
    undefined,
    400,
    /of at most 100 characters$/,
  ],
  ['a service nobody knows', 'POST /callers', { owns: 'nosuchco' }, 400, /nosuchco/],
  ['an id that is taken', 'POST /callers', { id: 'reader' }, 409, /reader/],
  ['a token that is taken', 'POST /callers', { token: 'token-reader' }, 409, /token/],
  ['a service that is there', 'POST /services', { name: 'tunnelco' }, 409, /tunnelco/],
  ['a caller nobody knows', 'PATCH /callers/x', {}, 404, /"x"/],
  ['a snapshot nobody took', 'POST /snapshots/x/restore', undefined, 404, /"x"/],
  ['a report that is not there', 'DELETE /reports/x', undefined, 404, /"x"/],
  ['a fault that is not there', 'DELETE /faults/x', undefined, 404, /"x"/],
  ['a dialect nobody knows', 'PUT /dialect', { name: 'strct' }, 400, /Did you mean "strict"/],
  ['an open point nobody knows', 'PUT /dialect', { differences: { x: 1 } }, 400, /key x;/],
  [
    'an answer that is none',
    'PUT /dialect',
    { differences: { 'auth.prefix': null } },
    400,
    /^auth\.prefix is empty; expected one of none, Bearer, either$/,
  ],
  ['two choices at once', 'PUT /dialect', { name: 'strict', random: 1 }, 400, /expected one of/],
  ['no choice at all', 'PUT /dialect', {}, 400, /is an empty map; expected one of \{ name \}/],
  ['a world with a name for no URL', 'POST /worlds', { id: 'a b' }, 400, /letters, digits/],
  ['a time beyond all times', 'POST /clock/advance', { seconds: 1e13 }, 400, /9999/],
  ['a world that is there', 'POST /worlds', { id: 'taken' }, 409, /taken/],
  ['a world that is not', 'DELETE /worlds/x', undefined, 404, /"x"/],
  ['the first world', 'DELETE /worlds/default', undefined, 400, /Reset it instead/],
  ['a wait that is too long', 'GET /requests/wait?timeoutMs=0', undefined, 504, /0 of 1/],
  ['a body that is missing', 'POST /callers', undefined, 415, /body is missing/],
])('%s is a problem', async (_what, asked, body, status, detail) => {
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
