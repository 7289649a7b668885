import { expect, test } from 'vitest';
import type { Differences } from '../dialects/dialect.ts';
import { hashesIn, isFileHash } from '../spec/file-hashes.ts';
import { analysis, basisOf, callers } from './dependencies.test.support.ts';
import { lookup, requestsLeft } from './lookup.ts';

const { limited, reader, researcher } = callers;
const unknown = '0'.repeat(64);

test.each(hashesIn(analysis))('an analysis is found by %s, in either case', async (hash) => {
  const dependencies = basisOf();
  expect(await lookup.run(dependencies, reader, { hash })).toEqual({ ok: true, value: analysis });
  expect(await lookup.run(dependencies, reader, { hash: hash.toUpperCase() })).toEqual({
    ok: true,
    value: analysis,
  });
});

interface Lookup {
  readonly dialect?: Differences;
  readonly hash: string;
  readonly result: string;
}

async function expectCost(cost: number, { dialect = {}, hash, result }: Lookup): Promise<void> {
  const dependencies = basisOf(dialect);
  const outcome = await lookup.run(dependencies, limited, { hash });
  expect(outcome.ok ? 'ok' : outcome.refusal.kind).toBe(result);
  expect(requestsLeft(dependencies, limited)).toBe(2 - cost);
}

test.each<[what: string, made: Lookup]>([
  ['of a known file', { hash: analysis.sha256Hash, result: 'ok' }],
  ['of an unknown file', { hash: unknown, result: 'unknown-hash' }],
  [
    'by MD5, whether or not it is taken,',
    { hash: analysis.mD5Hash, result: isFileHash(analysis.mD5Hash) ? 'ok' : 'malformed-hash' },
  ],
  [
    'by SHA-1, whether or not it is taken,',
    { hash: analysis.sha1Hash, result: isFileHash(analysis.sha1Hash) ? 'ok' : 'malformed-hash' },
  ],
  ['of a hash with a digit too many', { hash: `${unknown}0`, result: 'malformed-hash' }],
  ['of a hash with a digit before it', { hash: `0${unknown}`, result: 'malformed-hash' }],
  [
    'in upper case, where that is another hash,',
    {
      dialect: { 'lookup.hash-case': 'significant' },
      hash: analysis.sha256Hash.toUpperCase(),
      result: 'unknown-hash',
    },
  ],
])('a lookup %s is counted', (_what, made) => expectCost(1, made));

test.each<[what: string, made: Lookup]>([
  [
    'of what is no hash, where the dialect says so,',
    { dialect: { 'lookup.malformed': 'free' }, hash: 'abc', result: 'malformed-hash' },
  ],
  [
    'by a caller who may not look up',
    {
      dialect: { 'lookup.who': 'researchers' },
      hash: analysis.sha256Hash,
      result: 'may-not-look-up',
    },
  ],
])('a lookup %s is not counted', (_what, made) => expectCost(0, made));

test('with none left, a caller is refused and nobody else is', async () => {
  const dependencies = basisOf();
  await lookup.run(dependencies, limited, { hash: unknown });
  await lookup.run(dependencies, limited, { hash: analysis.sha256Hash });
  const before = dependencies.store.state.contents();
  for (const hash of [analysis.sha256Hash, unknown, 'abc']) {
    expect(await lookup.run(dependencies, limited, { hash })).toEqual({
      ok: false,
      refusal: { kind: 'no-requests-left' },
    });
  }
  expect(dependencies.store.state.contents()).toEqual(before);
  expect(await lookup.run(dependencies, researcher, { hash: analysis.sha256Hash })).toMatchObject({
    ok: true,
  });
});

test('a caller who never had a request is refused', async () => {
  const none = { ...limited, id: 'none', requests: 0 };
  const dependencies = basisOf({ 'lookup.reset': 'hourly' });
  expect(await lookup.run(dependencies, none, { hash: unknown })).toEqual({
    ok: false,
    refusal: { kind: 'no-requests-left', refillIn: 3599 },
  });
});

test('a count is full again when its period is over', async () => {
  const dependencies = basisOf({ 'lookup.reset': 'hourly' });
  await lookup.run(dependencies, limited, { hash: unknown });
  await lookup.run(dependencies, limited, { hash: unknown });
  expect(await lookup.run(dependencies, limited, { hash: analysis.sha256Hash })).toEqual({
    ok: false,
    refusal: { kind: 'no-requests-left', refillIn: 3599 },
  });
  dependencies.time = 3_600_000;
  expect(await lookup.run(dependencies, limited, { hash: analysis.sha256Hash })).toMatchObject({
    ok: true,
  });
  expect(requestsLeft(dependencies, limited)).toBe(1);
});

test('callers who ask at the same time do not share a request', async () => {
  const dependencies = basisOf();
  const asked = Array.from({ length: 20 }, () =>
    lookup.run(dependencies, limited, { hash: analysis.sha256Hash }),
  );
  const outcomes = await Promise.all(asked);
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(2);
});

test('a count is not full again because the clock was put back and forth', async () => {
  const day = 86_400_000;
  const dependencies = basisOf({ 'lookup.reset': 'daily' });
  dependencies.time = 10 * day;
  await lookup.run(dependencies, limited, { hash: unknown });
  await lookup.run(dependencies, limited, { hash: unknown });
  for (const time of [9 * day, 10 * day, 1000, 10 * day]) {
    dependencies.time = time;
    expect(requestsLeft(dependencies, limited)).toBe(0);
  }
  dependencies.time = 9 * day;
  expect(await lookup.run(dependencies, limited, { hash: unknown })).toEqual({
    ok: false,
    refusal: { kind: 'no-requests-left' },
  });
  dependencies.time = 11 * day;
  await lookup.run(dependencies, limited, { hash: unknown });
  dependencies.time = 10 * day;
  await lookup.run(dependencies, limited, { hash: unknown });
  dependencies.time = 11 * day;
  expect(requestsLeft(dependencies, limited)).toBe(0);
});

test.each([
  ['never', 'daily'],
  ['hourly', 'daily'],
  ['daily', 'monthly'],
] as const)(
  'a count that was used up under %s is not full under %s and back',
  async (one, other) => {
    const first = basisOf({ 'lookup.reset': one });
    await lookup.run(first, limited, { hash: unknown });
    const second = { ...basisOf({ 'lookup.reset': other }), store: first.store };
    const left = requestsLeft(second, limited);
    // From never to daily, the first day begins.
    expect(left).toBe(one === 'never' ? 2 : 1);
    await lookup.run(second, limited, { hash: unknown });
    expect(requestsLeft(first, limited)).toBe(left - 1);
  },
);
