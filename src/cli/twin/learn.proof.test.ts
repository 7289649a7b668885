import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countPlans, readTarget } from '../../../contract-tests/index.ts';
import { dialectOf } from '../../dialects/dialect.ts';
import { parseDialect } from '../../dialects/dialect-file.ts';
import { startServer } from '../../index.ts';
import { packageRoot } from '../../spec/package-root.ts';
import { start } from '../terminal.test.support.ts';

const reference = readFileSync(
  join(packageRoot, 'contract-tests', 'targets', 'reference.yaml'),
  'utf8',
);

/** A folder with a target file for a server, and whatever else a test puts there. */
const folderFor = (at: { baseUrl: string }, files: { [name: string]: string } = {}, more = '') => {
  const cwd = mkdtempSync(join(tmpdir(), 'learn-'));
  const text = `${reference.replaceAll('http://127.0.0.1:4010', at.baseUrl)}\n${more}\n`;
  for (const [name, content] of Object.entries({ 'real.yaml': text, ...files }))
    writeFileSync(join(cwd, name), content);
  return { cwd, read: (name: string) => readFileSync(join(cwd, name), 'utf8') };
};

const secretsIn = (text: string): string[] => {
  const { tokens } = readTarget('real.yaml', {
    env: {},
    cwd: folderFor({ baseUrl: 'http://x' }).cwd,
  });
  const { limited, ...single } = tokens;
  return [...Object.values(single), ...limited.map(({ token }) => token)].filter((token) =>
    text.includes(token),
  );
};

