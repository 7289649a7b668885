import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  conforming,
  violating,
} from '../../../../contract-tests/reporters/recorded.test.support.ts';
import { mustTakeHistory, noteRun } from './history.ts';

const io = () => {
  const output = { write: () => true };
  const cwd = mkdtempSync(join(tmpdir(), 'history-'));
  return { stdout: output, stderr: output, env: {}, cwd, signal: new AbortController().signal };
};

/** What is said after runs that ended so, one a day. */
const saidAfter = (...ended: readonly ('good' | 'bad')[]): string => {
  const own = io();
  const said = ended.map((one, day) => {
    const result = one === 'good' ? conforming : violating;
    const startedAt = `2026-03-0${day + 1}T09:30:00.000Z`;
    return noteRun('runs', { ...result, target: violating.target, startedAt }, own);
  });
  expect(readFileSync(join(own.cwd, 'runs/history.jsonl'), 'utf8').split('\n')).toHaveLength(
    ended.length + 1,
  );
  return said.at(-1) ?? '';
};

test.each([
  [['good'], 'the first run: nothing is broken'],
  [['good', 'bad', 'bad'], 'delete/flag-is-success: broken since 2026-03-02 09:30 (2 runs)'],
  [['bad'], 'delete/flag-is-success: broken since 2026-03-01 09:30 (this run)'],
  [['bad', 'good', 'bad', 'good'], 'delete/flag-is-success: flaky, broken in 2 of 4 runs'],
  [['bad', 'good'], '2 runs: nothing is broken'],
] as const)('after %j it is said: %s', (ended, says) => {
  expect(saidAfter(...ended)).toContain(says);
});

test('runs of another server are kept apart', () => {
  const own = io();
  noteRun('runs', violating, own);
  const target = { ...conforming.target, baseUrl: 'http://other.example' };
  expect(noteRun('runs', { ...conforming, target }, own)).toContain('the first run');
});

test('a history that cannot be read is found out before the run', () => {
  const own = io();
  mustTakeHistory('.', own);
  writeFileSync(join(own.cwd, 'history.jsonl'), 'no JSON');
  expect(() => mustTakeHistory('.', own)).toThrow(/history\.jsonl cannot be used/);
});
