import type { ClauseId } from '../../../../src/spec/clauses.generated.ts';
import { fileHashes, type HashKind, longestHash } from '../../../../src/spec/file-hashes.ts';
import type { CountedLookup, LookupInContext } from './counted-lookup.ts';
import type { Span } from './refills.ts';

/** All clauses about the number of remaining requests (1, 4.4, 8). */
export const countClauses = [
  'lookup/refused-at-zero',
  'lookup/stays-refused',
  'lookup/every-call-counts',
  'lookup/counts-once',
  'lookup/misses-count',
  'lookup/repeats-count',
  'lookup/counts-in-parallel',
  'lookup/counts-per-caller',
] as const satisfies readonly ClauseId[];

export type CountClause = (typeof countClauses)[number];

/** Only who knows all calls of a caller can see that one of these is broken: others may explain a refusal. */
export const clausesOfAllCalls: readonly CountClause[] = [
  'lookup/counts-once',
  'lookup/counts-per-caller',
];

/**
 * A server that counts in some way. Unless it says otherwise, a lookup takes one request from its caller,
 * and with none left it is refused and takes nothing.
 */
export interface CountingServer {
  /** What it does, after "as if". */
  readonly says: string;
  /** The clauses that it breaks and others do not. */
  readonly breaks: readonly CountClause[];
  /** What it breaks in common with others: it takes too little, or too much. */
  readonly general: 'lookup/every-call-counts' | 'lookup/counts-once';
  /** What a lookup may take. */
  readonly takes?: (call: LookupInContext) => readonly number[] | undefined;
  /** What a lookup of another caller may take. */
  readonly takesForOthers?: (call: CountedLookup, isKnown: boolean) => readonly number[];
  /** What is left at the start. */
  readonly begins?: (remaining: number) => number;
  /** Serves a lookup with none left. */
  readonly servesAtZero?: (call: LookupInContext) => boolean;
  /** What it answers says nothing about the count. */
  readonly answersAnyhow?: (call: LookupInContext) => boolean;
  /** Begins anew after a refusal, with as many or fewer. */
  readonly startsAgain?: boolean;
  /** Fills the count up, wholly or in part, at moments within these times. */
  readonly resets?: readonly Span[];
}

const nothing = [0];
const two = [2];
const nothingOrOne = [0, 1];
const oneOrTwo = [1, 2];

/** A kind of lookup, by which a server may tell what to count. */
export interface LookupKind {
  /** After "lookups". */
  readonly what: string;
  /** `maybe`: a server that tells these lookups apart may take this one for either. */
  readonly isMeant: (call: LookupInContext) => 'yes' | 'maybe' | 'no';
  /** The clause about lookups of this kind, if there is one. */
  readonly clause?: CountClause;
  /** Lookups by this hash alone. */
  readonly hashKind?: HashKind;
}

function yesOrNo(isMeant: boolean): 'yes' | 'no' {
  return isMeant ? 'yes' : 'no';
}

function isMiss({ finds }: CountedLookup): boolean {
  return finds === 'nothing';
}

const misses: LookupKind = {
  what: 'that find nothing',
  isMeant: (call) => yesOrNo(isMiss(call)),
  clause: 'lookup/misses-count',
};

const repeatedHits: LookupKind = {
  what: 'that repeat a hit',
  isMeant: (call) => (isMiss(call) ? 'no' : call.isRepeat),
  clause: 'lookup/repeats-count',
};

const repeats: LookupKind = {
  what: 'that repeat one before',
  isMeant: ({ isRepeat }) => isRepeat,
  clause: 'lookup/repeats-count',
};

/** The kinds of lookups that a server may count in another way than the rest. */
export const lookupKinds: readonly LookupKind[] = [
  misses,
  repeatedHits,
  { what: 'that repeat a miss', isMeant: (call) => (isMiss(call) ? call.isRepeat : 'no') },
  {
    what: `of ${longestHash} digits that find nothing`,
    isMeant: (call) => yesOrNo(isMiss(call) && call.hash.length === longestHash),
  },
  {
    what: `of ${longestHash} digits`,
    isMeant: ({ hash }) => yesOrNo(hash.length === longestHash),
  },
  ...fileHashes.map(
    ({ name, kind }): LookupKind => ({
      what: `by ${name}`,
      isMeant: ({ hashKind }) => yesOrNo(hashKind === kind),
      hashKind: kind,
    }),
  ),
];

