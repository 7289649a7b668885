import { type HashKind, hashKinds, hashLengths } from '../../../src/spec/file-hashes.ts';
import { dice } from '../../../src/values/dice.ts';
import {
  type CountingServer,
  countFaults,
  countsEachOnce,
  mistreating,
} from '../model/counts/counting-servers.ts';
import { type CountedLookup, inContext, type LookupInContext } from '../model/counts/lookups.ts';
import { answersOf } from '../model/counts/replay.ts';
import { madeUpHash } from '../requests/made-up.ts';
import type { Target } from '../target/target.ts';
import { type CountPlan, refusalsAsked } from './count-plan.ts';

/** What may be looked up: the files by one kind of hash, a file that nobody knows, or something that is no hash. */
interface Source {
  readonly finds: CountedLookup['finds'];
  readonly hashKind?: HashKind;
  readonly found: readonly { readonly hash: string; readonly file?: number }[];
}

/** What a call looks up: the next of a source, or the same as the call before. */
type Turn = Source | 'repeat';

/** A call that must be counted, except that of something that is no hash, for which it is open (1, 8). */
export interface PlannedCall extends Pick<CountedLookup, 'hash' | 'finds' | 'file' | 'hashKind'> {
  readonly isRepeat: boolean;
  /** None is left for it. */
  readonly isBeyond: boolean;
}

/** The calls of one token: each list is made at once, one list after the other. */
export type PlannedCalls = readonly (readonly PlannedCall[])[];

export type HashesIn = Pick<Target, 'analyses' | 'unknownHash'>;

/** How many calls are answered before the first refusal, where what is no hash is free, and where it is counted. */
type Made = readonly [free: number, counted: number];

/** The calls of one token while they are chosen, and how many of them each server answers. */
interface Draft {
  readonly plan: CountPlan;
  readonly turns: readonly Turn[];
  readonly made: ReadonlyMap<CountingServer, Made>;
}

/** Servers that treat some lookups otherwise than the rest; and those that break a clause of their own, each with others. */
const faulty = [...new Set([...countFaults.map(({ server }) => server), ...mistreating])];
const confusable = mistreating
  .filter(({ breaks }) => breaks.length > 0)
  .flatMap((server) =>
    mistreating
      .filter(({ breaks }) => `${breaks}` !== `${server.breaks}`)
      .map((other) => [server, other] as const),
  );

/** More calls of a token tell no more: the rest looks up files. */
const mostChosen = 12;
const mostAtOnce = 10;

/** In the last wave; the others are refused one after the other. */
const mostRefusedAtOnce = 2;

/** So often others are tried in place of one call, or two. */
const changesTried = 800;

/**
 * The calls of all tokens that are used. Each is chosen so that as many servers as possible that charge wrongly are
 * told from one that is right, and from each other if they break other clauses.
 */
export function plannedCalls(
  plans: readonly CountPlan[],
  hashes: HashesIn,
): ReadonlyMap<string, PlannedCalls> {
  const sources = sourcesIn(hashes);
  return new Map(
    draftsOf(plans, sources).map(({ plan, turns }): [string, PlannedCalls] => {
      const more = filesInTurn(sources, plan.remaining - turns.length);
      return [plan.key, callsIn(plan, [...turns, ...more], sources)];
    }),
  );
}

/** Whether the calls of these tokens tell a server from one that is right. */
export function tellsFrom(plans: readonly CountPlan[], hashes: HashesIn) {
  const drafts = draftsOf(plans, sourcesIn(hashes));
  return (server: CountingServer): boolean => isToldFrom(countsEachOnce, server, drafts);
}

/** One other call, or two, are kept if they tell no less. */
function draftsOf(plans: readonly CountPlan[], sources: readonly Source[]): readonly Draft[] {
  const throws = dice(1);
  const below = (count: number): number => Math.floor(throws() * count);
  let best = plans
    .filter(({ remaining, calls }) => remaining > 0 && calls > 0)
    .map((plan) =>
      draftOf(plan, filesInTurn(sources, Math.min(plan.remaining, mostChosen)), sources),
    );
  let most = worthOf(best);
  const turns: readonly Turn[] = ['repeat', ...sources];
  const tokens = best.flatMap((draft, token) => (draft.turns.length > 1 ? [token] : []));
  for (let tried = 0; tried < changesTried && tokens.length > 0; tried += 1) {
    const token = tokens[below(tokens.length)] as number;
    const draft = best[token] as Draft;
    let { turns: changed } = draft;
    for (let changes = below(2); changes >= 0; changes -= 1)
      changed = changed.with(1 + below(changed.length - 1), turns[below(turns.length)] as Turn);
    const candidate = best.with(token, draftOf(draft.plan, changed, sources));
    const worth = worthOf(candidate, most);
    if (worth >= most) [best, most] = [candidate, worth];
  }
  return best;
}

function filesInTurn(sources: readonly Source[], count: number): Turn[] {
  const files = sources.filter(({ finds }) => finds === 'a file');
  return Array.from(
    { length: Math.max(0, count) },
    (_, nth) => files[nth % files.length] as Source,
  );
}

/** That a server is wrong matters more than which other it is told from, and some faults matter most. */
const weights = { fault: 10_000, wrong: 1000 };