test('--learn writes what was seen, keeps secrets and spends no more than announced', async () => {
  const calls = new Map<string, number>();
  await using server = await startServer({
    dialect: dialectOf({ 'create.status.created': 202, 'lookup.malformed': 'free' }),
    mutant: (honest) => ({
      ...honest,
      answer: (served, call) => {
        const token = call.authorization ?? '';
        calls.set(token, (calls.get(token) ?? 0) + 1);
        return honest.answer(served, call);
      },
    }),
  });
  const { cwd, read } = folderFor(server);
  const args = [
    'verify',
    '--target',
    'real.yaml',
    '--learn',
    'real.dialect.yaml',
    '--json',
    'r.json',
  ];
  const { ended, shown } = start(args, { cwd });
  expect(await ended).toBe(0);
  const card = read('real.dialect.yaml');
  expect(parseDialect(card, 'card')).toMatchObject({
    'create.status.created': 202,
    'lookup.malformed': 'free',
  });
  expect(card).toMatch(/# POST \/feed\/tunnelco\/api as tokens.researcher: 202\ncreate.status/);
  expect(secretsIn(card + shown.out + read('r.json'))).toEqual([]);
  expect(shown.out).toMatch(/Learned \d+ of 93 answers, written to real.dialect.yaml/);
  expect(shown.out).toContain('auth.lifetime');
  const { spending } = JSON.parse(read('r.json')) as { spending: { key: string; calls: number }[] };
  const { limited } = readTarget('real.yaml', { env: {}, cwd }).tokens;
  const plans = countPlans(limited);
  expect(plans.length).toBeGreaterThan(0);
  for (const plan of plans) {
    const told = spending.find(({ key }) => key === plan.key);
    expect(told?.calls).toBe(plan.remaining + 4);
    expect(calls.get(plan.token)).toBeLessThanOrEqual(plan.remaining + 4);
  }
});

test('expected answers are reported apart, and count only with --strict', async () => {
  await using server = await startServer();
  const wanted = 'create.status.created: 200\nfetch.who: known\nauth.lifetime: 3600\n';
  const only = ['--only', 'create/flag-present,fetch/callers-agree'];
  const files = { 'my.dialect.yaml': wanted };
  const { cwd, read } = folderFor(server, files, 'expect: my.dialect.yaml');
  const reports = ['--json', 'r.json', '--junit', 'r.xml', '--html', 'r.html'];
  const loose = start(['verify', '--target', 'real.yaml', ...only, ...reports], { cwd });
  expect(await loose.ended).toBe(0);
  expect(loose.shown.out).toContain('create.status.created: 200 expected, 201 seen');
  expect(loose.shown.out).toContain(
    'expected answers: 1 answers as expected, 1 different, 1 not seen',
  );
  expect(loose.shown.out).toContain('CONFORMS');
  expect(JSON.parse(read('r.json'))).toMatchObject({
    verdict: 'conforms',
    exitCode: 0,
    expectations: { file: 'my.dialect.yaml' },
  });
  expect(read('r.xml')).toContain('<testsuite name="expected answers (my.dialect.yaml)" tests="3"');
  expect(read('r.html')).toContain('<h2 id="expected">Expected answers</h2>');
  const strict = start(['verify', '--target', 'real.yaml', ...only, '--strict'], { cwd });
  expect(await strict.ended).toBe(1);
  expect(strict.shown.out).toMatch(
    /CONFORMS .*1 answer is not the expected one, which ends with 1 by --strict/,
  );
  expect(read('r.xml')).toContain('failures="0"');
  const all = start(['verify', '--target', 'real.yaml', ...only, '--strict', '--require-all'], {
    cwd,
  });
  expect(await all.ended).toBe(1);
  expect(all.shown.out).toMatch(/INCONCLUSIVE {2}.*1 answer is not the expected one/);
});

test.each([
  [
    'create.status.creatd: 200',
    'unknown key create.status.creatd; did you mean create.status.created?',
  ],
  ['fetch.who: everyone', 'fetch.who is "everyone"; expected one of known, public'],
  ['- a list', 'the dialect is a list; expected a map of open points'],
])('a mistake in an expected dialect is wrong usage: %s', async (content, message) => {
  const at = { baseUrl: 'http://127.0.0.1:1' };
  const { cwd } = folderFor(at, { 'my.dialect.yaml': content }, 'expect: my.dialect.yaml');
  const { ended, shown } = start(['verify', '--target', 'real.yaml'], { cwd });
  expect(await ended).toBe(2);
  expect(shown.err).toContain(`my.dialect.yaml`);
  expect(shown.err).toContain(message);
});

test('an expected dialect that is not there is wrong usage', async () => {
  const { cwd } = folderFor({ baseUrl: 'http://127.0.0.1:1' }, {}, 'expect: absent.yaml');
  const { ended, shown } = start(['verify', '--target', 'real.yaml'], { cwd });
  expect(await ended).toBe(2);
  expect(shown.err).toContain('expect: absent.yaml: no such file');
});

test('twin judges, learns and serves in one go, and what it creates is written down until it is deleted', async () => {
  const filesSeen = new Set<string>();
  await using real = await startServer({
    dialect: dialectOf({ 'fetch.status.unknown-report': 410 }),
    mutant: (honest) => ({
      ...honest,
      answer: (served, call) => {
        if (call.operation === 'delete') for (const name of createdFiles()) filesSeen.add(name);
        return honest.answer(served, call);
      },
    }),
  });
  const { cwd } = folderFor(real);
  const createdFiles = () =>
    readdirSync(cwd).filter((name) => name.startsWith('abuse-feed-created-'));
  const serving = ['--port', '0', '--memory', '--quiet', '--admin-token=-secret'];
  const args = ['twin', '--target', 'real.yaml', ...serving];
  const twin = start(args, { cwd });
  await twin.started;
  expect(twin.shown.out).toContain(
    'Its answers are in real.dialect.yaml, its services and callers in real.config.yaml. Starting',
  );
  const [, url] = /Ready on (\S+)\. /.exec(twin.shown.out) ?? [];
  const absent = '00000000-0000-4000-8000-000000000000';
  const answer = await fetch(`${url}/feed/tunnelco/api?report=${absent}`, {
    headers: { authorization: 'token-reader' },
  });
  expect(answer.status).toBe(410);
  expect([filesSeen.size, createdFiles()]).toEqual([1, []]);
  const state = async (headers: Record<string, string>) =>
    (await fetch(`${url}/__admin/state`, { headers })).status;
  expect(await state({})).toBe(401);
  expect(await state({ authorization: 'Bearer -secret' })).toBe(200);
  twin.stop();
  expect(await twin.ended).toBe(0);
});

test('a server that could not be judged has no twin', async () => {
  const { cwd } = folderFor({ baseUrl: 'http://127.0.0.1:1' });
  const { ended, shown } = start(['twin', '--target', 'real.yaml', '--port', '0'], { cwd });
  expect(await ended).toBe(3);
  expect(shown.err).toContain('has no twin');
});

test.each([
  [['twin'], 'twin needs --target FILE'],
  [['twin', 'real.yaml'], 'Did you mean --target?'],
  [['twin', '--target', 'a', '--port', 'x'], '--port is "x"'],
])('%j is wrong usage', async (args, message) => {
  const { ended, shown } = start(args);
  expect(await ended).toBe(2);
  expect(shown.err).toContain(message);
});
