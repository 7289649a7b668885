import { join } from 'node:path';
import { expect, test } from 'vitest';
import { changesSince, type RunResult } from '../../../contract-tests/index.ts';
import { folderWith } from '../../values/folder-with.test.support.ts';
import { needlessWaivers } from './former.ts';
import { ran } from './verify.test.support.ts';

function run(verdicts: { readonly [id: string]: string }, more: object = {}): RunResult {
  return {
    startedAt: '2026-01-31T13:45:00.000Z',
    clauses: Object.entries(verdicts).map(([id, verdict]) => ({ id, verdict, ...more })),
  } as unknown as RunResult;
}

test('what is new, fixed, still broken and not seen now is one line', () => {
  const then = run({ a: 'broken', b: 'broken', c: 'met', d: 'broken', e: 'met' });
  const now = run({ a: 'met', b: 'broken', c: 'broken', d: 'not-testable', e: 'met' });
  expect(changesSince(then, now)).toBe(
    'Since the run of 2026-01-31 13:45:00 UTC: 1 new (c); 1 fixed (a); 1 still broken; 1 not seen now (d)\n',
  );
  expect(changesSince(then, then)).toContain(': 3 still broken\n');
  expect(changesSince(now, run({ b: 'broken', c: 'broken' }))).not.toContain('new');
  expect(changesSince(run({ e: 'met' }), run({ e: 'met' }))).toContain('no change');
});

test('a waiver is needless where the clause holds, and only there', () => {
  expect(needlessWaivers(run({ a: 'waived' }, { findings: [], times: 3 }))).toContain(
    'now meets them: a',
  );
  expect(needlessWaivers(run({ a: 'waived' }, { findings: [], times: 0 }))).toBe('');
  expect(needlessWaivers(run({ a: 'waived' }, { findings: [{}], times: 3 }))).toBe('');
  expect(needlessWaivers(run({ a: 'met' }, { findings: [], times: 3 }))).toBe('');
});

function fileWith(content: unknown): string {
  return join(folderWith({ 'r.json': JSON.stringify(content) }), 'r.json');
}

test.each([
  [['--baseline', 'absent.json'], /absent\.json cannot be read: /],
  [['--baseline', fileWith({ kind: 'verify' })], /is not a report written by verify --json/],
  [['--baseline', fileWith(null)], /is not a report written by verify --json/],
])('%j is wrong usage', async (args, says) => {
  const { code, printed } = await ran(args);
  expect(code).toBe(2);
  expect(printed).toMatch(says);
});
