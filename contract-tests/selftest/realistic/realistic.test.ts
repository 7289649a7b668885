import { expect, test } from 'vitest';
import { allClauses } from '../../index.ts';
import { get, look, post } from './conversation.ts';
import { faults } from './index.ts';
import { noises } from './noise.ts';
import { faultPairs } from './pairs.ts';
import { runConversation } from './run-conversation.test.support.ts';

test('there are at least 70 faults, with ids of their own, each of a clause that is judged', () => {
  expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length);
  expect(faults.length).toBeGreaterThanOrEqual(70);
  const judged = allClauses().filter(({ kind }) => kind !== 'open');
  const ids = new Set(judged.map(({ id }) => id));
  expect(faults.filter(({ breaks }) => !ids.has(breaks))).toEqual([]);
});

test.each(faults.map((fault) => [fault.family, fault.id, fault] as const))(
  '%s: a server with %s answers otherwise than the honest one',
  async (_, __, fault) => {
    const honest = await runConversation(fault, []);
    expect(await runConversation(fault, [fault.layer])).not.toEqual(honest);
  },
);

test('there are ten pairs of mutants, whose clauses differ', () => {
  expect(faultPairs.filter(([one, other]) => one.breaks !== other.breaks)).toHaveLength(10);
});

test.each(Object.entries(noises))('the noise %s is in every answer', async (_, noise) => {
  const shows = [post(), get(1), get(1), look('0'.repeat(64), { by: '' })];
  const honest = await runConversation({ shows }, []);
  const noisy = await runConversation({ shows }, [noise]);
  expect(
    honest.filter((answer, nth) => JSON.stringify(answer) === JSON.stringify(noisy[nth])),
  ).toEqual([]);
});
