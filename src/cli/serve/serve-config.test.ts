import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { packageRoot } from '../../spec/package-root.ts';
import { start } from '../terminal.test.support.ts';
import type { WatchFolder } from '../watch-files.ts';

const name = 'abuse-feed.config.yaml';

function folderWith(config: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'abuse-feed-config-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, name), config);
  return folder;
}

async function served(cwd: string, args: string[] = [], watchFolder?: WatchFolder) {
  const command = start(['serve', '--port', '0', ...args], {
    cwd,
    ...(watchFolder && { watchFolder }),
  });
  await command.started;
  onTestFinished(async () => {
    command.stop();
    await command.ended;
  });
  const url = /Ready on (\S+)\. /.exec(command.shown.out)?.[1] ?? '';
  const admin = async (path: string, init?: RequestInit) =>
    (await fetch(`${url}/__admin${path}`, init)).json() as Promise<Record<string, unknown>>;
  return { ...command, url, admin };
}

test('a configuration in the current folder is found, and options win over it', async () => {
  const cwd = folderWith(`
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
  const { shown, url, admin } = await served(cwd);
  expect(shown.out).toContain(`  config   ${join(cwd, name)}\n`);
  expect(shown.out).toMatch(/dialect +my\.dialect\.yaml \(1 answer differs/);
  expect(shown.out).toMatch(/data +in memory/);
  expect((await fetch(`${url}/feed/extraco/api?report=x`)).status).toBe(503);
  expect(await admin('/clock')).toEqual({ mode: 'frozen', now: '2026-01-31T13:45:00.000Z' });
  expect(await admin('/ids')).toEqual({ seed: '7' });
  expect(await admin('/worlds')).toMatchObject({ worlds: [{ id: 'mine' }] });
  expect(shown.err).toBe('');
  const other = await served(cwd, ['--dialect', 'default']);
  expect(other.shown.out).toMatch(/dialect +default/);
});

test('mistakes in it are told with their lines, and --config names another file', async () => {
  const cwd = folderWith('prot: 1\n');
  const found = start(['serve'], { cwd });
  expect([await found.ended, found.shown.err]).toEqual([
    2,
    `abuse-feed: ${name}:1: unknown key prot; did you mean port?\n`,
  ]);
  const gone = start(['serve', '--config', 'gone.yaml'], { cwd });
  expect([await gone.ended, gone.shown.err]).toEqual([
    2,
    'abuse-feed: gone.yaml cannot be read (ENOENT). Give the path of a file with --config.\n',
  ]);
});

test('a seed that is not used, since there is data already, is told, and how to begin again', async () => {
  const cwd = folderWith('{}');
  cpSync(join(packageRoot, 'seed-data'), join(cwd, 'seed'), { recursive: true });
  const first = start(['serve', '--port', '0', '--seed', 'seed'], { cwd });
  await first.started;
  expect(first.shown.out).not.toContain('is not used');
  first.stop();
  await first.ended;
  const { shown } = await served(cwd, ['--seed', 'seed']);
  expect(shown.out).toContain(`${join(cwd, 'seed')} is not used: there is data already.`);
  expect(shown.out).toContain('POST /__admin/reset');
});

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
  const cwd = folderWith('memory: true\nquiet: true\nseed: seed\n');
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
  const cwd = folderWith('memory: true\nquiet: true\n');
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
  const cwd = folderWith('memory: true\nquiet: true\n');
  const server = await served(cwd, ['--watch']);
  const told = server.told();
  writeFileSync(join(cwd, name), 'memory: true\nquiet: true\ndialect: lenient\n');
  await told;
  expect(server.shown.err).toContain('Reloaded: dialect.');
});
