import { expect, test } from 'vitest';
import { seededTarget } from '../../selftest/seeded-target.ts';
import { withoutOtherRoles } from '../target/other-roles.test.support.ts';
import { targetAt } from '../target/target.test.support.ts';
import { callersOf } from './callers.ts';
import { knownCallersOf } from './known-callers.ts';

function peopleIn(more: object, callers: object = {}) {
  const tokens = { researcher: 'r', analyst: 'a', ...more };
  const target = targetAt(undefined, {
    otherService: 'dyndnsco',
    tokens,
    callers: withoutOtherRoles(tokens, callers),
  });
  const known = callersOf(target);
  return { knownCallers: knownCallersOf(target, known), callers: known };
}

function keys(callers: readonly { readonly key: string }[]) {
  return callers.map(({ key }) => key);
}

test('without a statement, only keys that say so make researchers and non-researchers', () => {
  const { knownCallers, callers } = peopleIn({ service: 's', reader: 'l' });
  expect(keys(knownCallers.researchers)).toEqual(['tokens.researcher']);
  expect(keys(knownCallers.nonResearchers)).toEqual(['tokens.reader']);
  expect(knownCallers.may('create', callers.service)).toBeUndefined();
  expect(knownCallers.owns(callers.reader, 'dyndnsco')).toBeUndefined();
  expect(knownCallers.unlocks).toEqual(
    expect.arrayContaining([
      'callers.service.researcher: false would let create/researchers-only be tried for tokens.service',
      'callers.analyst.researcher: false would let create/researchers-only be tried for tokens.analyst',
      'callers.analyst.owns: none would let delete/reader-may-not be tried for tokens.analyst',
    ]),
  );
});

test('with statements, everybody is tried and nothing is left to unlock', () => {
  const { knownCallers, callers } = peopleIn(
    { service: 's' },
    { service: { researcher: false }, analyst: { researcher: false, owns: 'none' } },
  );
  expect(keys(knownCallers.nonResearchers)).toEqual(['tokens.service', 'tokens.analyst']);
  const report = { creator: 'tokens.researcher', service: 'tunnelco' };
  expect(knownCallers.may('delete', callers.analyst, report)).toBe(false);
  expect(knownCallers.may('delete', callers.service, report)).toBe(true);
  expect(knownCallers.may('delete', callers.researcher, report)).toBe(true);
  expect(keys(knownCallers.strangersTo(report))).toEqual(['tokens.analyst']);
  expect(knownCallers.unlocks).toEqual([]);
});

test('the reference target says of every caller all that lets clauses be tried', () => {
  const target = seededTarget();
  const { unlocks } = knownCallersOf(target, callersOf(target));
  expect(unlocks, 'say so under callers in contract-tests/targets/reference.yaml').toEqual([]);
});

test('a token with several roles is one caller', () => {
  const { knownCallers, callers } = peopleIn({
    service: 's',
    otherServiceOwner: 'r',
    reader: 's',
    analyst: 'r',
  });
  expect(callers.otherServiceOwner.key).toBe('tokens.researcher');
  expect(callers.analyst.key).toBe('tokens.researcher');
  expect(keys(knownCallers.known)).toEqual(['tokens.researcher', 'tokens.service']);
  expect(knownCallers.owns(callers.researcher, 'dyndnsco')).toBe(true);
  expect(keys(knownCallers.nonResearchers)).toEqual(['tokens.service']);
});

test.each([
  ['Bearer abc', /^Bearer [0-9a-f]{32}$/],
  ['Token   abc', /^Token [0-9a-f]{32}$/],
  ['abc', /^[0-9a-f]{32}$/],
])('an unknown token differs from %j in the token alone', (researcher, unknown) => {
  expect(peopleIn({ researcher }).callers.unknown.authorization).toMatch(unknown);
});

test('an unknown token owns nothing', () => {
  const { knownCallers, callers } = peopleIn({});
  expect(knownCallers.owns(callers.nobody, 'tunnelco')).toBe(false);
  expect(knownCallers.may('create', callers.unknown)).toBe(false);
});
