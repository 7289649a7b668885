import { expect, test } from 'vitest';
import { NotTestable } from '../talk/not-testable.ts';
import { Budget, filesWithin, type Unit } from './budget.ts';

/** Units that send this many requests, sequentially or concurrently, and a log of the requests sent. */
const world = (requests: number) => {
  const made: string[] = [];
  const ended: string[] = [];
  const budget = new Budget(requests, () => made.length);
  const ask = (name: string, nth: number) =>
    budget.ask(name, async () => void made.push(`${name}${nth}`));
  const unit = (name: string, count: number, isAtOnce = false): Unit => ({
    name,
    play: async () => {
      const nths = Array.from({ length: count }, (_, nth) => nth + 1);
      try {
        if (isAtOnce) await Promise.all(nths.map((nth) => ask(name, nth)));
        else for (const nth of nths) await ask(name, nth);
        ended.push(name);
      } catch (error) {
        if (!(error instanceof NotTestable)) throw error;
        ended.push(`${name}: ${error.message}`);
      }
    },
  });
  return { made, ended, budget, ask, unit };
};

test('parts are played in their order, and then all that they do not name', async () => {
  const { made, ended, budget, unit } = world(100);
  const units = [unit('a', 3), unit('b', 4, true), unit('c', 1)];
  await budget.play(units, [
    ['b', 3],
    ['a', 1],
    ['absent', 7],
    ['b', 1],
  ]);
  expect(made).toEqual(['b1', 'b2', 'b3', 'a1', 'b4', 'a2', 'a3', 'c1']);
  expect(ended).toEqual(['b', 'a', 'c']);
  expect(budget.isSpent).toBe(false);
});

test('no request exceeds the budget, and the scenario gets the reason', async () => {
  const { made, ended, budget, unit, ask } = world(5);
  await ask('preflight', 1);
  await budget.play(
    [unit('a', 2), unit('b', 6, true), unit('c', 1)],
    [
      ['b', 2],
      ['a', 2],
    ],
  );
  expect(made).toEqual(['preflight1', 'b1', 'b2', 'a1', 'a2']);
  const spent = 'the budget of 5 requests was spent before';
  expect(ended).toEqual(['a', `b: ${spent}`, `c: ${spent}`]);
  expect([budget.isSpent, budget.left]).toEqual([true, 0]);
});

test('what was turned away and asked again is counted as often', () => {
  expect(new Budget(10, () => 4).left).toBe(6);
});

test('of many files only some are looked up, and never fewer than two', () => {
  expect([25, 100, 300].map(filesWithin)).toEqual([2, 2, 5]);
});
