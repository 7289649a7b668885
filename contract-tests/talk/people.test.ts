import { expect, test } from 'vitest';
import { checkedTarget } from '../target/target-check.ts';
import { callersOf } from './callers.ts';
import { peopleOf } from './people.ts';

const peopleIn = (tokens: object, callers: object = {}) => {
  const target = checkedTarget({
    baseUrl: 'http://127.0.0.1:9',
    analysisUrl: 'http://127.0.0.1:9',
    service: 'tunnelco',
    otherService: 'dyndnsco',
    tokens: { researcher: 'r', analyst: 'a', ...tokens },
    analyses: [{ sha256: 'a'.repeat(64) }],
    callers,
  });
  const known = callersOf(target);
  return { people: peopleOf(target, known), callers: known };
};

const keys = (callers: readonly { readonly key: string }[]) => callers.map(({ key }) => key);

test('without a statement, only keys that say so make researchers and laymen', () => {
  const { people, callers } = peopleIn({ service: 's', reader: 'l' });
  expect(keys(people.researchers)).toEqual(['tokens.researcher']);
  expect(keys(people.laymen)).toEqual(['tokens.reader']);
  expect(people.isResearcher(callers.service)).toBeUndefined();
  expect(people.owns(callers.reader, 'dyndnsco')).toBeUndefined();
  expect(people.unlocks).toEqual([
    'callers.service.researcher: false would let create/researchers-only be tried for tokens.service',
    'callers.analyst.researcher: false would let create/researchers-only be tried for tokens.analyst',
    'callers.analyst.owns: none would let delete/reader-may-not be tried for tokens.analyst',
  ]);
});

test('with statements, everybody is tried and nothing is left to unlock', () => {
  const { people, callers } = peopleIn(
    { service: 's' },
    { service: { researcher: false }, analyst: { researcher: false, owns: 'none' } },
  );
  expect(keys(people.laymen)).toEqual(['tokens.service', 'tokens.analyst']);
  const report = { creator: 'tokens.researcher', service: 'tunnelco' };
  expect(people.mayDelete(callers.analyst, report)).toBe(false);
  expect(people.mayDelete(callers.service, report)).toBe(true);
  expect(people.unlocks).toEqual([]);
});

test('whoever plays several parts is one caller', () => {
  const { people, callers } = peopleIn({ service: 's', otherServiceOwner: 'r', reader: 's' });
  expect(callers.otherServiceOwner.key).toBe('tokens.researcher');
  expect(keys(people.known)).toEqual(['tokens.researcher', 'tokens.service']);
  expect(people.owns(callers.researcher, 'dyndnsco')).toBe(true);
  expect(keys(people.laymen)).toEqual(['tokens.service']);
});

test('a token that nobody holds owns nothing', () => {
  const { people, callers } = peopleIn({});
  expect(people.owns(callers.nobody, 'tunnelco')).toBe(false);
  expect(people.isResearcher(callers.unknown)).toBe(false);
});
