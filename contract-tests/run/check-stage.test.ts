import { expect, test } from 'vitest';
import type { Check } from '../drive/scenario.ts';
import { NoAnswer } from '../talk/client.ts';
import { Broken, NotTestable } from '../talk/cut-short.ts';
import { checkStage } from './check-stage.ts';
import { runOf, targetAt } from './run.test.support.ts';

const check = (run: Check['run'], more: Partial<Check> = {}): Check => ({
  clauses: ['create/one', 'create/two'],
  stage: 'main',
  proves: true,
  run,
  ...more,
});

const throws = (error: Error) => async (): Promise<void> => {
  throw error;
};

test('a check that ends proves its clauses, unless that is left to the judge', async () => {
  const run = runOf();
  const judged = check(async () => undefined, { clauses: ['create/three'], proves: false });
  await checkStage(run, [check(async () => undefined), judged]);
  const times = ['one', 'two', 'three'].map((name) => run.evidence.metCount(`create/${name}`));
  expect(times).toEqual([1, 1, 0]);
});

test('a broken clause is a finding, and the others of its check are not tested', async () => {
  const run = runOf();
  const broken = new Broken({ clause: 'create/two', expected: 'a', actual: 'b' });
  await checkStage(run, [check(throws(broken))]);
  expect(run.evidence.findings('create/two')).toMatchObject([{ expected: 'a', actual: 'b' }]);
  expect(run.evidence.findings('create/one')).toEqual([]);
  expect(run.evidence.reasons('create/one')).toEqual(['create/two is broken']);
});

test('what cannot be tested says why', async () => {
  const run = runOf();
  await checkStage(run, [check(throws(new NotTestable('tokens.reader')))]);
  expect(run.evidence.reasons('create/one')).toEqual(['the target file has no tokens.reader']);
});

test.each([
  ['main', 2],
  ['spend', 1],
] as const)('at stage %s, a check without an answer is tried %i times', async (stage, times) => {
  const run = runOf();
  let tries = 0;
  const lost = async () => {
    tries += 1;
    throw new NoAnswer('http://127.0.0.1:9/', new Error('lost'));
  };
  await checkStage(run, [check(lost, { stage })]);
  expect(tries).toBe(times);
  expect(run.unanswered.map(({ clauses }) => clauses)).toEqual([['create/one', 'create/two']]);
});

test('after a stop nothing is begun, and what was under way counts for nothing', async () => {
  const stop = new AbortController();
  const run = runOf(targetAt(), { signal: stop.signal });
  let begun = 0;
  const stopping = check(async () => {
    begun += 1;
    stop.abort();
    throw new NotTestable('stopped');
  });
  await checkStage(run, [stopping]);
  await checkStage(run, [stopping]);
  expect(begun).toBe(1);
  expect(run.evidence.reasons('create/one')).toEqual([]);
});

test('a mistake of ours is not hidden', async () => {
  const failing = checkStage(runOf(), [check(throws(new TypeError('ours')))]);
  await expect(failing).rejects.toThrow('ours');
});
