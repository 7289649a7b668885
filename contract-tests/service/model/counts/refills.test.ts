import { expect, test } from 'vitest';
import { clausesMetBy, wrongCounts } from './count-verdict.ts';
import { another, lookupOf, refused, served, sha256 } from './lookups.test.support.ts';
import { type CountedLookup, inContext, type LimitedHistory } from './lookups.ts';
import { refillsIn } from './refills.ts';

/** How many are left to a caller that was served at these times, now. */
type Left = (served: readonly number[], now: number) => number;

interface Simulated {
  readonly size: number;
  readonly left: Left;
  /** Whether one is served that should not be, by how often its caller was refused. */
  readonly servesAnyhow?: (refusals: number, served: number) => boolean;
}

const refusalsAsked = 5;

/** Tokens that are used up one after the other, with so much time between two lookups; asked again beside, and at the end. */
function spent(
  serverOf: (size: number) => Simulated,
  { sizes = [4, 6, 8], gapMs = 2, endsAt = 20_000 } = {},
): LimitedHistory[] {
  let now = 0;
  const tokens = sizes.map((size, nth) => {
    const server = serverOf(size);
    const times: number[] = [];
    const calls: CountedLookup[] = [];
    let refusals = 0;
    const ask = (isAgain: boolean): void => {
      now += gapMs;
      const mayBe = server.left(times, now) > 0;
      const isServed = mayBe || (server.servesAnyhow?.(refusals, times.length) ?? false);
      if (isServed) times.push(now);
      else refusals += 1;
      const hash = another(sha256, calls.length + 1);
      const call = lookupOf(isServed ? served(hash) : refused(hash), `t${nth}`, 0);
      calls.push({ ...call, startedAt: now, endedAt: now + gapMs / 2, isAgain });
    };
    return { key: `t${nth}`, remaining: size, calls, ask };
  });
  for (const [nth, token] of tokens.entries()) {
    for (let calls = 0; calls < token.remaining + refusalsAsked; calls += 1) token.ask(false);
    const isRefused = () => token.calls.slice(-2).every(({ answer }) => answer === 'refused');
    for (let more = 0; more < token.remaining + 2 && !isRefused(); more += 1) token.ask(false);
    tokens[nth - 1]?.ask(true);
  }
  now = Math.max(now, endsAt);
  for (const token of tokens) token.ask(true);
  return tokens.map(({ key, remaining, calls }) => ({
    key,
    remaining,
    calls: inContext(calls, []),
    others: [],
  }));
}

const kinds: { readonly [kind: string]: (ms: number, phase: number) => (size: number) => Left } = {
  fixed: (ms) => (size) => (times, now) => {
    let begins = Number.NEGATIVE_INFINITY;
    let used = 0;
    for (const at of times) {
      used = at - begins >= ms ? 1 : used + 1;
      if (used === 1) begins = at;
    }
    return now - begins >= ms ? size : size - used;
  },
  sliding: (ms) => (size) => (times, now) => size - times.filter((at) => at > now - ms).length,
  clock: (ms, phase) => (size) => (times, now) => {
    const period = (at: number): number => Math.floor((at + phase) / ms);
    return size - times.filter((at) => period(at) === period(now)).length;
  },
};

const windows = Object.keys(kinds).flatMap((kind) =>
  [7_000, 10_000, 60_000].flatMap((ms) => [2, 40].map((gapMs) => ({ kind, ms, gapMs }))),
);

test.each(windows)(
  'a count that is filled up after $ms ms ($kind), asked every $gapMs ms, is right',
  ({ kind, ms, gapMs }) => {
    // Of the clock, the moment is in the burst of the first token, of the second, the third, or after them.
    for (const lookups of [5, 15, 30, 60]) {
      const left = kinds[kind]?.(ms, ms - lookups * gapMs);
      const serverOf = (size: number) => ({ size, left: left?.(size) ?? (() => size) });
      for (const sizes of [[4, 6, 8], [3, 5, 7], [6]]) {
        const histories = spent(serverOf, { sizes, gapMs, endsAt: 2 * ms });
        expect(wrongCounts(histories)).toEqual([]);
        expect(refillsIn(histories)).not.toEqual([]);
      }
    }
  },
);

function never(size: number): Left {
  return (times) => size - times.length;
}

test('what is served after a moment that was seen meets the clauses about the rest', () => {
  const fixed = kinds.fixed?.(7_000, 0) ?? never;
  const histories = spent((size) => ({ size, left: fixed(size) }));
  const met = histories.flatMap((history) =>
    clausesMetBy(history, { resets: refillsIn(histories) }),
  );
  expect(met).toEqual(expect.arrayContaining(['lookup/counts-once', 'lookup/stays-refused']));
});

test.each<[string, (size: number) => Simulated]>([
  ['nothing is counted', (size) => ({ size, left: () => size })],
  ['one more is served', (size) => ({ size, left: never(size + 1) })],
  [
    'one is given for nothing',
    (size) => ({ ...right(size), servesAnyhow: (refusals) => refusals === 1 }),
  ],
  [
    'it begins anew after each refusal',
    (size) => ({ size, left: (times) => size - (times.length % (size + 1)) - 1 }),
  ],
  ['every second one is free', (size) => ({ size, left: never(2 * size) })],
])(
  'where no count is filled up and %s, no window explains it, however late the end',
  (_, serverOf) => {
    for (const endsAt of [0, 20_000, 200_000])
      for (const gapMs of [2, 40])
        expect(wrongCounts(spent(serverOf, { gapMs, endsAt }))).not.toEqual([]);
  },
);

function right(size: number): Simulated {
  return { size, left: never(size) };
}

test('a count that begins anew because of a refusal is not one that was filled up', () => {
  const anew = spent((size) => {
    let since = 0;
    return {
      size,
      left: (times) => {
        const left = size - (times.length - since);
        if (left <= 0) since = times.length;
        return left;
      },
    };
  });
  expect(refillsIn(anew)).toEqual([]);
  const clauses = wrongCounts(anew).flatMap((one) => one.clauses);
  expect(clauses).toContain('lookup/stays-refused');
});
