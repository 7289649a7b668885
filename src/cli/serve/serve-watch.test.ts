import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../spec/package-root.ts';
import type { Io } from '../io.ts';
import type { WatchFolder } from '../watch-files.ts';
import { configured, name, served } from './served.test.support.ts';

const base = 'memory: true\nquiet: true\n';

/** A server that watches a configuration, and notices changes when told to. */
async function watchedServer(config: string, args: string[] = [], part: Partial<Io> = {}) {
  const listeners = new Set<() => void>();
  const watchFolder: WatchFolder = (_folder, changed) => {
    listeners.add(changed);
    return () => void listeners.delete(changed);
  };
  const cwd = configured(config);
  cpSync(join(packageRoot, 'seed-data'), join(cwd, 'seed'), { recursive: true });
  const server = await served(cwd, ['--watch', ...args], { watchFolder, ...part });
  /** The notice printed after a file has changed. */
  const noticeAfter = async (text: string, file = name) => {
    const before = server.output.err.length;
    const written = server.stderrWritten();
    writeFileSync(join(cwd, file), text);
    for (const changed of listeners) changed();
    await written;
    return (JSON.parse(server.output.err.slice(before)) as { notice: string }).notice;
  };
  return { ...server, cwd, noticeAfter, listeners };
}

test('--watch reloads seed data and configuration, and says what it kept', async () => {
  const first = `${base}seed: seed\n`;
  const server = await watchedServer(first);
  const post = (path: string, body: unknown) =>
    server.admin(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  await post('/callers', { id: 'minted' });
  await post('/faults', { type: 'delay', ms: 0 });
  const services = readFileSync(join(server.cwd, 'seed/services.yaml'), 'utf8');
  expect(await server.noticeAfter(`${services}- newco\n`, 'seed/services.yaml')).toBe(
    'Reloaded: seed data. Kept: 1 caller made, changed or deleted since.',
  );
  expect(await server.admin('/services')).toMatchObject({
    services: expect.arrayContaining(['newco']),
  });
  expect(JSON.stringify(await server.admin('/callers'))).toContain('"minted"');

  const other = `${first}cors: false\ndialect: strict\n`;
  expect(
    await server.noticeAfter(`${other}worlds: [{ id: mine }]\nfaults: [{ type: half }]\n`),
  ).toBe('Reloaded: dialect, faults, world mine. Needs a restart: cors.');
  expect(await server.admin('/faults')).toMatchObject({
    faults: [{ type: 'delay' }, { type: 'half' }],
  });
  expect(await server.noticeAfter(other)).toBe(
    'Reloaded: faults. Kept: the other worlds. Needs a restart: cors.',
  );
  expect(await server.noticeAfter('prot: 1\n')).toMatch(
    /^Not reloaded, everything is kept\. .*unknown key prot/,
  );
  expect(await server.admin('/dialect')).toMatchObject({ name: 'strict' });
  server.stop();
  expect(await server.ended).toBe(0);
  expect(server.listeners.size).toBe(0);
});

test('--watch shows no secret that a configuration names later', async () => {
  const server = await watchedServer(base, [], { env: { ROBOT: 'secret-robot' } });
  const robot = `{ id: robot, name: Robot, token: "\${ROBOT}" }`;
  await server.noticeAfter(`${base}add: { callers: [${robot}] }\n`);
  expect(JSON.stringify(await server.admin('/callers'))).toContain('"robot"');
  const page = await (await fetch(`${server.url}/docs`)).text();
  expect(page).toContain('token-reader');
  expect(page).not.toContain('secret-robot');
});

test('--watch notices changes by the file system', async () => {
  const cwd = configured(base);
  const server = await served(cwd, ['--watch']);
  const written = server.stderrWritten();
  writeFileSync(join(cwd, name), `${base}dialect: lenient\n`);
  await written;
  expect(server.output.err).toContain('Reloaded: dialect.');
});

test.each<[string, string[], string]>([
  ['typed', ['--dialect', 'random'], ''],
  ['configured', [], 'dialect: random\n'],
])('--watch keeps a random dialect that is %s', async (_where, args, dialect) => {
  const { noticeAfter } = await watchedServer(base + dialect, args);
  expect(await noticeAfter(`${base}${dialect}ids: 7\n`)).toBe('Reloaded: ids.');
});

test('--watch continues after an unexpected failure, and reports it', async () => {
  const { noticeAfter } = await watchedServer(base);
  const faults = Array.from({ length: 1001 }, () => '{ type: drop }').join(', ');
  expect(await noticeAfter(`${base}worlds: [{ id: one, faults: [${faults}] }]\n`)).toMatch(
    /^Not reloaded in full\. .*1000 faults/,
  );
  expect(await noticeAfter(`${base}ids: 7\n`)).toBe('Reloaded: ids.');
});
