import { expect, test } from 'vitest';
import type { Differences } from '../dialects/dialect.ts';
import { basisOf, callers } from './dependencies.test.support.ts';
import { identify } from './identify-caller.ts';

test.each<[Differences, string | undefined, string]>([
  [{}, 'token-researcher', 'researcher'],
  [{}, undefined, 'no-token'],
  [{}, '', 'no-token'],
  [{}, '  ', 'no-token'],
  [{}, 'token-nobody', 'unknown-token'],
  [{}, 'Bearer token-researcher', 'unknown-token'],
  [{ 'auth.prefix': 'Bearer' }, 'Bearer token-researcher', 'researcher'],
  [{ 'auth.prefix': 'Bearer' }, 'token-researcher', 'unknown-token'],
])('under %o, the header %j means %s', (differences, header, who) => {
  const known = identify(basisOf(differences), header);
  expect(known.ok ? known.value.id : known.refusal.kind).toBe(who);
});

test('a known token behind an unwanted prefix is refused for the prefix', () => {
  const because = (header: string) => {
    const known = identify(basisOf({}), header);
    return known.ok ? undefined : known.refusal;
  };
  expect(because('Bearer token-researcher')).toEqual({
    kind: 'unknown-token',
    because: 'unwanted-prefix',
  });
  expect(because('Bearer token-nobody')).toEqual({ kind: 'unknown-token' });
});

test('a token is good until its lifetime is over', () => {
  const dependencies = basisOf({ 'auth.lifetime': 60 });
  dependencies.time = 60_000;
  expect(identify(dependencies, 'token-reader')).toEqual({ ok: true, value: callers.reader });
  dependencies.time = 60_001;
  expect(identify(dependencies, 'token-reader')).toMatchObject({
    refusal: { kind: 'unknown-token' },
  });
});
