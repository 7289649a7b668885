import { expect, test } from 'vitest';
import { type Scenario, scenario } from '../drive/scenario.ts';
import { NoAnswer } from '../talk/client.ts';
import { NotTestable } from '../talk/not-testable.ts';
import { checkStage } from './check-stage.ts';
import { runOf, targetAt } from './run.test.support.ts';

const clauses = ['create/id-present', 'create/flag-present'] as const;
const playing = (run: Scenario['run'], stage: Scenario['stage'] = 'main'): Scenario =>
  scenario('a scenario', clauses, run, stage);

const throws = (error: Error) => async (): Promise<void> => {
  throw error;
};

test('a scenario that ends proves nothing by itself', async () => {
  const run = runOf();
  await checkStage(run, [playing(async () => undefined)]);
  expect(clauses.map((id) => run.evidence.metCount(id))).toEqual([0, 0]);
});

test('what cannot be tested says why', async () => {
  const run = runOf();
  await checkStage(run, [playing(throws(new NotTestable('tokens.reader')))]);
  expect(run.evidence.reasons(clauses[0])).toEqual(['the target file has no tokens.reader']);
});

test.each([
  ['main', 2],
  ['spend', 1],
] as const)('at stage %s, a scenario without an answer is tried %i times', async (stage, times) => {
  const run = runOf();
  let tries = 0;
  const lost = async () => {
    tries += 1;
    throw new NoAnswer('http://127.0.0.1:9/', new Error('lost'));
  };
  await checkStage(run, [playing(lost, stage)]);
  expect(tries).toBe(times);
  expect(run.evidence.unanswered.map((one) => one.clauses)).toEqual([clauses]);
});

test('after a stop nothing is begun, and what was under way counts for nothing', async () => {
  const stop = new AbortController();
  const run = runOf(targetAt(), { signal: stop.signal });
  let begun = 0;
  const stopping = playing(async () => {
    begun += 1;
    stop.abort();
    throw new NotTestable('stopped');
  });
  await checkStage(run, [stopping]);
  await checkStage(run, [stopping]);
  expect(begun).toBe(1);
  expect(run.evidence.reasons(clauses[0])).toEqual([]);
});

test('a mistake of ours is not hidden', async () => {
  const failing = checkStage(runOf(), [playing(throws(new TypeError('ours')))]);
  await expect(failing).rejects.toThrow('ours');
});
