import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { start } from './terminal.test.support.ts';

const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'abuse-feed-written-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
};

const targets = ['--target', 'a.yaml', '--target', 'b.yaml'];
const removes = [process.execPath, '-e', "fs.rmdirSync('gone')"];

test.each([
  ['matrix', ['matrix', '--json', 'no/x', '--', process.execPath, '-e', 'process.exit(1)']],
  ['matrix as JUnit', ['matrix', '--junit', 'no/x', '--', process.execPath, '-e', '1']],
  ['matrix as Markdown', ['matrix', '--markdown', 'no/x', '--', process.execPath, '-e', '1']],
  ['selftest', ['selftest', '--only', 'create-flag-as-', '--json', 'no/x']],
  ['several targets', ['verify', ...targets, '--json', 'no/x']],
  ['listen', ['listen', '--port', '0', '--base-url', 'http://127.0.0.1:9', '--html', 'no/x']],
  ['judge', ['judge', 'none.har', '--learn', 'no/x']],
  ['init', ['init', '--out', 'no/x']],
])('a file that cannot be written is refused before the run: %s', async (_what, args) => {
  const { ended, shown } = start(args, { cwd: folder() });
  expect(await ended).toBe(2);
  const said =
    'no/x cannot be written: no is not there, or may not be written to. Nothing was run.';
  expect(shown).toEqual({ out: '', err: `abuse-feed: ${said}\n` });
});

test('merge refuses it too', async () => {
  const cwd = folder();
  const part = { kind: 'selftest', shard: { index: 1, of: 1 }, all: 0, results: [] };
  writeFileSync(join(cwd, 'part.json'), JSON.stringify(part));
  const { ended, shown } = start(['merge', '--json', 'no/x', 'part.json'], { cwd });
  expect(await ended).toBe(2);
  expect(shown.err).toContain('no/x cannot be written');
});

test('where a file can no longer be written after the run, its result is printed all the same', async () => {
  const cwd = folder();
  mkdirSync(join(cwd, 'gone'));
  const args = ['matrix', '--only', 'default', '--json', 'gone/x', '--', ...removes];
  const { ended, shown } = start(args, { cwd });
  expect(await ended).toBe(2);
  expect(shown.out).toMatch(/^ {2}default +passed/m);
  expect(shown.err).toMatch(/^abuse-feed: gone\/x cannot be written: ENOENT/m);
});
