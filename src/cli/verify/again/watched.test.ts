import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RunResult } from '../../../../contract-tests/index.ts';
import type { Io } from '../../io.ts';
import { UsageError } from '../../options.ts';
import { watched } from './watched.ts';

const result = (verdict: string): RunResult =>
  ({
    startedAt: '2026-01-31T13:45:00.000Z',
    exitCode: verdict === 'broken' ? 1 : 0,
    clauses: [{ id: 'create/id-type', verdict }],
  }) as unknown as RunResult;

/** A watch over a folder with a target file and a folder of sources. */
const watchedFolder = (runs: readonly (() => RunResult)[]) => {
  const cwd = mkdtempSync(join(tmpdir(), 'watch-'));
  const sources = mkdtempSync(join(cwd, 'src-'));
  writeFileSync(join(cwd, 'my.yaml'), '');
  let out = '';
  const stop = new AbortController();
  const output = { write: (text: string) => (out += text) };
  const io: Io = { stdout: output, stderr: output, env: {}, cwd, signal: stop.signal };
  let time = 0;
  const ended = watched(
    { files: ['my.yaml'], folder: sources },
    async () => {
      const next = runs[time++] ?? (() => result('met'));
      return next();
    },
    io,
  );
  const times = (text: string): number => out.split(text).length - 1;
  const waited = (count: number) => expect.poll(() => times('Watching my.yaml')).toBe(count);
  return { cwd, sources, stop, ended, waited, out: () => out };
};

test('a change of the target file or of the folder judges again, and says what changed', async () => {
  const { cwd, sources, stop, ended, waited, out } = watchedFolder([
    () => result('met'),
    () => result('broken'),
    () => result('met'),
  ]);
  await waited(1);
  writeFileSync(join(cwd, 'unrelated.txt'), 'x');
  writeFileSync(join(cwd, 'my.yaml'), 'changed');
  await waited(2);
  expect(out()).toMatch(/Since the run of .* UTC:\n {2}new {12}create\/id-type/);
  writeFileSync(join(sources, 'server.ts'), 'x');
  await waited(3);
  expect(out()).toMatch(/ {2}mended {9}create\/id-type/);
  stop.abort();
  expect(await ended).toBe(0);
});

test('a mistake in the target file is reported, and watching continues', async () => {
  const { cwd, stop, ended, waited, out } = watchedFolder([
    () => result('broken'),
    () => {
      throw new UsageError('my.yaml: a mistake');
    },
  ]);
  await waited(1);
  writeFileSync(join(cwd, 'my.yaml'), 'changed');
  await waited(2);
  expect(out()).toContain('abuse-feed: my.yaml: a mistake');
  stop.abort();
  expect(await ended).toBe(1);
});
