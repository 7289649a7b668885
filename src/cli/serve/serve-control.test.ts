import { expect, test } from 'vitest';
import { served } from './served.test.support.ts';

const token = 'a-s3cret-of-sixteen';
type Env = { readonly [name: string]: string };

/** A server, as its first screen describes it, and its control plane by the port it listens on. */
async function described(args: readonly string[], env: Env = {}) {
  const { out } = (await served('/', ['--memory', ...args], { env })).output;
  const [, port] = /Ready on http:\/\/\S+:(\d+)\./.exec(out) ?? [];
  const state = (headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}/__admin/state`, { headers });
  const line = (name: string) => new RegExp(`^ {2}${name} +(.+)$`, 'm').exec(out)?.[1];
  return { line, state, out };
}

test.each<{ args: string[]; env?: Env; is: 'open' | 'off' | 'guarded' }>([
  { args: [], is: 'open' },
  { args: ['--host', '0.0.0.0'], is: 'off' },
  { args: [], env: { HOST: '0.0.0.0' }, is: 'off' },
  // An empty variable is none.
  { args: ['--host', '0.0.0.0'], env: { ABUSE_FEED_ADMIN_TOKEN: '' }, is: 'off' },
  { args: ['--host', '0.0.0.0', '--admin-token', token], is: 'guarded' },
  { args: ['--host', '0.0.0.0'], env: { ABUSE_FEED_ADMIN_TOKEN: token }, is: 'guarded' },
  {
    args: ['--admin-token', token],
    env: { ABUSE_FEED_ADMIN_TOKEN: 'overridden-by-the-flag' },
    is: 'guarded',
  },
])(
  'with $args and $env the control plane is $is, as the first screen says',
  async ({ args, env, is }) => {
    const { line, state, out } = await described(args, env);
    const control = line('control') ?? '';
    const isOff = control.endsWith('(off: beyond this machine it needs --admin-token)');
    expect(isOff).toBe(is === 'off');
    expect(line('console')).toBe(isOff ? undefined : `${control}/console`);
    expect(out).not.toContain(token);
    expect((await state()).status).toBe({ open: 200, off: 404, guarded: 401 }[is]);
    const known = await state({ Authorization: `Bearer ${token}` });
    expect(known.status).toBe(is === 'off' ? 404 : 200);
  },
);

test('behind a public URL, the first screen also says where it listens', async () => {
  const { line } = await described(['--public-url', 'https://feed.example/x']);
  expect((await fetch(`${line('listens')}/openapi.yaml`)).status).toBe(200);
});
