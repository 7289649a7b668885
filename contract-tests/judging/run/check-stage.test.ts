import { expect, test } from 'vitest';
import { type Scenario, scenario } from '../../service/drive/scenario.ts';
import { NoAnswer } from '../talk/client.ts';
import { NotTestable } from '../talk/not-testable.ts';
import type { Outage } from '../talk/outage.ts';
import { checkStage, unitsOf } from './check-stage.ts';
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

const outage: Outage = {
  ...{ origin: 'http://127.0.0.1:9', sign: 'connection closed', inFlight: [], culprit: 0 },
  ...{ tried: 1, hasComeBack: true, hasForgotten: false, waitedMs: 0 },
};

test.each([
  ['which does not answer', 2, 'main', undefined],
  ['which does not answer, at counted calls', 1, 'spend', undefined],
  ['which another scenario stops', 10, 'main', { outage, isBystander: true }],
  ['which another scenario stops, at counted calls', 1, 'spend', { outage, isBystander: true }],
  ['which it stops itself', 1, 'main', { outage, isCulprit: true }],
  ['which has lost its reports', 3, 'main', 'lost'],
  ['which has lost its reports, at counted calls', 1, 'spend', 'lost'],
] as const)('at a server %s, a scenario is tried %i times', async (_, times, stage, how) => {
  const run = runOf();
  let tries = 0;
  const lost = async () => {
    tries += 1;
    if (how === 'lost') run.outages.push(outage);
    if (how === 'lost') throw new NotTestable('a report');
    throw new NoAnswer('http://127.0.0.1:9/', new Error('lost'), how);
  };
  await checkStage(run, [playing(lost, stage)]);
  expect(tries).toBe(times);
  const unanswered = run.evidence.unanswered.map((one) => one.clauses);
  expect(unanswered).toEqual(how === 'lost' ? [] : [clauses]);
});

test('the parts of a scenario are units of their own, each with its clauses', async () => {
  const stop = new AbortController();
  const run = runOf(targetAt(), { signal: stop.signal });
  const played: string[] = [];
  const part = (name: string) => ({
    name,
    run: async () => {
      played.push(name);
      throw new NotTestable(`what ${name} needs`);
    },
  });
  const whole = playing(async () => void played.push('whole'), 'last');
  const parted = { ...playing(async () => undefined), parts: () => [part('a'), part('b')] };
  const checks = (_: string, stage: string) => [whole, parted].filter((one) => one.stage === stage);
  const units = unitsOf({ ...run, plan: { ...run.plan, checks } }, ['feed']);
  for (const { play } of units) await play();
  stop.abort();
  await units[0]?.play();
  expect(played).toEqual(['a', 'b', 'whole']);
  expect(run.evidence.reasons(clauses[1])).toHaveLength(2);
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
