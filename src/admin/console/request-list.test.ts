import { expect, test } from 'vitest';
import type { SeenExchange } from '../../traffic/exchange.ts';
import { RequestList } from './page/request-list.ts';

function request(id: number): SeenExchange {
  return { id } as SeenExchange;
}

/** As the server lists them: the oldest first. */
function kept(first: number, last: number, dropped = 0) {
  const ids = Array.from({ length: last - first + 1 }, (_, nth) => first + nth);
  return { requests: ids.map(request), dropped };
}

function idsIn({ seen }: RequestList): number[] {
  return seen.map(({ id }) => id);
}

test('what arrives is shown first, and once', () => {
  const list = new RequestList();
  list.replace(kept(1, 2));
  for (const id of [2, 3, 4]) list.arrive(request(id));
  list.takeIn();
  expect(idsIn(list)).toEqual([4, 3, 2, 1]);
});

test('while it is paused, what arrives is counted and waits', () => {
  const list = new RequestList();
  list.isPaused = true;
  list.arrive(request(1));
  list.takeIn();
  expect(idsIn(list)).toEqual([]);
  expect(list.arrivedCount).toBe(1);
  list.isPaused = false;
  list.takeIn();
  expect(idsIn(list)).toEqual([1]);
  expect(list.arrivedCount).toBe(0);
});

test('the oldest are dropped and counted', () => {
  const list = new RequestList();
  list.replace(kept(1, 5000, 7));
  list.arrive(request(5001));
  list.takeIn();
  expect(list.seen).toHaveLength(5000);
  expect(list.seen.at(-1)?.id).toBe(2);
  expect(list.dropped).toBe(8);
});

test('older ones are added behind, but none that were cleared', () => {
  const list = new RequestList();
  list.replace(kept(3, 4));
  list.addOlder(kept(1, 4, 2));
  expect(idsIn(list)).toEqual([4, 3, 2, 1]);
  expect(list.dropped).toBe(2);
  list.replace({ requests: [], dropped: 0 });
  list.addOlder(kept(1, 4));
  expect(idsIn(list)).toEqual([]);
});

test('of another world nothing is known', () => {
  const list = new RequestList();
  list.replace(kept(1, 2));
  list.arrive(request(3));
  list.forget();
  list.takeIn();
  expect(idsIn(list)).toEqual([]);
  expect(list.isKnown).toBe(false);
});
