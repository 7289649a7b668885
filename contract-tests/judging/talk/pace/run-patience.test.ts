import { once } from 'node:events';
import { expect, test } from 'vitest';
import { feedTargetAt } from '../../../service/target/target.test.support.ts';
import { RunPatience } from './run-patience.ts';

const target = feedTargetAt();

function withPatience(patienceMinutes: number) {
  return { ...target, pace: { ...target.pace, patienceMinutes } };
}

test('a run is stopped at its time limit, and says so', async () => {
  const patience = new RunPatience(withPatience(1e-6));
  await once(patience.signal, 'abort');
  expect(patience.conditions()).toEqual([
    'The run was ended after 0.000001 minutes, as pace.patienceMinutes says.',
  ]);
});

test('a run that was stopped before does not mention its time limit', () => {
  const stop = new AbortController();
  const patience = new RunPatience(withPatience(60), stop.signal);
  stop.abort();
  expect(patience.signal.aborted).toBe(true);
  expect(patience.conditions()).toEqual([]);
  patience.end();
});
