import { expect, test } from 'vitest';
import { abuseFeed } from '../../service/abuse-feed.ts';
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
    [0, steps, 'a step', 0],
    [1, steps, 'a step', 0],
  ]);
});

test('the share of a run that is done is that of its requests, and cleaning up and causes are part of it', async () => {
  const url = await answering(json(404, { error: 'none', successful: false }));
  const target = targetAt(url);
  const feed = { ...abuseFeed(target), expectedRequests: () => 10 };
  const shares: (number | undefined)[] = [];
  const run = runOf(
    target,
    {
      onProgress: (_done, _all, _running, share) => void shares.push(share),
      onPhase: (_phase, share) => void shares.push(share),
    },
    feed,
  );
  const { api, callers } = run.context('walk');
  for (let nth = 0; nth < 5; nth += 1) await api.fetch(callers.researcher, 'a');
  run.beginPhase('cleaning up 3 reports');
  run.beginPhase('reproducing 1 of 2: a/b', 45);
  run.beginPhase('reproducing 2 of 2: c/d', 5);
  expect(shares).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.5, 0.1, 0.5]);
});