/** Lookups of one kind take nothing. */
export function freeFor({ what, isMeant, clause }: LookupKind): CountingServer {
  return {
    says: `lookups ${what} took nothing`,
    breaks: clause ? [clause] : [],
    general: 'lookup/every-call-counts',
    takes: (call) => ({ yes: nothing, maybe: nothingOrOne, no: undefined })[isMeant(call)],
  };
}

/** Lookups of one kind take two. */
export function twiceFor({ what, isMeant }: LookupKind): CountingServer {
  return {
    says: `lookups ${what} took two`,
    breaks: [],
    general: 'lookup/counts-once',
    takes: (call) => ({ yes: two, maybe: oneOrTwo, no: undefined })[isMeant(call)],
  };
}

/** Something that is no hash takes nothing or one (open), and never two. */
export const malformedTakeTwo: CountingServer = twiceFor({
  what: 'of what is no hash',
  isMeant: ({ finds }) => yesOrNo(finds === 'no hash'),
});

const hitsTakeTwo: CountingServer = twiceFor({
  what: 'that find a file',
  isMeant: ({ finds }) => yesOrNo(finds === 'a file'),
});

const eachTakesTwo: CountingServer = {
  says: 'each lookup took two',
  breaks: [],
  general: 'lookup/counts-once',
  takes: () => two,
};

const eachTakesNothing: CountingServer = {
  says: 'no lookup took anything',
  breaks: ['lookup/refused-at-zero'],
  general: 'lookup/every-call-counts',
  takes: () => nothing,
};

const neverRefuses: CountingServer = {
  says: 'nothing was counted',
  breaks: ['lookup/refused-at-zero'],
  general: 'lookup/every-call-counts',
  servesAtZero: () => true,
};

const startsAgain: CountingServer = {
  says: 'the count began anew after a refusal',
  breaks: ['lookup/stays-refused'],
  general: 'lookup/every-call-counts',
  startsAgain: true,
};

/** The same, where it is not known which of concurrent lookups was refused first. */
const startsAgainAtOnce: CountingServer = {
  ...startsAgain,
  answersAnyhow: ({ isBesideOwn }) => isBesideOwn,
};

/** With none left, still serves lookups of one kind. */
function servingAtZero(
  what: string,
  servesAtZero: (call: LookupInContext) => boolean,
): CountingServer {
  return {
    says: `lookups ${what} were served with none left`,
    breaks: ['lookup/refused-at-zero', 'lookup/stays-refused'],
    general: 'lookup/every-call-counts',
    servesAtZero,
  };
}

const oneCountForAll: CountingServer = {
  says: 'all callers had one count',
  breaks: ['lookup/counts-per-caller'],
  general: 'lookup/counts-once',
  takesForOthers: ({ answer, finds }, isKnown) => {
    const isCounted = answer === 'served' || (isKnown && finds === 'nothing');
    return isCounted ? [1] : nothingOrOne;
  },
};

const atOnceTakeNothing: CountingServer = {
  says: 'lookups at the same time took nothing',
  breaks: ['lookup/counts-in-parallel'],
  general: 'lookup/every-call-counts',
  takes: ({ isBesideOwn }) => (isBesideOwn ? nothing : undefined),
};

/** Looks at the count, and lowers it later. */
const looksFirst: CountingServer = {
  says: 'lookups at the same time saw the same count',
  breaks: ['lookup/counts-in-parallel'],
  general: 'lookup/every-call-counts',
  servesAtZero: ({ isBesideOwn }) => isBesideOwn,
};

/** Equal lookups at the same time wait for one of them, and that one is counted. */
function singleFlight(what: string, isJoined: (call: LookupInContext) => boolean): CountingServer {
  return {
    says: `equal lookups at the same time${what} were one`,
    breaks: ['lookup/counts-in-parallel'],
    general: 'lookup/every-call-counts',
    takes: (call) => (isJoined(call) ? nothingOrOne : undefined),
    servesAtZero: isJoined,
  };
}

function isBesideEqualMiss({ isBesideEqual, finds }: LookupInContext): boolean {
  return isBesideEqual && finds === 'nothing';
}

/** Files come from a cache; for what is not in it, one asks for all who wait. */
const missesAtOnceAreOne: CountingServer = singleFlight(' that find nothing', isBesideEqualMiss);

/** The same, where none is counted. */
export const missesAtOnceTakeNothing: CountingServer = {
  ...missesAtOnceAreOne,
  takes: (call) => (isBesideEqualMiss(call) ? nothing : undefined),
};

