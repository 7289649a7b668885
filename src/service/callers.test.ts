import { expect, test } from 'vitest';
import type { Differences } from '../dialects/dialect.ts';
import { identify } from './callers.ts';
import { callers, worldOf } from './world.test.support.ts';

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
  const known = identify(worldOf(differences), header);
  expect(known.ok ? known.value.id : known.refusal.kind).toBe(who);
});

test('a token is good until its lifetime is over', () => {
  const world = worldOf({ 'auth.lifetime': 60 });
  world.time = 60_000;
  expect(identify(world, 'token-reader')).toEqual({ ok: true, value: callers.reader });
  world.time = 60_001;
  expect(identify(world, 'token-reader')).toMatchObject({ refusal: { kind: 'unknown-token' } });
});
