import { expect, test } from 'vitest';
import { type Scenario, scenario } from '../drive/scenario.ts';
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

const outage: Outage = {
  ...{ origin: 'http://127.0.0.1:9', sign: 'connection closed', inFlight: [], culprit: 0 },
  ...{ tried: 1, hasComeBack: true, hasForgotten: false, waitedMs: 0 },
};

test.each([
  ['which another scenario stops', 10, 'main', { isBystander: true }, false],
  ['which another scenario stops, at counted calls', 1, 'spend', { isBystander: true }, false],
  ['which it stops itself', 1, 'main', { isCulprit: true }, false],
  ['which has lost its reports', 3, 'main', {}, true],
  ['which has lost its reports, at counted calls', 1, 'spend', {}, true],
] as const)(
  'at a server %s, a scenario is tried %i times',
  async (_, times, stage, how, isLost) => {
    const run = runOf();
    let tries = 0;
    const lost = async () => {
      tries += 1;
      run.outages.push(outage);
      if (isLost) throw new NotTestable('a report');
      throw new NoAnswer('http://127.0.0.1:9/', new Error('lost'), { outage, ...how });
    };
    await checkStage(run, [playing(lost, stage)]);
    expect(tries).toBe(times);
  },
);

test('the parts of a scenario are units of their own, each with its clauses', async () => {
  const steps: number[] = [];
  const stop = new AbortController();
  const run = runOf(targetAt(), { signal: stop.signal, onProgress: (done) => steps.push(done) });
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
  const checks = (area: string, stage: string) =>
    area === 'feed' ? [whole, parted].filter((one) => one.stage === stage) : [];
  const units = unitsOf({ ...run, plan: { ...run.plan, checks } }, ['lookup', 'feed']);
  expect(units.map(({ name }) => name)).toEqual(['a', 'b', 'a scenario']);
  for (const { play } of units) await play();
  expect(played).toEqual(['a', 'b', 'whole']);
  expect(run.evidence.reasons(clauses[1])).toHaveLength(2);
  stop.abort();
  await units[0]?.play();
  expect([played.length, steps.at(-1)]).toEqual([3, 4]);
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
