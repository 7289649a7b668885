import fc from 'fast-check';

/** What one caller does. Reports and files are its own, so what has to come of it is known. */
export type Step =
  | {
      readonly do: 'create';
      readonly service: number;
      readonly file: number;
      readonly tags: string[];
    }
  | { readonly do: 'create badly'; readonly flaw: Flaw }
  | { readonly do: 'fetch'; readonly which: number }
  | { readonly do: 'fetch seeded'; readonly which: number }
  | { readonly do: 'ask in another feed'; readonly which: number }
  | { readonly do: 'delete'; readonly which: number; readonly as: Deleter }
  | { readonly do: 'look up'; readonly hash: Hash; readonly which: number; readonly times: number }
  | { readonly do: 'be nobody'; readonly token: 'none' | 'unknown' | 'longer' };

const flaws = ['score', 'address', 'json', 'no researcher'] as const;
const deleters = ['creator', 'owner', 'reader', 'other researcher', 'other owner'] as const;
const hashes = ['sha256Hash', 'sha512Hash', 'blake3Hash', 'unknown', 'malformed'] as const;
const nobodies = ['none', 'unknown', 'longer'] as const;
export type Flaw = (typeof flaws)[number];
export type Deleter = (typeof deleters)[number];
export type Hash = (typeof hashes)[number];

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
const named = <N extends Step['do']>(name: N) => fc.constant(name);
const tag = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: named('create'),
      service: fc.nat({ max: 2 }),
      file: fc.nat({ max: 2 }),
      tags: fc.array(tag, { maxLength: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: named('create badly'), flaw: fc.constantFrom(...flaws) }),
  },
  { weight: 4, arbitrary: fc.record({ do: named('fetch'), which }) },
  { weight: 1, arbitrary: fc.record({ do: named('fetch seeded'), which }) },
  { weight: 1, arbitrary: fc.record({ do: named('ask in another feed'), which }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: named('delete'), which, as: fc.constantFrom(...deleters) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: named('look up'),
      hash: fc.constantFrom(...hashes),
      which,
      times: fc.integer({ min: 1, max: 5 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: named('be nobody'), token: fc.constantFrom(...nobodies) }),
  },
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
