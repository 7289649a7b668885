import fc from 'fast-check';

/** What one caller does. Reports and files are its own, so what has to come of it is known. */
export type Step =
  | {
      readonly do: 'create';
      readonly service: number;
      readonly file: number;
      readonly tags: string[];
    }
  | { readonly do: 'create badly'; readonly flaw: 'score' | 'address' | 'json' }
  | { readonly do: 'fetch'; readonly which: number }
  | { readonly do: 'fetch seeded'; readonly which: number }
  | { readonly do: 'fetch elsewhere'; readonly which: number }
  | { readonly do: 'delete'; readonly which: number; readonly as: 'creator' | 'owner' | 'stranger' }
  | {
      readonly do: 'look up';
      readonly hash: 'known' | 'unknown' | 'malformed';
      readonly times: number;
    }
  | { readonly do: 'call without a token' };

/** What happens when all callers are done with their steps. */
export type Event = 'nothing' | 'reset' | 'stop and start' | 'kill and start' | 'race to delete';

export interface Round {
  /** One list a caller; they are worked off at the same time. */
  readonly lanes: readonly (readonly Step[])[];
  readonly next: Event;
}

/** Seeded researchers, three of them with few lookups. */
export const laneCallers = [
  'researcher-1',
  'analyst-limited-1',
  'researcher-2',
  'analyst-limited-3',
  'analyst',
] as const;

const which = fc.nat({ max: 9 });

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('create' as const),
      service: fc.nat({ max: 2 }),
      file: fc.nat({ max: 2 }),
      tags: fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), {
        maxLength: 3,
      }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('create badly' as const),
      flaw: fc.constantFrom('score' as const, 'address' as const, 'json' as const),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('fetch' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fetch seeded' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fetch elsewhere' as const), which }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('delete' as const),
      which,
      as: fc.constantFrom('creator' as const, 'owner' as const, 'stranger' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('look up' as const),
      hash: fc.constantFrom('known' as const, 'unknown' as const, 'malformed' as const),
      times: fc.integer({ min: 1, max: 5 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'call without a token' as const }) },
);

const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 4, arbitrary: fc.constant('nothing' as const) },
  { weight: 2, arbitrary: fc.constant('race to delete' as const) },
  { weight: 1, arbitrary: fc.constant('reset' as const) },
  { weight: 1, arbitrary: fc.constant('stop and start' as const) },
  { weight: 1, arbitrary: fc.constant('kill and start' as const) },
);

const lane = fc.array(step, { maxLength: 12 });

export const walks: fc.Arbitrary<Round[]> = fc.array(
  fc.record({ lanes: fc.tuple(lane, lane, lane, lane, lane), next: event }),
  { minLength: 1, maxLength: 6 },
);
