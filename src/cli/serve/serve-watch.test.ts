import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../spec/package-root.ts';
import { start } from '../terminal.test.support.ts';
import type { WatchFolder } from '../watch-files.ts';
import { configured, name, served } from './served.test.support.ts';

/** Files that are said to have changed when a test says so. */
function byHand() {
  const looks = new Set<() => void>();
  const watchFolder: WatchFolder = (_folder, changed) => {
    looks.add(changed);
    return () => void looks.delete(changed);
  };
  return { watchFolder, look: () => [...looks].map((changed) => changed()), looks };
}

test('--watch reads seed data and configuration again, and says what it kept', async () => {
  const cwd = configured('memory: true\nquiet: true\nseed: seed\n');
  cpSync(join(packageRoot, 'seed-data'), join(cwd, 'seed'), { recursive: true });
  const hand = byHand();
  const server = await served(cwd, ['--watch'], hand.watchFolder);
  const notice = async (act: () => void) => {
    const heard = server.shown.err.length;
    const told = server.told();
    act();
    hand.look();
    await told;
    return (JSON.parse(server.shown.err.slice(heard)) as { notice: string }).notice;
  };
  const post = (path: string, body: unknown) =>
    server.admin(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  await post('/callers', { id: 'minted' });
  await post('/faults', { type: 'delay', ms: 0 });
  const services = join(cwd, 'seed', 'services.yaml');
  const more = () => writeFileSync(services, `${readFileSync(services, 'utf8')}- newco\n`);
  expect(await notice(more)).toBe(
    'Reloaded: seed data. Kept: 1 caller made, changed or deleted since.',
  );
  expect(await server.admin('/services')).toMatchObject({
    services: expect.arrayContaining(['newco']),
  });
  expect(JSON.stringify(await server.admin('/callers'))).toContain('"minted"');

  const config = (text: string) => () => writeFileSync(join(cwd, name), text);
  const start = 'memory: true\nquiet: true\nseed: seed\n';
  expect(
    await notice(
      config(
        `${start}cors: false\ndialect: strict\nworlds: [{ id: mine }]\nfaults: [{ type: half }]\n`,
      ),
    ),
  ).toBe('Reloaded: dialect, faults, world mine. Needs a restart: cors.');
  expect(await server.admin('/faults')).toMatchObject({
    faults: [{ type: 'delay' }, { type: 'half' }],
  });
  expect(await notice(config(`${start}cors: false\ndialect: strict\n`))).toBe(
    'Reloaded: faults. Kept: the other worlds. Needs a restart: cors.',
  );
  expect(await notice(config('prot: 1\n'))).toMatch(
    /^Not reloaded, everything is kept\. .*unknown key prot/,
  );
  expect(await server.admin('/dialect')).toMatchObject({ name: 'strict' });
  server.stop();
  expect(await server.ended).toBe(0);
  expect(hand.looks.size).toBe(0);
});

test('--watch shows no secret that a configuration names later', async () => {
  const cwd = configured('memory: true\nquiet: true\n');
  const hand = byHand();
  const server = start(['serve', '--port', '0', '--watch'], {
    cwd,
    env: { ROBOT: 'secret-robot' },
    watchFolder: hand.watchFolder,
  });
  await server.started;
  const url = /Ready on (\S+)\. /.exec(server.shown.out)?.[1];
  const told = server.told();
  const robot = `{ id: robot, name: Robot, token: "\${ROBOT}" }`;
  writeFileSync(join(cwd, name), `memory: true\nquiet: true\nadd: { callers: [${robot}] }\n`);
  hand.look();
  await told;
  const callers = await (await fetch(`${url}/__admin/callers`)).text();
  expect(callers).toContain('"robot"');
  const page = await (await fetch(`${url}/docs`)).text();
  expect(page).toContain('token-reader');
  expect(page).not.toContain('secret-robot');
  server.stop();
  expect(await server.ended).toBe(0);
});

test('--watch hears of changes from the system', async () => {
  const cwd = configured('memory: true\nquiet: true\n');
  const server = await served(cwd, ['--watch']);
  const told = server.told();
  writeFileSync(join(cwd, name), 'memory: true\nquiet: true\ndialect: lenient\n');
  await told;
  expect(server.shown.err).toContain('Reloaded: dialect.');
});

test.each<[string, string[], string]>([
  ['typed', ['--dialect', 'random'], ''],
  ['configured', [], 'dialect: random\n'],
])('--watch keeps a random dialect that is %s', async (_where, args, dialect) => {
  const config = `memory: true\nquiet: true\n${dialect}`;
  const cwd = configured(config);
  const hand = byHand();
  const server = await served(cwd, ['--watch', ...args], hand.watchFolder);
  const told = server.told();
  writeFileSync(join(cwd, name), `${config}ids: 7\n`);
  hand.look();
  await told;
  expect(JSON.parse(server.shown.err)).toMatchObject({ notice: 'Reloaded: ids.' });
});

test('--watch goes on after what nobody foresaw, and tells it', async () => {
  const config = 'memory: true\nquiet: true\n';
  const cwd = configured(config);
  const hand = byHand();
  const server = await served(cwd, ['--watch'], hand.watchFolder);
  const notice = async (text: string) => {
    const heard = server.shown.err.length;
    const told = server.told();
    writeFileSync(join(cwd, name), text);
    hand.look();
    await told;
    return (JSON.parse(server.shown.err.slice(heard)) as { notice: string }).notice;
  };
  const faults = Array.from({ length: 1001 }, () => '{ type: drop }').join(', ');
  expect(await notice(`${config}worlds: [{ id: one, faults: [${faults}] }]\n`)).toMatch(
    /^Not reloaded in full\. .*1000 faults/,
  );
  expect(await notice(`${config}ids: 7\n`)).toBe('Reloaded: ids.');
});
