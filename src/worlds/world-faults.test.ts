import { expect, test } from 'vitest';
import type { OperationName } from '../domain/operation.ts';
import { stages } from './fault-rule.ts';
import { Faults } from './world-faults.ts';

function meet(faults: Faults, operation: OperationName = 'fetch', caller?: string) {
  const request = { method: 'GET', url: '/', headers: {} };
  return faults.activeFor({ operation, caller: () => caller, request: () => request });
}

test('a fault applies to its operation and caller, and only so often', () => {
  const faults = new Faults();
  faults.add({ type: 'drop', operation: 'fetch', caller: 'reader', times: 2 });
  expect(meet(faults, 'delete', 'reader')).toBeUndefined();
  expect(meet(faults, 'fetch', 'analyst')).toBeUndefined();
  expect(meet(faults, 'fetch')).toBeUndefined();
  expect(meet(faults, 'fetch', 'reader')).toMatchObject({ instead: { type: 'drop' } });
  expect(faults.list()).toMatchObject([{ times: 1 }]);
  expect(meet(faults, 'fetch', 'reader')).toMatchObject({ faults: ['fault-1'] });
  expect(faults.list()).toEqual([]);
});

test('stage by stage: delays add up, and the oldest of each other stage acts', () => {
  const faults = new Faults();
  faults.add({ type: 'drop', when: 'after', times: 1 });
  faults.add({ type: 'half', times: 1 });
  faults.add({ type: 'reply', status: 500, times: 1 });
  faults.add({ type: 'reset', times: 1 });
  faults.add({ type: 'delay', ms: 5, times: 1 });
  faults.add({ type: 'delay', ms: 6, times: 1 });
  expect(faults.list().map(({ stage }) => stage)).toEqual([
    'delivery',
    'delivery',
    'instead',
    'instead',
    'delay',
    'delay',
  ]);
  expect(meet(faults)).toMatchObject({
    delay: 11,
    instead: { status: 500 },
    delivery: { type: 'drop' },
    faults: ['fault-5', 'fault-6', 'fault-3', 'fault-1'],
  });
  // A connection that ends before has no answer to spoil.
  expect(meet(faults)).toMatchObject({ instead: { type: 'reset' }, faults: ['fault-4'] });
  expect(faults.list()).toMatchObject([{ type: 'half', acted: 0 }]);
  expect(stages.map(({ stage }) => stage)).toEqual(['delay', 'instead', 'delivery']);
});

test('a fault by chance meets that share of the requests, the same ones from the same seed', () => {
  const drawn = (seed: number) => {
    const faults = new Faults();
    faults.add({ type: 'drop', chance: 0.3, seed });
    return Array.from({ length: 2000 }, () => meet(faults) !== undefined);
  };
  const share = drawn(1).filter(Boolean).length / 2000;
  expect(share).toBeGreaterThan(0.25);
  expect(share).toBeLessThan(0.35);
  expect(drawn(1)).toEqual(drawn(1));
  expect(drawn(1)).not.toEqual(drawn(2));
});

test('without a seed it is the chance of the world', () => {
  const thrown = [0.5, 0.49];
  const faults = new Faults(() => thrown.shift() ?? 0);
  faults.add({ type: 'drop', chance: 0.5 });
  expect(meet(faults)).toBeUndefined();
  expect(meet(faults)).toMatchObject({ faults: ['fault-1'] });
});

test('only requests that a fault by chance meets are counted down', () => {
  const faults = new Faults();
  faults.add({ type: 'drop', chance: 0.1, seed: 3, times: 5 });
  const met = Array.from({ length: 1000 }, () => meet(faults)).filter(Boolean);
  expect(met).toHaveLength(5);
  expect(faults.count).toBe(0);
});

test('delays are fixed, or spread evenly', () => {
  const faults = new Faults(() => 0.5);
  faults.add({ type: 'delay', ms: 40, times: 1 });
  expect(meet(faults)?.delay).toBe(40);
  faults.add({ type: 'delay', ms: 40, spread: 10 });
  expect(meet(faults)?.delay).toBe(45);
});

test('a sequence can be taken several times over', () => {
  const faults = new Faults();
  faults.add({ type: 'sequence', steps: [500, 'ok'], times: 2 });
  const met = Array.from({ length: 5 }, () => meet(faults) !== undefined);
  expect(met).toEqual([true, false, true, false, false]);
});

test('a step that is not the oldest of its stage waits', () => {
  const faults = new Faults();
  faults.add({ type: 'reply', status: 500, times: 1 });
  faults.add({ type: 'sequence', steps: [502, 504] });
  const statuses = [meet(faults), meet(faults), meet(faults)].map((met) => met?.instead);
  expect(statuses).toMatchObject([{ status: 500 }, { status: 502 }, { status: 504 }]);
});

function statusesOf(faults: Faults, count: number): unknown[] {
  return Array.from({ length: count }, () => meet(faults)).map(
    (met) => met && met.instead?.type === 'reply' && met.instead.status,
  );
}

test('an endless sequence begins again after its last step, until it is removed', () => {
  const faults = new Faults();
  const { id } = faults.add({ type: 'sequence', steps: [503, 'ok'], endless: true });
  expect(statusesOf(faults, 6)).toEqual([503, undefined, 503, undefined, 503, undefined]);
  expect(faults.list()).toMatchObject([{ acted: 3, next: 0 }]);
  faults.remove(id);
  expect(statusesOf(faults, 1)).toEqual([undefined]);
});

test('a fault meets the nth request, once or as often as it says', () => {
  const once = new Faults();
  once.add({ type: 'reply', status: 500, nth: 3 });
  expect(statusesOf(once, 4)).toEqual([undefined, undefined, 500, undefined]);
  expect(once.list()).toEqual([]);
  const twice = new Faults();
  twice.add({ type: 'reply', status: 500, nth: 2, times: 2 });
  expect(statusesOf(twice, 4)).toEqual([undefined, 500, 500, undefined]);
  const sequence = new Faults();
  sequence.add({ type: 'sequence', steps: [500, 502], nth: 2 });
  expect(statusesOf(sequence, 4)).toEqual([undefined, 500, 502, undefined]);
});
