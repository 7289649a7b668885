import { generateKeyPairSync } from 'node:crypto';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call } from '../../admin/control-plane.test.support.ts';
import { authority, tls } from '../../http/tls/tls-for-tests.test.support.ts';
import { ownSeedFolder } from '../../seed/own-seed.ts';
import { folderWith } from '../../values/folder-with.test.support.ts';
import { ran } from '../terminal.test.support.ts';
import { example } from '../verify/verify.test.support.ts';
import { configured, name, served } from './served.test.support.ts';

test('a configuration in the current folder is found, and options win over it', async () => {
  const cwd = configured(`
port: 1
memory: true
quiet: true
dialect: my.dialect.yaml
clock: { mode: frozen, at: "2026-01-31T13:45:00Z" }
ids: 7
add: { services: [extraco], callers: [{ id: robot, name: Robot, token: "\${ROBOT}" }] }
faults: [{ type: reply, status: 503, operation: fetch }]
worlds: [{ id: mine, dialect: strict }]
`);
  writeFileSync(join(cwd, 'my.dialect.yaml'), 'auth.prefix: Bearer\n');
  const env = { ROBOT: 'secret-robot' };
  const { output, url, admin } = await served(cwd, [], { env });
  expect(output.out).toContain(`  config   ${join(cwd, name)}\n`);
  expect(output.out).toMatch(/dialect +my\.dialect\.yaml \(1 answer differs/);
  expect(output.out).toMatch(/data +in memory/);
  expect((await fetch(`${url}/feed/extraco/api?report=x`)).status).toBe(503);
  expect(await admin('/clock')).toEqual({ mode: 'frozen', now: '2026-01-31T13:45:00.000Z' });
  expect(await admin('/ids')).toEqual({ seed: '7' });
  expect(await admin('/worlds')).toMatchObject({ worlds: [{ id: 'mine' }] });
  expect(JSON.stringify(await admin('/callers'))).toContain('"robot"');
  // A token from the environment is shown nowhere.
  const page = await (await fetch(`${url}/docs`)).text();
  expect(page).toContain('token-reader');
  expect(output.out + output.err + page).not.toContain('secret-robot');
  const other = await served(cwd, ['--dialect', 'default'], { env });
  expect(other.output.out).toMatch(/dialect +default/);
});

const pem = { 'cert.pem': tls.cert, 'key.pem': tls.key, 'other.pem': authority, 'note.txt': 'a' };

function withKey(key: string): string {
  return `memory: true\ntls: { cert: cert.pem, key: ${key} }\n`;
}

test.each<{ config: string; args?: string; env?: { [name: string]: string }; says: string }>([
  { config: 'prot: 1\n', says: `${name}:1: unknown key prot; did you mean port?` },
  {
    config: '{}',
    args: '--config gone.yaml',
    says: 'gone.yaml cannot be read: there is no such file. Give the path of a file with --config.',
  },
  {
    config: 'cors: false\n',
    args: '--cors-credentials',
    says: '--no-cors (or cors: false) and --cors-credentials',
  },
  {
    config: '{}',
    args: '--seed-data gone',
    says: 'gone cannot be read: there is no such folder. Give a folder with seed data with --seed-data.',
  },
  {
    config: '{}',
    env: { ABUSE_FEED_SEED_DATA: `./${name}` },
    says: `./${name} cannot be read: it is a file.`,
  },
  {
    config: '{}',
    args: '--tls-cert cert.pem --tls-key no.pem',
    says: '--tls-key: no.pem cannot be read: there is no such file.',
  },
  { config: withKey('no.pem'), says: 'no.pem cannot be read: there is no such file' },
  { config: withKey('note.txt'), says: 'which is no PEM file. Give another.' },
])(
  '$config with "$args" and $env is wrong usage: $says',
  async ({ config, args, env = {}, says }) => {
    const cwd = folderWith({ ...pem, [name]: config });
    const { code, out, err } = await ran(['serve', ...(args?.split(' ') ?? [])], { cwd, env });
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(says);
    // A key of the configuration is named as that, and not as an option.
    if (args === undefined) expect(err).not.toContain('--tls');
  },
);

test('a seed that is ignored, since there is data already, is reported, with how to start again', async () => {
  const cwd = configured('{}');
  cpSync(ownSeedFolder, join(cwd, 'seed'), { recursive: true });
  {
    await using first = await served(cwd, ['--seed-data', 'seed']);
    expect(first.output.out).not.toContain('is not used');
  }
  const { output } = await served(cwd, ['--seed-data', 'seed']);
  expect(output.out).toContain(`${join(cwd, 'seed')} is not used: there is data already.`);
  expect(output.out).toContain('POST /__admin/reset');
});

test('a world that cannot be created is one line, and nothing is left running', async () => {
  const faults = Array.from({ length: 1001 }, () => '{ type: drop }').join(', ');
  const cwd = configured(`memory: true\nworlds: [{ id: one, faults: [${faults}] }]\n`);
  const { code, out, err } = await ran(['serve', '--port', '0'], { cwd });
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(/^abuse-feed: .*1000 faults.*\n$/);
});

test('a server with TLS is judged by verify where its authority is trusted', async () => {
  const cwd = folderWith({ ...pem, [name]: withKey('key.pem') });
  const { output, url } = await served(cwd);
  expect(output.out).toContain(`curl '${url}/feed/`);
  const text = readFileSync(example, 'utf8').replaceAll('http://127.0.0.1:4010', url);
  const trusted = text.replace(/^# ca: \S+/m, 'ca: other.pem');
  for (const [file, content] of Object.entries({ 'unknown.yaml': text, 'trusted.yaml': trusted }))
    writeFileSync(join(cwd, file), content);
  const verified = (target: string, ca?: string) => {
    const env = ca === undefined ? {} : { ABUSE_FEED_CA: ca };
    return ran(['verify', '--target', target, '--only', 'fetch/body-is-json'], { cwd, env });
  };
  expect(await verified('unknown.yaml')).toMatchObject({
    code: 3,
    out: expect.stringMatching(/no secure connection \(TLS\): .* authority as `ca`/),
  });
  expect((await verified('trusted.yaml')).code).toBe(0);
  expect((await verified('unknown.yaml', 'other.pem')).code).toBe(0);
  expect(await verified('unknown.yaml', 'unknown.yaml')).toMatchObject({
    code: 2,
    err: `abuse-feed: ca: \${ABUSE_FEED_CA} holds no certificate; expected one as PEM\n`,
  });
});

test('a key of another certificate ends it with 1', async () => {
  const args = ['--port', '0', '--memory', '--tls-cert', 'cert.pem', '--tls-key', 'other.pem'];
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const cwd = folderWith({ ...pem, 'other.pem': key });
  expect(await ran(['serve', ...args], { cwd })).toEqual({
    code: 1,
    out: '',
    err: 'abuse-feed: The key does not belong to the certificate. Give the matching key.\n',
  });
});

function reloadable(dialect: string, world: string, token: string): string {
  return `dialect: ${dialect}
add: { callers: [{ id: mine, name: Mine, token: "${token}", roles: [] }] }
worlds: [{ id: ${world} }]
`;
}

test.each(['SIGHUP', 'the control plane'])('the configuration is read again by %s', async (how) => {
  const cwd = configured(reloadable('default', 'one', 'first'));
  const listeners: (() => void)[] = [];
  const onReload = (listener: () => void) => {
    listeners.push(listener);
    return () => {};
  };
  const env = { SECRET: 'from-the-environment' };
  const { url, admin, output } = await served(cwd, ['--memory'], { env, onReload });
  const reload = async (config: string, until: string) => {
    writeFileSync(join(cwd, name), config);
    if (how !== 'SIGHUP') return String((await call(`${url}/__admin`, 'POST /reload')).status);
    for (const listener of listeners) listener();
    // The log says when it is done.
    while (!output.err.includes(until)) await admin('/health');
    return output.err;
  };
  await call(`${url}/__admin`, 'POST /worlds', { id: 'kept' });
  expect(await admin('/dialect')).toMatchObject({ name: 'default' });
  const changed = reloadable('strict', 'two', '$' + '{SECRET}');
  expect(await reload(changed, 'were read again')).toMatch(/^204$|were read again/);
  expect(await admin('/dialect')).toMatchObject({ name: 'strict' });
  const { worlds } = await admin('/worlds');
  expect(worlds).toMatchObject([{ id: 'kept' }, { id: 'two' }]);
  const callers = JSON.stringify(await admin('/callers'));
  expect(callers).toContain('"id":"mine"');
  expect(callers).not.toContain('from-the-environment');
  const refused = await reload('dialect: none such\n', 'Nothing was changed');
  expect(refused).toMatch(/^400$|Nothing was changed.*none such/s);
  expect(await admin('/dialect')).toMatchObject({ name: 'strict' });
});