/** Counts as the specification says. */
export const countsEachOnce: CountingServer = {
  says: 'each lookup took one',
  breaks: [],
  general: 'lookup/every-call-counts',
};

/** Counts as another does, and fills its counts up after some time (8: the reset period is not shown). */
export function resetting(server: CountingServer, resets: readonly Span[]): CountingServer {
  return resets.length === 0 ? server : { ...server, resets };
}

/** The count in the target file was wrong by so many, for every token. */
export function beginningWith(more: number): CountingServer {
  return {
    says: more < 0 ? `${-more} had been used before` : `${more} more had been left`,
    breaks: [],
    general: more < 0 ? 'lookup/counts-once' : 'lookup/every-call-counts',
    begins: (remaining) => Math.max(0, remaining + more),
  };
}

/** Servers with one simple flaw. */
const simpleServers: readonly CountingServer[] = [
  neverRefuses,
  startsAgain,
  eachTakesTwo,
  hitsTakeTwo,
  malformedTakeTwo,
  freeFor(repeats),
  ...lookupKinds.map(freeFor),
  ...lookupKinds.map(twiceFor),
  ...fileHashes.map(({ name, kind }) =>
    servingAtZero(`by ${name}`, ({ hashKind }) => hashKind === kind),
  ),
  servingAtZero('in upper case', ({ hash }) => /[A-F]/.test(hash)),
  servingAtZero('that repeat one before', ({ isRepeat }) => isRepeat !== 'no'),
  oneCountForAll,
  atOnceTakeNothing,
  looksFirst,
];

const missesAndRepeatsAreFree: CountingServer = {
  says: 'lookups that find nothing or repeat a hit took nothing',
  breaks: ['lookup/misses-count', 'lookup/repeats-count'],
  general: 'lookup/every-call-counts',
  takes: (call) => freeFor(misses).takes?.(call) ?? freeFor(repeatedHits).takes?.(call),
};

/** Servers that count wrongly what is concurrent, as it happens. */
const racyServers: readonly CountingServer[] = [
  missesAtOnceAreOne,
  singleFlight('', ({ isBesideEqual }) => isBesideEqual),
  singleFlight(
    ' of several callers',
    ({ isBesideEqual, isBesideEqualOfOthers }) => isBesideEqual || isBesideEqualOfOthers,
  ),
  {
    says: 'some lookups at the same time took nothing, or two',
    breaks: ['lookup/counts-in-parallel'],
    general: 'lookup/every-call-counts',
    takes: ({ isBesideOwn }) => (isBesideOwn ? [0, 1, 2] : undefined),
    answersAnyhow: ({ isBesideOwn }) => isBesideOwn,
  },
];

/** Servers that count wrongly now and then. */
const erraticServers: readonly CountingServer[] = [
  {
    says: 'some lookups took nothing',
    breaks: [],
    general: 'lookup/every-call-counts',
    takes: () => nothingOrOne,
  },
  {
    says: 'some lookups took two',
    breaks: [],
    general: 'lookup/counts-once',
    takes: () => oneOrTwo,
  },
  {
    says: 'some lookups of others were counted for it',
    breaks: ['lookup/counts-per-caller'],
    general: 'lookup/counts-once',
    takesForOthers: () => nothingOrOne,
  },
];

/**
 * The servers that may explain a wrong count, simplest first: of two groups the first is believed.
 * `most` is the largest number of requests that a token had left.
 */
export function wrongServers(most: number): readonly (readonly CountingServer[])[] {
  const sizes = Array.from({ length: most }, (_, nth) => nth + 1);
  const usedBefore = sizes.map((count) => beginningWith(-count));
  const hadMore = sizes.map((count) => beginningWith(count));
  return [
    simpleServers,
    [missesAndRepeatsAreFree],
    racyServers,
    [startsAgainAtOnce],
    [...usedBefore, ...hadMore],
    erraticServers,
  ];
}

/** For each clause the server that must be ruled out before the clause is met. */
export const counterexamples: { readonly [clause in CountClause]: CountingServer } = {
  'lookup/refused-at-zero': neverRefuses,
  'lookup/stays-refused': startsAgain,
  'lookup/every-call-counts': eachTakesNothing,
  'lookup/counts-once': eachTakesTwo,
  'lookup/misses-count': freeFor(misses),
  'lookup/repeats-count': freeFor(repeatedHits),
  'lookup/counts-in-parallel': atOnceTakeNothing,
  'lookup/counts-per-caller': oneCountForAll,
};
