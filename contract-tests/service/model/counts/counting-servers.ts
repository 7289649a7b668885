import type { ClauseId } from '../../../../src/spec/clauses.generated.ts';
import { fileHashes, hashLengths, longestHash } from '../../../../src/spec/file-hashes.ts';
import type { LookupInContext } from './lookups.ts';

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

/** Lookups that a server may treat in a way of their own. */
interface LookupKind {
  readonly what: string;
  /** `maybe`: the server may take this one for either. */
  readonly includes: (call: LookupInContext) => boolean | 'maybe';
  /** The clause about them, if there is one. */
  readonly clause?: CountClause;
}

/**
 * A server that counts in some way. A lookup takes one request from its caller, and with none left it is refused and
 * takes nothing: a row says what is otherwise, and of which lookups.
 */
export interface CountingServer {
  /** What it does, after "as if". */
  readonly says: string;
  /** The clauses that it breaks and others do not. */
  readonly breaks: readonly CountClause[];
  readonly of?: LookupKind;
  /** What such a lookup may take. */
  readonly takes?: readonly number[];
  /** What such a lookup is answered with none left: a success, or anything. Default: a refusal. */
  readonly atZero?: 'a success' | 'anything';
  /** The lookups of other callers that take one as well. */
  readonly takesForOthers?: 'all' | 'some';
  /** How many more were left at the start than the target file says. */
  readonly hadMore?: number;
  /** Begins anew after a refusal, with as many or fewer. */
  readonly startsAgain?: boolean;
}

/** What a server breaks in common with others: it takes too much, or too little. */
export function generalClauseOf({ takes, takesForOthers, hadMore = 0 }: CountingServer) {
  const takesTooMuch = takes !== undefined && !takes.includes(0);
  return takesTooMuch || takesForOthers || hadMore < 0
    ? 'lookup/counts-once'
    : 'lookup/every-call-counts';
}

const each: LookupKind = { what: 'each lookup', includes: () => true };

const atOnce: LookupKind = {
  what: 'lookups at the same time',
  includes: ({ isBesideOwn }) => isBesideOwn,
  clause: 'lookup/counts-in-parallel',
};

function isMiss({ finds }: LookupInContext): boolean {
  return finds === 'nothing';
}

const misses: LookupKind = {
  what: 'lookups that find nothing',
  includes: isMiss,
  clause: 'lookup/misses-count',
};

const repeatedHits: LookupKind = {
  what: 'lookups that repeat a hit',
  includes: (call) => !isMiss(call) && call.isRepeat,
  clause: 'lookup/repeats-count',
};

const repeatsJustAfter: LookupKind = {
  what: 'lookups that repeat the one just before',
  includes: (call) => !isMiss(call) && call.isAfter === 'the same' && call.isRepeat,
};

const sameFileJustAfter: LookupKind = {
  what: 'lookups of the file just before by another hash',
  includes: ({ isAfter }) => isAfter === 'the same file',
};

const repeats: LookupKind = {
  what: 'lookups that repeat one before',
  includes: ({ isRepeat }) => isRepeat,
  clause: 'lookup/repeats-count',
};

const equalMissesAtOnce: LookupKind = {
  what: 'equal lookups at the same time that find nothing',
  includes: (call) => call.isBesideEqual && isMiss(call),
  clause: 'lookup/counts-in-parallel',
};

const hits: LookupKind = {
  what: 'lookups that find a file',
  includes: ({ finds }) => finds === 'a file',
};

const hitsByKind = fileHashes.map(({ name, kind }) => ({
  what: `lookups by ${name}`,
  includes: ({ hashKind }: LookupInContext) => hashKind === kind,
}));

const [usualMisses, ...otherMisses] = hashLengths.map((digits) => ({
  what: `lookups of ${digits} digits that find nothing`,
  includes: (call: LookupInContext) => isMiss(call) && call.hash.length === digits,
})) as [LookupKind, ...LookupKind[]];

const noHashes: LookupKind = {
  what: 'lookups of what is no hash',
  includes: ({ finds }) => finds === 'no hash',
};

const repeatedMisses: LookupKind = {
  what: 'lookups that repeat a miss',
  includes: (call) => isMiss(call) && call.isRepeat,
};

/** What a server may count in another way than the rest. */
const countable: readonly LookupKind[] = [
  misses,
  repeatedHits,
  repeatedMisses,
  ...hitsByKind,
  ...otherMisses,
];

function free(of: LookupKind): CountingServer {
  return {
    says: `${of.what} took nothing`,
    breaks: of.clause ? [of.clause] : [],
    of,
    takes: [0],
  };
}

function twice(of: LookupKind): CountingServer {
  return {
    says: `${of.what} took two`,
    breaks: [],
    of,
    takes: [2],
  };
}

function servedAtZero(of: LookupKind): CountingServer {
  return {
    says: `${of.what} were served with none left`,
    breaks: ['lookup/refused-at-zero', 'lookup/stays-refused'],
    of,
    atZero: 'a success',
  };
}

/** Equal lookups at the same time wait for one of them, and that one is counted. */
function joined(which: string, includes: LookupKind['includes']): CountingServer {
  return {
    says: `equal lookups at the same time${which} were one`,
    breaks: ['lookup/counts-in-parallel'],
    of: { what: '', includes },
    takes: [0, 1],
    atZero: 'a success',
  };
}

/** Counts as the specification says. */
export const countsEachOnce: CountingServer = { says: 'each lookup took one', breaks: [] };

const neverRefuses: CountingServer = {
  says: 'nothing was counted',
  breaks: ['lookup/refused-at-zero'],
  of: each,
  atZero: 'a success',
};

