import { expect, test } from 'vitest';
import type { Differences } from '../dialects/dialect.ts';
import type { Caller } from '../domain/caller.ts';
import type { Outcome } from '../domain/refusal.ts';
import { basisOf, callers } from './dependencies.test.support.ts';
import { identify } from './identify-caller.ts';

test.each<[Differences, string | undefined, string]>([
  [{}, 'token-researcher', 'researcher'],
  [{}, undefined, 'no-token'],
  [{}, '', 'no-token'],
  [{}, '  ', 'no-token'],
  [{}, 'token-nobody', 'unknown-token'],
  [{}, 'Bearer token-nobody', 'unknown-token'],
  [{}, 'Bearer token-researcher', 'unknown-token: unwanted-prefix'],
  [{ 'auth.prefix': 'Bearer' }, 'Bearer token-researcher', 'researcher'],
  [{ 'auth.prefix': 'Bearer' }, 'token-researcher', 'unknown-token: wrong-prefix'],
])('under %o, the header %j means %s', (differences, header, who) => {
  expect(told(identify(basisOf(differences), header))).toBe(who);
});

function told(known: Outcome<Caller>): string {
  if (known.ok) return known.value.id;
  const { kind, because } = { because: undefined, ...known.refusal };
  return because ? `${kind}: ${because}` : kind;
}

test.each<[Partial<Caller>, string]>([
  [{}, 'outlived'],
  [{ mintedAt: 0, expiresAt: 60_000 }, 'expired'],
])('a token of %o is good until its time is over', async (part, flaw) => {
  const dependencies = basisOf({ 'auth.lifetime': part.expiresAt ? 'unlimited' : 60 });
  const caller = { ...callers.reader, ...part };
  await dependencies.store.commit({ type: 'caller-set', caller });
  dependencies.time = 60_000;
  expect(told(identify(dependencies, 'token-reader'))).toBe('reader');
  dependencies.time = 60_001;
  expect(told(identify(dependencies, 'token-reader'))).toBe(`unknown-token: ${flaw}`);
});
