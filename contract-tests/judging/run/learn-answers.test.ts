import { expect, test } from 'vitest';
import type { Probe } from '../../service/learn/probe.ts';
import { NoAnswer } from '../talk/client.ts';
import { NotTestable } from '../talk/not-testable.ts';
import type { RunConnection } from './connect.ts';
import { learnAnswers } from './learn-answers.ts';
import { answering, json, runOf, targetAt } from './run.test.support.ts';

/** A run with these probes only. */
const probing = (...probes: Partial<Probe>[]): RunConnection => {
  const run = runOf();
  const usual = { area: 'feed', points: [], run: async () => undefined } as const;
  const all = probes.map((probe): Probe => ({ ...usual, ...probe }));
  return { ...run, plan: { ...run.plan, probes: () => all } };
};

test.each([
  new NotTestable('tokens.reader'),
  new NoAnswer('http://127.0.0.1:9/', new Error('lost')),
])('a probe cut short (%s) learns nothing and breaks nothing', async (error) => {
  const run = probing({
    run: async () => {
      throw error;
    },
  });
  await learnAnswers(run, 'feed');
  expect([run.evidence.anyBroken, run.evidence.observations]).toEqual([false, []]);
});

test('responses to probes are not judged, but what they store is known', async () => {
  const id = '11111111-1111-4111-8111-111111111111';
  const url = await answering((request, response) => {
    const isCreate = request.method === 'POST';
    const body = isCreate ? { id, successful: 'yes' } : { message: 'Bad Request', statusCode: 400 };
    json(isCreate ? 201 : 400, body)(request, response);
  });
  const at = runOf(targetAt(url));
  const run = probing(
    { run: async ({ api, callers }) => void (await api.fetch(callers.researcher, undefined)) },
    { run: async ({ api, callers }) => void (await api.created(callers.researcher)) },
  );
  await learnAnswers({ ...at, plan: run.plan }, 'feed');
  expect(at.evidence.anyBroken).toBe(false);
  expect(at.reports.all().map((stored) => stored.id)).toEqual([id]);
});

test('a mistake of ours is not hidden', async () => {
  const run = probing({
    run: async () => {
      throw new TypeError('ours');
    },
  });
  await expect(learnAnswers(run, 'feed')).rejects.toThrow('ours');
});
