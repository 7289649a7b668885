import { expect, test } from 'vitest';
import type { Evidence } from '../../../judging/verdict/evidence.ts';
import {
  another,
  askedLater,
  brokenIn,
  by,
  during,
  judged,
  type Lookup,
  metIn,
  refused,
  served,
  sha256,
} from './counts.test.support.ts';
import { askedAgain } from './refills.ts';

/** How many are left to a caller that was served at these times, now. */
type Left = (served: readonly number[], now: number) => number;

interface Simulated {
  readonly left: Left;
  /** Whether one is served that should not be, by how often its caller was refused. */
  readonly servesAnyhow?: (refusals: number) => boolean;
}

/** A token that is used up, and as it is answered so far. */
class Token {
  readonly #server: Simulated;
  readonly #key: string;
  readonly lookups: Lookup[] = [];
  readonly #served: number[] = [];

  constructor(key: string, server: Simulated) {
    this.#key = key;
    this.#server = server;
  }

  /** Returns whether it was served. */
  ask(now: number, isAgain = false): boolean {
    const { left, servesAnyhow } = this.#server;
    const refusals = this.lookups.length - this.#served.length;
    const isServed = left(this.#served, now) > 0 || (servesAnyhow?.(refusals) ?? false);
    if (isServed) this.#served.push(now);
    const hash = another(sha256, this.lookups.length + 1);
    const [lookup] = by(this.#key, (isServed ? served : refused)(hash)) as [Lookup];
    this.lookups.push(during(isAgain ? askedLater(lookup, askedAgain) : lookup, now, now + 1));
    return isServed;
  }
}

interface Pace {
  readonly sizes?: readonly number[];
  readonly gapMs?: number;
  readonly endsAt?: number;
}

/** Tokens that are used up one after the other, with so much time between two lookups; asked again beside, and at the end. */
function spent(
  serverOf: (size: number) => Simulated,
  { sizes = [4, 6, 8], gapMs = 2, endsAt = 20_000 }: Pace = {},
) {
  let now = 0;
  const next = (): number => {
    now += gapMs;
    return now;
  };
  const tokens = sizes.map((size) => new Token(`t${size}`, serverOf(size)));
  for (const [nth, token] of tokens.entries()) {
    const size = sizes[nth] ?? 0;
    for (let calls = 0; calls < size + 3; calls += 1) token.ask(next());
    // Until it is refused twice in a row.
    for (let more = 0, refusals = 0; more < size + 4 && refusals < 2; more += 1)
      refusals = token.ask(next()) ? 0 : refusals + 1;
    tokens[nth - 1]?.ask(next(), true);
  }
  now = Math.max(now, endsAt);
  for (const token of tokens) token.ask(next(), true);
  const left = Object.fromEntries(sizes.map((size) => [`t${size}`, size]));
  return judged(left, [tokens.flatMap(({ lookups }) => lookups)]);
}

function pointsIn({ observations }: Evidence): string[] {
  return observations.map(({ openPoint }) => openPoint);
}

function never(size: number): Left {
  return (times) => size - times.length;
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

const windows = Object.entries(kinds).flatMap(([kind, leftAfter]) =>
  [7_000, 10_000, 60_000].flatMap((ms) => [2, 40].map((gapMs) => ({ kind, leftAfter, ms, gapMs }))),
);

test.each(windows)(
  'a count that is filled up after $ms ms ($kind), asked every $gapMs ms, is right',
  ({ kind, leftAfter, ms, gapMs }) => {
    // Of the clock, the moment is in the burst of the first token, of the second, the third, or after them.
    for (const lookups of [5, 15, 30, 60])
      for (const sizes of [[4, 6, 8], [3, 5, 7], [6]]) {
        const serverOf = (size: number) => ({ left: leftAfter(ms, ms - lookups * gapMs)(size) });
        const evidence = spent(serverOf, { sizes, gapMs, endsAt: 2 * ms });
        expect(brokenIn(evidence)).toEqual([]);
        expect(pointsIn(evidence)).toContain('lookup.reset');
        // What fills up at a moment of the clock may do so while the first token is used.
        if (kind === 'clock') continue;
        expect(metIn(evidence)).toEqual(
          expect.arrayContaining(['lookup/counts-once', 'lookup/stays-refused']),
        );
      }
  },
);

test.each<[string, (size: number) => Simulated, clause?: string]>([
  ['nothing is counted', (size) => ({ left: () => size })],
  ['one more is served', (size) => ({ left: never(size + 1) })],
  [
    'one is given for nothing',
    (size) => ({ left: never(size), servesAnyhow: (refusals) => refusals === 1 }),
  ],
  [
    'it begins anew after each refusal',
    (size) => ({ left: (times) => size - (times.length % (size + 1)) - 1 }),
  ],
  [
    'it begins anew because of a refusal',
    (size) => {
      let since = 0;
      return {
        left: (times) => {
          const left = size - (times.length - since);
          if (left <= 0) since = times.length;
          return left;
        },
      };
    },
    'lookup/stays-refused',
  ],
  ['every second one is free', (size) => ({ left: never(2 * size) })],
])(
  'where no count is filled up and %s, no window explains it, however late the end',
  (_, serverOf, clause) => {
    for (const endsAt of [0, 20_000, 200_000])
      for (const gapMs of [2, 40]) {
        const evidence = spent(serverOf, { gapMs, endsAt });
        expect(evidence.brokenIds).toContain(clause ?? evidence.brokenIds[0] ?? 'any');
        expect(pointsIn(evidence)).not.toContain('lookup.reset');
      }
  },
);
