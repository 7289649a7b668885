import { expect, test } from 'vitest';
import { served } from './served.test.support.ts';

/** A server as its first screen describes it. */
async function described(args: string[], env: Record<string, string> = {}) {
  const { out } = (await served('/', ['--memory', ...args], { env })).output;
  const [, port] = /Ready on http:\/\/\S+:(\d+)\./.exec(out) ?? [];
  const state = (headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}/__admin/state`, { headers });
  const line = (name: string) => new RegExp(`^ {2}${name} +(.+)$`, 'm').exec(out)?.[1];
  return { line, state, out };
}

test('on this machine the control plane is open, and the first screen says where', async () => {
  const server = await described([]);
  expect(server.line('control')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/__admin$/);
  expect(server.line('console')).toBe(`${server.line('control')}/console`);
  expect((await server.state()).status).toBe(200);
});

test.each([
  [['--host', '0.0.0.0'], {}],
  [[], { HOST: '0.0.0.0' }],
  // An empty variable is none.
  [['--host', '0.0.0.0'], { ABUSE_FEED_ADMIN_TOKEN: '' }],
])('beyond this machine (%j, %j) it is off, and the first screen says so', async (args, env) => {
  const server = await described(args, env as Record<string, string>);
  expect(server.line('control')).toMatch(/\(off: beyond this machine it needs --admin-token\)$/);
  expect(server.line('console')).toBeUndefined();
  const answer = await server.state();
  expect({ status: answer.status, body: await answer.json() }).toMatchObject({
    status: 404,
    body: { type: 'urn:abuse-feed:problem:switched-off' },
  });
});

test.each([
  [['--host', '0.0.0.0', '--admin-token', 'a-s3cret-of-sixteen'], {}],
  [['--host', '0.0.0.0'], { ABUSE_FEED_ADMIN_TOKEN: 'a-s3cret-of-sixteen' }],
  [['--admin-token', 'a-s3cret-of-sixteen'], { ABUSE_FEED_ADMIN_TOKEN: 'overridden-by-the-flag' }],
])('with an admin token (%j, %j) it is on for whoever knows it', async (args, env) => {
  const { line, out, state } = await described(args, env as Record<string, string>);
  expect(line('console')).toBe(`${line('control')}/console`);
  expect(out).not.toContain('a-s3cret-of-sixteen');
  expect((await state()).status).toBe(401);
  expect((await state({ Authorization: 'Bearer a-s3cret-of-sixteen' })).status).toBe(200);
});

test('behind a public URL, the first screen also says where it listens', async () => {
  const { line } = await described(['--public-url', 'https://feed.example/x']);
  expect((await fetch(`${line('listens')}/openapi.yaml`)).status).toBe(200);
});
