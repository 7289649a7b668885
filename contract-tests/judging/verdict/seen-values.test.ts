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

test.each([
  [
    'of two values, the one that is seen less',
    ['alice', 'bob', 'bob', 'bob'],
    [[0, 'alice', 'bob']],
  ],
  ['wherever it is', ['bob', 'bob', 'alice', 'bob'], [[2, 'alice', 'bob']]],
  ['of two that are seen as often, the later one', ['bob', 'alice'], [[1, 'alice', 'bob']]],
  [
    'what is neither first nor usual, for itself',
    ['alice', 'bob', 'carol', 'bob'],
    [
      [0, 'alice', 'bob'],
      [2, 'carol', 'bob'],
    ],
  ],
])('%s is accused', (_, names, accused) => {
  expect(accusedOf(...names)).toEqual(accused);
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
