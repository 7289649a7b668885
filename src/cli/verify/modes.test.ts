import { expect, test } from 'vitest';
import { refuseUseless } from './modes.ts';

const outputs = [...['json', 'junit', 'html', 'learn', 'repro', 'baseline']];

test.each([
  ...outputs.map((name) => ['repeat', name]),
  ...outputs.filter((name) => name !== 'learn').map((name) => ['dry-run', name]),
  ...[...outputs, 'only', 'plan-seed', 'repeat', 'budget'].map((name) => ['cleanup', name]),
])('--%s refuses what it would pass over: --%s', (mode = '', name = '') => {
  expect(() => refuseUseless({ [mode]: '2', [name]: '1' })).toThrow(
    `--${name} has no effect with --${mode}. Leave one of them out.`,
  );
});

test.each([
  { 'dry-run': true, learn: 'x', thorough: true, dialect: 'strict', only: ['a'] },
  { repeat: '2', strict: true, 'fail-fast': true, 'require-all': true, 'plan-seed': '7' },
  { cleanup: 'x', 'base-url': 'http://a.example', verbose: true },
  { json: 'x', junit: 'x', html: 'x', learn: 'x', repro: 'x', baseline: 'x' },
])('%j is taken', (values) => {
  expect(() => refuseUseless(values)).not.toThrow();
});

test('--budget leaves something out, so it refuses --require-all', () => {
  expect(() => refuseUseless({ budget: '300', 'require-all': true })).toThrow(
    '--require-all wants everything tested, and --budget leaves out what is beyond it.',
  );
});
