import { expect, test } from 'vitest';
import { someExchange } from '../talk/exchange.test.support.ts';
import { Evidence } from './evidence.ts';
import { SeenValues } from './seen-values.ts';

const clause = 'report/reported-by-is-the-creator';

/** Names as they are seen one after the other, each on something of its own; all are compared with the first. */
function accusedOf(...names: readonly string[]) {
  const evidence = new Evidence();
  const seen = new SeenValues();
  const [first] = names;
  for (const [nth, name] of names.entries()) {
    const exchange = someExchange({ number: nth });
    const contradicts = {
      value: name,
      of: seen,
      tell: (odd: unknown, usual: unknown) => ({ expected: `${usual}`, actual: `${odd}` }),
    };
    const told = { clause, expected: `${first}`, actual: name };
    if (name !== first) evidence.addFinding({ ...told, exchange, contradicts });
    seen.add(name, `${nth}`, exchange);
  }
  return evidence
    .accusations(clause)
    .map(({ actual, expected, exchange }) => [exchange?.number, actual, expected]);
}

test('of two values that contradict each other, the one that is seen less is accused', () => {
  expect(accusedOf('alice', 'bob', 'bob', 'bob')).toEqual([[0, 'alice', 'bob']]);
  expect(accusedOf('bob', 'bob', 'alice', 'bob')).toEqual([[2, 'alice', 'bob']]);
});

test('of two that are seen as often, it is the later one', () => {
  expect(accusedOf('bob', 'alice')).toEqual([[1, 'alice', 'bob']]);
});

test('what is neither first nor usual is accused for itself', () => {
  expect(accusedOf('alice', 'bob', 'carol', 'bob')).toEqual([
    [0, 'alice', 'bob'],
    [2, 'carol', 'bob'],
  ]);
});

test('what has one value is counted once, however often it is seen', () => {
  const seen = new SeenValues();
  const exchange = someExchange();
  seen.add('alice', 'one', exchange);
  for (const holder of ['two', 'two', 'two']) seen.add('bob', holder, exchange);
  expect(seen.oddFirst).toBeUndefined();
  seen.add('bob', 'three', exchange);
  expect(seen.oddFirst?.odd.value).toBe('alice');
});
