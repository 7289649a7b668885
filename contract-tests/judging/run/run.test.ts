import { expect, test } from 'vitest';
import { targetAt } from '../../service/target/target.test.support.ts';
import { NotTestable } from '../talk/not-testable.ts';
import { answering, json, runOf } from './run.test.support.ts';
import { stepsOf } from './scenario.ts';

test('every exchange is judged, and knows the conversation it is part of', async () => {
  const url = await answering(json(404, { error: 'no', successful: true }));
  const run = runOf(targetAt(url));
  const one = run.context('one');
  const other = run.context('other');
  for (const { api } of [one, other, one]) await api.fetch(run.callers.researcher, 'a');
  expect(run.client.exchanges.map(({ scenario }) => scenario)).toEqual(['one', 'other', 'one']);
  expect(run.evidence.findings('fetch/error-flag-false')).toHaveLength(3);
});

test('work that steps share is done once', async () => {
  const run = runOf();
  let done = 0;
  const work = async () => {
    done += 1;
    return done;
  };
  const both = [run.context('a step').shared('it', work), run.context('a step').shared('it', work)];
  expect(await Promise.all(both)).toEqual([1, 1]);
});

test('a second feed the target does not name makes a clause not testable', () => {
  expect(() => runOf().context('a step').otherService()).toThrow(NotTestable);
});

test('progress is reported for all steps of the plan, with the one that runs', () => {
  const progress: unknown[] = [];
  const only = ['create/in-the-named-feed'];
  const run = runOf(targetAt(), { only, onProgress: (...at) => progress.push(at) });
  run.context('a step');
  run.stepEnded();
  const steps = stepsOf(run.plan);
  expect(progress).toEqual([
    [0, steps, 'a step'],
    [1, steps],
  ]);
});
