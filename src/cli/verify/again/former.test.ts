import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RunResult } from '../../../../contract-tests/index.ts';
import { startServer } from '../../../index.ts';
import { passing, ran, targetFile } from '../verify.test.support.ts';
import { changesSince, needlessWaivers } from './former.ts';

const run = (verdicts: { readonly [id: string]: string }, more: object = {}): RunResult =>
  ({
    startedAt: '2026-01-31T13:45:00.000Z',
    clauses: Object.entries(verdicts).map(([id, verdict]) => ({ id, verdict, ...more })),
  }) as unknown as RunResult;

test('what is new, mended, still broken and out of sight is told apart', () => {
  const then = run({ a: 'broken', b: 'broken', c: 'met', d: 'broken', e: 'met' });
  const now = run({ a: 'met', b: 'broken', c: 'broken', d: 'not-testable', e: 'met' });
  expect(changesSince(then, now)).toBe(
    [
      'Since the run of 2026-01-31 13:45:00 UTC:',
      '  new            c',
      '  mended         a',
      '  still broken   b',
      '  not seen now   d',
      '',
    ].join('\n'),
  );
  expect(changesSince(then, then)).toContain('still broken   a, b, d');
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

const fileWith = (content: unknown): string => {
  const file = join(mkdtempSync(join(tmpdir(), 'former-')), 'r.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
};

test.each([
  [['--failed'], /--failed needs the JSON report of the last run\. Name it with --baseline FILE/],
  [['--baseline', 'absent.json'], /absent\.json cannot be read as JSON/],
  [['--baseline', fileWith({ kind: 'verify' })], /is no report that verify --json wrote/],
  [['--baseline', fileWith(null)], /is no report that verify --json wrote/],
  [['--failed', '--baseline', fileWith(run({ a: 'met' }))], /Nothing was broken in/],
  [['--watch'], /--watch needs --target FILE/],
  [['--only', 'nothing/*'], /There is no clause nothing\/\*/],
])('%j is wrong usage', async (args, says) => {
  const { code, printed } = await ran(args);
  expect(code).toBe(2);
  expect(printed).toMatch(says);
});

test('--only takes a star, and --failed the clauses that were broken', async () => {
  const all = await ran(['--list', '--only', 'delete/*']);
  expect(all.printed).toContain('  delete/flag-is-success ');
  expect(all.printed).not.toContain('  create/');
  const former = fileWith(run({ 'create/id-type': 'broken', 'fetch/flag-true': 'met' }));
  const failed = await ran(['--list', '--failed', '--baseline', former]);
  expect(failed.printed).toContain('  create/id-type ');
  expect(failed.printed).not.toContain('  fetch/flag-true ');
});

test('--fail-fast stops at the first broken clause, and cleans up', async () => {
  await using server = await startServer();
  const before = server.state().reports.length;
  let requests = 0;
  const baseUrl = await passing(server.baseUrl, {
    alter: (answer) => {
      requests += 1;
      return { ...answer, body: answer.body.replace('"successful":true', '"successful":"yes"') };
    },
  });
  const args = ['--target', targetFile({ baseUrl }), '--only', 'create/*', '--fail-fast'];
  const { code, printed } = await ran(args);
  expect(code).toBe(1);
  expect(printed).toMatch(/VIOLATES .* stopped before its end/);
  expect(requests).toBeLessThan(400);
  expect(server.state().reports).toHaveLength(before);
});