const startsAgain: CountingServer = {
  says: 'the count began anew after a refusal',
  breaks: ['lookup/stays-refused'],
  startsAgain: true,
};

const oneCountForAll: CountingServer = {
  says: 'all callers had one count',
  breaks: ['lookup/counts-per-caller'],
  takesForOthers: 'all',
};

/** The count in the target file was wrong by so many. */
export function beginningWith(hadMore: number): CountingServer {
  return {
    says: hadMore < 0 ? `${-hadMore} had been used before` : `${hadMore} more had been left`,
    breaks: [],
    hadMore,
  };
}

const simpleServers: readonly CountingServer[] = [
  neverRefuses,
  startsAgain,
  ...[each, hits, noHashes, ...countable].map(twice),
  ...[repeats, ...countable].map(free),
  free({
    what: `lookups of ${longestHash} digits`,
    includes: ({ hash }) => hash.length === longestHash,
  }),
  ...hitsByKind.map(servedAtZero),
  servedAtZero({ what: 'lookups in upper case', includes: ({ hash }) => /[A-F]/.test(hash) }),
  servedAtZero(repeats),
  oneCountForAll,
  free(atOnce),
  {
    says: 'lookups at the same time saw the same count',
    breaks: ['lookup/counts-in-parallel'],
    of: atOnce,
    atZero: 'a success',
  },
];

const rarerServers: readonly CountingServer[] = [
  {
    says: 'lookups that find nothing or repeat a hit took nothing',
    breaks: ['lookup/misses-count', 'lookup/repeats-count'],
    of: { what: '', includes: (call) => isMiss(call) || call.isRepeat },
    takes: [0],
  },
  { ...free(usualMisses), breaks: ['lookup/misses-count'] },
  twice(usualMisses),
  free(repeatsJustAfter),
  free(sameFileJustAfter),
];

/** Servers that count wrongly what is concurrent, as it happens. */
const racyServers: readonly CountingServer[] = [
  joined(' that find nothing', equalMissesAtOnce.includes),
  joined('', ({ isBesideEqual }) => isBesideEqual),
  joined(
    ' of several callers',
    ({ isBesideEqual, isBesideEqualOfOthers }) => isBesideEqual || isBesideEqualOfOthers,
  ),
];

const someAtOnce: CountingServer = {
  says: 'some lookups at the same time took nothing, or two',
  breaks: ['lookup/counts-in-parallel'],
  of: atOnce,
  takes: [0, 1, 2],
  atZero: 'anything',
};

/** The servers that treat some lookups otherwise than the rest. */
export const mistreating: readonly CountingServer[] = [
  ...simpleServers,
  ...rarerServers,
  ...racyServers,
  someAtOnce,
].filter(({ of }) => of);

/** Servers that count wrongly now and then. */
const erraticServers: readonly CountingServer[] = [
  {
    says: 'some lookups took nothing',
    breaks: [],
    of: each,
    takes: [0, 1],
  },
  {
    says: 'some lookups took two',
    breaks: [],
    of: each,
    takes: [1, 2],
  },
  {
    says: 'some lookups of others were counted for it',
    breaks: ['lookup/counts-per-caller'],
    takesForOthers: 'some',
  },
];

/**
 * The servers that may explain wrong counts, simplest first: of two groups the first is believed.
 * `sizes` are how many requests the tokens had left.
 */
export function wrongServers(sizes: readonly number[]): readonly (readonly CountingServer[])[] {
  const most = Math.max(...sizes);
  const counts = Array.from({ length: most }, (_, nth) => nth + 1);
  const begun = counts.flatMap((count) => [beginningWith(-count), beginningWith(count)]);
  return [
    simpleServers,
    rarerServers,
    racyServers,
    // No race takes as many from every token, whatever its size.
    new Set(sizes).size > 1 ? begun : [],
    [someAtOnce],
    // Which of concurrent lookups was refused first is not known.
    [{ ...startsAgain, of: atOnce, atZero: 'anything' }],
    begun,
    erraticServers,
  ];
}

/** For each clause the server that must be ruled out before the clause is met. */
export const counterexamples: { readonly [clause in CountClause]: CountingServer } = {
  'lookup/refused-at-zero': neverRefuses,
  'lookup/stays-refused': startsAgain,
  'lookup/every-call-counts': free(each),
  'lookup/counts-once': twice(each),
  'lookup/misses-count': free(misses),
  'lookup/repeats-count': free(repeatedHits),
  'lookup/counts-in-parallel': free(atOnce),
  'lookup/counts-per-caller': oneCountForAll,
};

/** A fault in counting lookups of one kind, and the clause that is met only in part until it is ruled out. */
export interface CountFault {
  readonly clause: CountClause;
  readonly what: string;
  readonly server: CountingServer;
}

function faultsOf(of: LookupKind, clause: CountClause): CountFault[] {
  const { what } = of;
  return [
    { clause, what, server: free(of) },
    { clause: 'lookup/counts-once', what, server: twice(of) },
  ];
}

/** What is no hash takes nothing or one (open), and never two. */
const malformedTwice: CountFault = {
  clause: 'lookup/counts-once',
  what: noHashes.what,
  server: twice(noHashes),
};

export const countFaults: readonly CountFault[] = [
  ...hitsByKind.flatMap((kind) => faultsOf(kind, 'lookup/every-call-counts')),
  ...[usualMisses, ...otherMisses].flatMap((kind) => faultsOf(kind, 'lookup/misses-count')),
  ...faultsOf(repeatedHits, 'lookup/repeats-count'),
  malformedTwice,
  ...[atOnce, equalMissesAtOnce].map((kind) => ({
    clause: 'lookup/counts-in-parallel' as const,
    what: kind.what,
    server: free(kind),
  })),
];
