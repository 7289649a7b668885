import { expect, test } from 'vitest';
import type { Differences } from '../dialects/dialect.ts';
import { lookUp, requestsLeft } from './lookup.ts';
import { analysis, callers, worldOf } from './world.test.support.ts';

const { limited, reader, researcher } = callers;
const unknown = '0'.repeat(64);

test.each([analysis.sha256Hash, analysis.sha512Hash, analysis.blake3Hash])(
  'an analysis is found by %s, in either case',
  async (hash) => {
    const world = worldOf();
    expect(await lookUp(world, reader, hash)).toEqual({ ok: true, value: analysis });
    expect(await lookUp(world, reader, hash.toUpperCase())).toEqual({ ok: true, value: analysis });
  },
);

test.each<[Differences, string, string, number]>([
  [{}, analysis.sha256Hash, 'ok', 1],
  [{}, unknown, 'unknown-hash', 1],
  [{}, analysis.mD5Hash, 'malformed-hash', 1],
  [{}, analysis.sha1Hash, 'malformed-hash', 1],
  [{}, 'abc', 'malformed-hash', 1],
  [{ 'lookup.malformed': 'free' }, 'abc', 'malformed-hash', 0],
  [{ 'lookup.hash-case': 'significant' }, analysis.sha256Hash.toUpperCase(), 'unknown-hash', 1],
  [{ 'lookup.who': 'researchers' }, analysis.sha256Hash, 'may-not-look-up', 0],
])('under %o, %s is %s and costs %d', async (differences, hash, result, cost) => {
  const world = worldOf(differences);
  const outcome = await lookUp(world, limited, hash);
  expect(outcome.ok ? 'ok' : outcome.refusal.kind).toBe(result);
  expect(requestsLeft(world, limited)).toBe(2 - cost);
});

test('with none left, a caller is refused and nobody else is', async () => {
  const world = worldOf();
  await lookUp(world, limited, unknown);
  await lookUp(world, limited, analysis.sha256Hash);
  const before = world.store.state.contents();
  for (const hash of [analysis.sha256Hash, unknown, 'abc']) {
    expect(await lookUp(world, limited, hash)).toEqual({
      ok: false,
      refusal: { kind: 'no-requests-left' },
    });
  }
  expect(world.store.state.contents()).toEqual(before);
  expect(await lookUp(world, researcher, analysis.sha256Hash)).toMatchObject({ ok: true });
});

test('a count is full again when its period is over', async () => {
  const world = worldOf({ 'lookup.reset': 'hourly' });
  await lookUp(world, limited, unknown);
  await lookUp(world, limited, unknown);
  expect(await lookUp(world, limited, analysis.sha256Hash)).toEqual({
    ok: false,
    refusal: { kind: 'no-requests-left', refillIn: 3599 },
  });
  world.time = 3_600_000;
  expect(await lookUp(world, limited, analysis.sha256Hash)).toMatchObject({ ok: true });
  expect(requestsLeft(world, limited)).toBe(1);
});

test('callers who ask at the same time do not share a request', async () => {
  const world = worldOf();
  const asked = Array.from({ length: 20 }, () => lookUp(world, limited, analysis.sha256Hash));
  const outcomes = await Promise.all(asked);
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(2);
});