/** What is less than `least` in any case need not be known exactly. */
function worthOf(drafts: readonly Draft[], least = 0): number {
  const isTold = (server: CountingServer) => isToldFrom(countsEachOnce, server, drafts);
  const faults = countFaults.filter(({ server }) => isTold(server)).length;
  const worth = weights.fault * faults + weights.wrong * mistreating.filter(isTold).length;
  if (worth + confusable.length < least) return worth;
  return worth + confusable.filter(([one, other]) => isToldFrom(other, one, drafts)).length;
}

/** Whether the answers to some token show that it was not the other server, whatever that takes for what is no hash. */
function isToldFrom(other: CountingServer, server: CountingServer, drafts: readonly Draft[]) {
  return ([0, 1] as const).every((malformedTakes) =>
    drafts.some(({ made }) => {
      const seen = made.get(server)?.[malformedTakes] ?? 0;
      return !made.get(other)?.includes(seen);
    }),
  );
}

function sourcesIn({ analyses, unknownHash }: HashesIn): readonly Source[] {
  // The first is looked up before all else: by the first hash of the first file.
  const isOfFirst = (kind: HashKind): boolean => analyses[0]?.[kind] !== undefined;
  const kinds = hashKinds.toSorted((a, b) => Number(isOfFirst(b)) - Number(isOfFirst(a)));
  const files = kinds.map((hashKind) => {
    const found = analyses.flatMap(({ [hashKind]: hash }, file) => (hash ? [{ hash, file }] : []));
    return { finds: 'a file', hashKind, found } as const;
  });
  const unknown = hashLengths.map((digits) => {
    const hash = unknownHash?.length === digits ? unknownHash : madeUpHash(digits);
    return { finds: 'nothing', found: [{ hash }] } as const;
  });
  const malformed = { finds: 'no hash', found: [{ hash: 'no-hash' }] } as const;
  return [...files.filter(({ found }) => found.length > 0), ...unknown, malformed];
}

function draftOf(plan: CountPlan, turns: readonly Turn[], sources: readonly Source[]): Draft {
  const calls = lookupsOf(callsIn(plan, turns, sources));
  const hasMalformed = calls.some(({ finds }) => finds === 'no hash');
  const madeWith = (server: CountingServer, malformedTakes: number): number => {
    const answers = answersOf(server, { calls, remaining: turns.length }, malformedTakes);
    return [...answers, 'refused'].indexOf('refused');
  };
  const made = new Map(
    [countsEachOnce, ...faulty].map((server) => {
      const counted = madeWith(server, 1);
      return [server, [hasMalformed ? madeWith(server, 0) : counted, counted] as const];
    }),
  );
  return { plan, turns, made };
}

function callsIn(
  { style }: CountPlan,
  turns: readonly Turn[],
  sources: readonly Source[],
): PlannedCalls {
  const used = new Map<Source, number>();
  const next = (source: Source): PlannedCall => {
    const { found, ...call } = source;
    const nth = used.get(source) ?? 0;
    used.set(source, nth + 1);
    return { ...call, hash: '', ...found[nth % found.length], isRepeat: false, isBeyond: false };
  };
  const calls: PlannedCall[] = [];
  for (const turn of turns) {
    const before = calls.at(-1);
    calls.push(turn === 'repeat' && before ? { ...before, isRepeat: true } : next(turn as Source));
  }
  const [first, ...rest] = calls as [PlannedCall, ...PlannedCall[]];
  const files = sources.filter(({ finds }) => finds === 'a file');
  const refused = [...files.map(next), first, ...files.map(next)]
    .slice(0, refusalsAsked)
    .map((one) => ({ ...one, isBeyond: true }));
  if (style !== 'at once') return [...calls, ...refused].map((one) => [one]);
  // The last wave begins with one left or more: otherwise it shows no race for the last one.
  const atOnce = rest.slice(0, Math.min(rest.length - 1, mostAtOnce));
  return [
    [first],
    ...(atOnce.length > 0 ? [atOnce] : []),
    ...lastWaves(rest.slice(atOnce.length), refused, first),
  ];
}

/** The last that must be served, at once with equal ones that must not; the others one after the other. */
function lastWaves(
  last: readonly PlannedCall[],
  refused: readonly PlannedCall[],
  first: PlannedCall,
  atOnce = mostRefusedAtOnce,
): PlannedCalls {
  const beyond = refused
    .slice(0, atOnce)
    .map((one) => ({ ...one, ...(last[0] ?? first), isBeyond: true }));
  return [[...last, ...beyond], ...refused.slice(atOnce).map((one) => [one])];
}

/** The calls of a token to a server so slow that its count could be filled up while they are made in turn. */
export function asAtOnce(calls: PlannedCalls): PlannedCalls {
  const [first, ...all] = calls.flat() as [PlannedCall, ...PlannedCall[]];
  const due = all.filter(({ isBeyond }) => !isBeyond);
  const refused = all.filter(({ isBeyond }) => isBeyond);
  // A repeat comes after what it repeats: of the first call, or last of all.
  const atOnce = due.slice(0, -1).map((one) => (one.isRepeat ? first : one));
  return [[first], atOnce, ...lastWaves(due.slice(-1), refused, first, refused.length - 1)];
}

/** The calls as a count sees them. */
export function lookupsOf(calls: PlannedCalls): LookupInContext[] {
  const lookups = calls.flatMap((wave, nth) =>
    wave.map(
      (call): CountedLookup => ({
        ...call,
        caller: '',
        startedAt: nth,
        endedAt: nth + 0.5,
        isAtOnce: wave.length > 1,
        answer: 'open',
        mayBeUncounted: false,
        attempts: 0,
      }),
    ),
  );
  return inContext(lookups, []);
}
