import { expect, test } from 'vitest';
import { start } from '../terminal.test.support.ts';
import { refuseUseless } from './modes.ts';

const outputs = ['json', 'junit', 'html', 'learn', 'repro', 'baseline', 'watch-folder'];

test.each([
  ...outputs.map((name) => ['repeat', ['--repeat', '2'], name] as const),
  ...outputs
    .filter((name) => name !== 'learn')
    .map((name) => ['dry-run', ['--dry-run'], name] as const),
  ...[...outputs, 'only', 'plan-seed', 'repeat'].map(
    (name) => ['cleanup', ['--cleanup', 'x'], name] as const,
  ),
])('--%s refuses what it would pass over: %j and --%s', async (mode, args, name) => {
  const { ended, shown } = start(['verify', ...args, `--${name}`, '1']);
  expect(await ended).toBe(2);
  expect(shown).toEqual({
    out: '',
    err: `abuse-feed: --${name} has no effect with --${mode}. Leave one of them out.\n`,
  });
});

test.each([
  [['--dry-run'], '--dry-run is for one target. Name one.'],
  [['--cleanup', 'x'], '--cleanup is for one target. Name one.'],
  [['--repeat', '2'], '--repeat is for one target. Leave it out, or judge one.'],
  [['--html', 'x'], '--html is for one target. Leave it out, or judge one.'],
])('of several targets, %j is refused', async (args, says) => {
  const { ended, shown } = start(['verify', '--target', 'a', '--target', 'b', ...args]);
  expect([await ended, shown.err]).toEqual([2, `abuse-feed: ${says}\n`]);
});

test.each([
  { 'dry-run': true, learn: 'x', thorough: true, dialect: 'strict', only: ['a'] },
  { 'dry-run': true, failed: true, baseline: 'x' },
  { repeat: '2', failed: true, json: 'x' },
  { repeat: '2', strict: true, 'fail-fast': true, 'require-all': true, 'plan-seed': '7' },
  { cleanup: 'x', 'base-url': 'http://a.example', verbose: true, 'no-color': true },
  { json: 'x', junit: 'x', html: 'x', learn: 'x', repro: 'x', watch: true, baseline: 'x' },
])('%j is taken', (values) => {
  expect(() => refuseUseless(values, ['a.yaml'])).not.toThrow();
});
