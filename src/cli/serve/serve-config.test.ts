import { once } from 'node:events';
import { cpSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../values/package-root.ts';
import { start } from '../terminal.test.support.ts';
import { configured, name, served } from './served.test.support.ts';

test('a configuration in the current folder is found, and options win over it', async () => {
  const cwd = configured(`
port: 1
memory: true
quiet: true
dialect: my.dialect.yaml
clock: { mode: frozen, at: "2026-01-31T13:45:00Z" }
ids: 7
add: { services: [extraco] }
faults: [{ type: reply, status: 503, operation: fetch }]
worlds: [{ id: mine, dialect: strict }]
`);
  writeFileSync(join(cwd, 'my.dialect.yaml'), 'auth.prefix: Bearer\n');
  const { output, url, admin } = await served(cwd);
  expect(output.out).toContain(`  config   ${join(cwd, name)}\n`);
  expect(output.out).toMatch(/dialect +my\.dialect\.yaml \(1 answer differs/);
  expect(output.out).toMatch(/data +in memory/);
  expect((await fetch(`${url}/feed/extraco/api?report=x`)).status).toBe(503);
  expect(await admin('/clock')).toEqual({ mode: 'frozen', now: '2026-01-31T13:45:00.000Z' });
  expect(await admin('/ids')).toEqual({ seed: '7' });
  expect(await admin('/worlds')).toMatchObject({ worlds: [{ id: 'mine' }] });
  expect(output.err).toBe('');
  const other = await served(cwd, ['--dialect', 'default']);
  expect(other.output.out).toMatch(/dialect +default/);
});

test('mistakes in it are reported with their lines, and --config names another file', async () => {
  const cwd = configured('prot: 1\n');
  const found = start(['serve'], { cwd });
  expect(await found.ended).toBe(2);
  expect(found.output.err).toBe(`abuse-feed: ${name}:1: unknown key prot; did you mean port?\n`);
  const gone = start(['serve', '--config', 'gone.yaml'], { cwd });
  expect(await gone.ended).toBe(2);
  expect(gone.output.err).toBe(
    'abuse-feed: gone.yaml cannot be read: there is no such file. Give the path of a file with --config.\n',
  );
});

test('a flag that goes against the configuration is wrong usage, with both of its names', async () => {
  const cwd = configured('cors: false\n');
  const asked = start(['serve', '--cors-credentials'], { cwd });
  expect(await asked.ended).toBe(2);
  expect(asked.output.err).toContain('--no-cors (or cors: false) and --cors-credentials');
});

test('seed data that are no folder are a mistake of the command line, with the path as it was typed', async () => {
  const cwd = configured('port: 1\n');
  const typed = start(['serve', '--seed-data', 'gone'], { cwd });
  expect(await typed.ended).toBe(2);
  expect(typed.output.err).toBe(
    'abuse-feed: gone cannot be read: there is no such folder. Give a folder with seed data with --seed-data.\n',
  );
  const env = { ABUSE_FEED_SEED_DATA: `./${name}` };
  const written = start(['serve'], { cwd, env });
  expect(await written.ended).toBe(2);
  expect(written.output.err).toContain(`./${name} cannot be read: it is a file.`);
});

test('a seed that is ignored, since there is data already, is reported, with how to start again', async () => {
  const cwd = configured('{}');
  cpSync(join(packageRoot, 'seed-data'), join(cwd, 'seed'), { recursive: true });
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
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const { port } = free.address() as { port: number };
  free.close();
  await once(free, 'close');
  const command = start(['serve', '--port', String(port)], { cwd });
  expect(await command.ended).toBe(1);
  expect(command.output.out).toBe('');
  expect(command.output.err).toMatch(/^abuse-feed: .*1000 faults.*\n$/);
  await expect(fetch(`http://127.0.0.1:${port}/__admin/health`)).rejects.toThrow();
});

test('a token from the environment is shown neither on the first screen nor in /docs', async () => {
  const robot = `{ id: robot, name: Robot, token: "\${ROBOT}" }`;
  const cwd = configured(`memory: true\nadd: { callers: [${robot}] }\n`);
  const { output, url, admin } = await served(cwd, [], { env: { ROBOT: 'secret-robot' } });
  expect(JSON.stringify(await admin('/callers'))).toContain('"robot"');
  const page = await (await fetch(`${url}/docs`)).text();
  expect(page).toContain('token-reader');
  expect(output.out + page).not.toContain('secret-robot');
});
