import { expect, test } from 'vitest';
import { startServer } from '../server.ts';
import { jsonLog, type LogWriter, terminalLog } from './request-log.ts';
import { ask } from './sent-requests.test.support.ts';

const entry = {
  time: '2026-01-31T13:45:00.000Z',
  method: 'GET',
  url: '/feed/tunnelco/api?report=x',
  status: 400,
  ms: 3,
  outcome: 'malformed-id',
  why: 'It is none.',
};
const bug = { time: entry.time, bug: 'Error: no\n    at here' };
const hostile = { ...entry, why: 'It has "x\ny\u2028\u{e0001}\u001b[2J\u202e".' };
const line = '13:45:00 GET    /feed/tunnelco/api?report=x 400 3 ms  malformed-id: ';

test.each<[Parameters<LogWriter>[0], text: string]>([
  [entry, `${line}It is none.\n`],
  // Nobody controls the terminal, and nothing is lost.
  [hostile, `${line}It has "x\\u000ay\\u2028\\udb40\\udc01\\u001b[2J\\u202e".\n`],
  [bug, '13:45:00 BUG Error: no\n    at here\n'],
])('an entry is readable for people, and one line of JSON for programs', (one, text) => {
  const lines: string[] = [];
  const write = (written: string) => void lines.push(written);
  for (const log of [terminalLog(write), jsonLog(write)]) log(one);
  expect(lines[0]).toBe(text);
  expect(lines[1]).toMatch(/^[^\n]+\n$/);
  expect(JSON.parse(lines[1] ?? '')).toEqual(one);
});

const secret = '7Hq2-kLm9-xyz0-88ab';
const callers = [{ id: 'robot', name: 'Robot', token: secret, roles: ['researcher' as const] }];
const robot = { headers: { Authorization: secret } };
const strange = 'un-known-8812-99zz';

/** Requests with a token in them, where it is the URL as it is shown, and what comes of them. */
test.each<[sent: string, RequestInit, url: string | undefined, outcome: string]>([
  ['reader GET FEED?report=x', {}, '/feed/tunnelco/api?report=x', 'malformed-id'],
  [
    'reader POST FEED',
    { headers: { 'Content-Type': '' } },
    '/feed/tunnelco/api',
    'wrong-content-type',
  ],
  [
    '- GET FEED?report=x&token=token-reader',
    {},
    '/feed/tunnelco/api?report=x&token=$TOKEN',
    'no-token',
  ],
  ['- GET FEED?auth=Bearer%20token-reader', {}, '/feed/tunnelco/api?auth=$TOKEN', 'no-token'],
  ['- GET FEED?auth=Bearer+%74oken-reader', {}, '/feed/tunnelco/api?auth=$TOKEN', 'no-token'],
  ['- GET /private/sample/token-analyst', {}, '/private/sample/$TOKEN', 'no-token'],
  ['- GET /nowhere/token-reader;a', {}, '/nowhere/$TOKEN;a', 'unknown-path'],
  ['- GET /nowhere/token-readers?a=%', {}, '/nowhere/$TOKENs?a=%', 'unknown-path'],
  [`- GET /feed/${secret}/api`, robot, undefined, 'missing-parameter'],
  [`- GET /of/${secret.toUpperCase()}/x`, {}, undefined, 'unknown-path'],
  [`- GET /of/[${secret}]`, {}, undefined, 'unknown-path'],
  [`- GET /${Buffer.from(secret).toString('hex')}`, {}, undefined, 'unknown-path'],
  [`- GET /__worlds/${secret}/feed/tunnelco/api`, {}, undefined, 'unknown-world'],
  [
    `- GET FEED?report=${encodeURIComponent(`{"by":"${secret}"}`)}`,
    robot,
    undefined,
    'malformed-id',
  ],
  [
    '- POST FEED {}',
    { headers: { ...robot.headers, 'Content-Type': `text/x-${secret}` } },
    undefined,
    'wrong-content-type',
  ],
  [
    `- POST FEED {"${secret}":1,"file256Hash":"${secret}","tags":["${secret}"]}`,
    robot,
    undefined,
    'invalid-report',
  ],
  [`- GET /of/${strange}`, { headers: { Authorization: strange } }, undefined, 'unknown-path'],
])('%s is logged and kept without its token', async (sent, init, url, outcome) => {
  const logged: object[] = [];
  const log = (one: object): void => void logged.push(one);
  await using server = await startServer({ log, add: { callers } });
  await (await ask(server, sent, init)).text();
  const told = { outcome, ms: expect.any(Number), ...(url !== undefined && { url }) };
  await expect.poll(() => logged).toMatchObject([told]);
  if (url !== undefined) expect(server.requests()).toMatchObject([{ request: { url } }]);
  // What is wrong with a request is said in words that may quote it.
  const shown = JSON.stringify([logged, url && server.requests()]).toLowerCase();
  expect(shown).not.toMatch(/token-(reader|analyst)(?!s)|authorization":/);
  for (const part of ['7hq2-klm9-xyz0', '37487132', 'un-known-8812'])
    expect(shown).not.toContain(part);
});

test('in a world of its own, its own tokens are hidden', async () => {
  await using server = await startServer();
  const world = await server.createWorld();
  const { token } = await world.mintCaller({ id: 'mine' });
  await (await ask(world, `- GET FEED?t=${encodeURIComponent(token)}`)).text();
  expect(world.requests()).toMatchObject([{ request: { url: '/feed/tunnelco/api?t=$TOKEN' } }]);
});

test('of a long body, no token is left where it is cut', async () => {
  const dialect = { 'create.body-limit': 1_048_576 };
  await using server = await startServer({ add: { callers }, dialect });
  const name = `${'x'.repeat(64 * 1024 - 20)}${secret}`;
  await (await ask(server, `- POST FEED {"name":"${name}"}`, robot)).text();
  expect(server.requests()[0]?.request.body).toMatch(/x\$TOKEN?/);
});

test('the control plane shows no token that is to be hidden', async () => {
  const hiddenTokens = new Set([secret]);
  await using server = await startServer({ add: { callers }, hiddenTokens } as object);
  const headers = { ...robot.headers, 'X-By': secret };
  await (await ask(server, `- POST FEED {"name":"${secret}"}`, { headers })).text();
  for (const place of ['callers', 'state', 'requests', 'requests/har', 'findings', 'worlds']) {
    const shown = await (await fetch(`${server.adminUrl}/${place}`)).text();
    expect(shown).not.toContain(secret);
    expect(shown).not.toContain('problem');
    if (place === 'callers') expect(shown).toMatch(/"id":"robot".*"token":"\$TOKEN"/);
    if (place === 'callers') expect(shown).toContain('token-reader');
  }
});
