import { expect, test } from 'vitest';
import { NotTestable } from '../talk/not-testable.ts';
import { Budget, filesWithin, type Unit } from './budget.ts';

/** An allowance of which each request that was made takes one. */
function sending(requests: number, made: readonly unknown[]) {
  return {
    get sent() {
      return made.length;
    },
    get left() {
      return requests - made.length;
    },
    isSpent: false,
  };
}

/** Units that send this many requests, sequentially or concurrently, and a log of the requests sent. */
function world(requests: number) {
  const made: string[] = [];
  const ended: string[] = [];
  const budget = new Budget(requests, sending(requests, made));
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
}

test('units begin in their order, and then all are played that are not over', async () => {
  const { made, ended, budget, unit } = world(100);
  const units = [unit('a', 2), unit('b', 3, true), unit('c', 1), unit('d', 1)];
  await budget.play(units, [
    ['b', 2],
    ['a', 2],
    ['absent', 7],
    ['c', 1],
  ]);
  expect(made).toEqual(['b1', 'b2', 'a1', 'a2', 'c1', 'b1', 'b2', 'b3', 'd1']);
  expect(ended).toEqual([expect.stringMatching(/^b: the budget/), 'a', 'c', 'b', 'd']);
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
  expect(ended).toEqual([`b: ${spent}`, 'a', `b: ${spent}`, `c: ${spent}`]);
  expect(budget.isSpent).toBe(true);
  expect(budget.left).toBe(0);
});

test('what was turned away and asked again is counted as often', () => {
  expect(new Budget(10, sending(10, [1, 2, 3, 4])).left).toBe(6);
});

test('requests without a response yet are counted', async () => {
  const budget = new Budget(2, sending(2, []));
  const sent = [1, 2, 3].map((nth) => budget.ask('preflight', async () => nth));
  const ends = await Promise.allSettled(sent);
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
});

test('of many files only some are looked up, and never fewer than two', () => {
  expect([25, 100, 300].map(filesWithin)).toEqual([2, 2, 5]);
});
