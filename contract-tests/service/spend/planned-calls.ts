import { type HashKind, hashKinds, hashLengths } from '../../../src/spec/file-hashes.ts';
import {
  type CountingServer,
  countFaults,
  countsEachOnce,
  mistreating,
} from '../model/counts/counting-servers.ts';
import { type CountedLookup, inContext, type LookupInContext } from '../model/counts/lookups.ts';
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
}

/** The calls of one token: those up to the last that must be served, and then those that must be refused. */
export interface PlannedCalls {
  readonly first: PlannedCall;
  /** One after the other. */
  readonly inTurn: readonly PlannedCall[];
  /** Then these at once. */
  readonly atOnce: readonly PlannedCall[];
  /** Then these at once, with equal ones that must be refused. */
  readonly last: readonly PlannedCall[];
  readonly refusedAtOnce: readonly PlannedCall[];
  readonly refused: readonly PlannedCall[];
}

export type HashesIn = Pick<Target, 'analyses' | 'unknownHash'>;

/** How many calls are answered before the first refusal, where what is no hash is free, and where it is counted. */
type Made = readonly [free: number, counted: number];

/** The calls of one token while they are chosen, and how many of them each server answers. */
interface Draft {
  readonly plan: CountPlan;
  readonly turns: readonly Turn[];
  readonly calls: PlannedCalls;
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
const mostChosen = 9;
const mostDrafted = 12;
const mostAtOnce = 10;

/** In the last wave; the others are refused one after the other. */
const mostRefusedAtOnce = 2;

/**
 * The calls of all tokens that are used. Each is chosen so that as many servers as possible that charge wrongly are
 * told from one that is right, and from each other if they break other clauses.
 */
export function plannedCalls(
  plans: readonly CountPlan[],
  hashes: HashesIn,
): ReadonlyMap<string, PlannedCalls> {
  const sources = sourcesIn(hashes);
  const drafts = draftsOf(plans, sources).map(({ plan, turns }): [string, PlannedCalls] => {
    const { remaining = 0 } = plans.find(({ key }) => key === plan.key) ?? {};
    const more = turnsFrom([], sources, remaining - turns.length);
    return [plan.key, callsIn(plan, [...turns, ...more], sources)];
  });
  return new Map(drafts);
}

/** Whether the calls of these tokens tell a server from one that is right. */
export function tellsFrom(plans: readonly CountPlan[], hashes: HashesIn) {
  const drafts = draftsOf(plans, sourcesIn(hashes));
  return (server: CountingServer): boolean => isToldFrom(countsEachOnce, server, drafts);
}

/** A later choice may make an earlier one better. */
const mostPasses = 2;

function draftsOf(plans: readonly CountPlan[], sources: readonly Source[]): readonly Draft[] {
  const used = plans
    .filter(({ remaining, calls }) => remaining > 0 && calls > 0)
    .map((plan) => ({ ...plan, remaining: Math.min(plan.remaining, mostDrafted) }));
  const [one, other] = [[], sources].map((first) => {
    const draft = (plan: CountPlan) =>
      draftOf(plan, turnsFrom(first, sources, plan.remaining), sources);
    return improved(used.map(draft), sources);
  }) as [readonly Draft[], readonly Draft[]];
  return worthOf(one) >= worthOf(other) ? one : other;
}

/** These one after the other, and then the files by all their hashes. */
function turnsFrom(first: readonly Source[], sources: readonly Source[], count: number): Turn[] {
  const files = sources.filter(({ finds }) => finds === 'a file');
  const rest = Array.from({ length: count }, (_, nth) => files[nth % files.length] as Source);
  return [...first, ...rest].slice(0, count);
}

function improved(drafts: readonly Draft[], sources: readonly Source[]): readonly Draft[] {
  const places = drafts.flatMap(({ turns }, token) =>
    turns.slice(1, mostChosen).map((_, before) => ({ token, nth: before + 1 })),
  );
  let best = drafts;
  let most = worthOf(best);
  for (let pass = 0, before = 0; pass < mostPasses && most > before; pass += 1) {
    before = most;
    for (const { token, nth } of places) {
      const { plan, turns } = best[token] as Draft;
      for (const changed of changesAt(turns, nth, sources)) {
        const candidate = best.with(token, draftOf(plan, changed, sources));
        const worth = worthOf(candidate, most);
        if (worth > most) [best, most] = [candidate, worth];
      }
    }
  }
  return best;
}

/** Another turn here, with the next as its repeat or not; or this one later. */
function changesAt(
  turns: readonly Turn[],
  nth: number,
  sources: readonly Source[],
): readonly (readonly Turn[])[] {
  const another = ['repeat' as const, ...sources].map((turn) => turns.with(nth, turn));
  const later = turns
    .slice(0, mostChosen)
    .flatMap((turn, at) => (at > nth ? [turns.with(nth, turn).with(at, turns[nth] as Turn)] : []));
  const isLast = nth + 1 === turns.length;
  const repeated = isLast ? [] : another.map((changed) => changed.with(nth + 1, 'repeat'));
  return [...another, ...repeated, ...later];
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
  const calls = callsIn(plan, turns, sources);
  const lookups = lookupsOf(calls);
  const madeWith = (server: CountingServer, malformedTakes: number): number =>
    madeBy(server, lookups, { remaining: plan.remaining, malformedTakes });
  const hasMalformed = lookups.some(({ finds }) => finds === 'no hash');
  const made = new Map(
    [countsEachOnce, ...faulty].map((server) => {
      const counted = madeWith(server, 1);
      return [server, [hasMalformed ? madeWith(server, 0) : counted, counted] as const];
    }),
  );
  return { plan, turns, calls, made };
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
    return { ...call, hash: '', ...found[nth % found.length], isRepeat: false };
  };
  const calls: PlannedCall[] = [];
  for (const turn of turns) {
    const before = calls.at(-1);
    calls.push(turn === 'repeat' && before ? { ...before, isRepeat: true } : next(turn as Source));
  }
  const [first, ...rest] = calls as [PlannedCall, ...PlannedCall[]];
  const files = sources.filter(({ finds }) => finds === 'a file');
  const refused = [...files.map(next), first, ...files.map(next)].slice(0, refusalsAsked);
  if (style !== 'at once')
    return { first, inTurn: rest, atOnce: [], last: [], refusedAtOnce: [], refused };
  // The last wave begins with one left or more: otherwise it shows no race for the last one.
  const atOnce = rest.slice(0, Math.min(rest.length - 1, mostAtOnce));
  const last = rest.slice(atOnce.length);
  const refusedAtOnce = Array.from({ length: mostRefusedAtOnce }, () => last[0] ?? first);
  return {
    first,
    inTurn: [],
    atOnce,
    last,
    refusedAtOnce,
    refused: refused.slice(mostRefusedAtOnce),
  };
}

/** The calls as a count sees them. */
function lookupsOf({ first, inTurn, atOnce, last, refusedAtOnce, refused }: PlannedCalls) {
  const alone = (calls: readonly PlannedCall[]) => calls.map((call) => [call]);
  const waves = [[first], ...alone(inTurn), atOnce, [...last, ...refusedAtOnce], ...alone(refused)];
  const lookups = waves.flatMap((wave, nth) =>
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

/** How many lookups a server answers before the first that it is seen to refuse. */
function madeBy(
  { of, takes = [1], atZero }: CountingServer,
  lookups: readonly LookupInContext[],
  { remaining, malformedTakes }: { readonly remaining: number; readonly malformedTakes: number },
): number {
  let left = remaining;
  let price = Math.max(...takes);
  const made = lookups.findIndex((lookup) => {
    const isMeant = of?.includes(lookup) === true;
    const isRefused = left <= 0 && !(isMeant && atZero);
    const usual = lookup.finds === 'no hash' ? malformedTakes : 1;
    if (!isRefused) left -= isMeant ? price : usual;
    // Where some take less, it is all but the first.
    if (isMeant) price = Math.min(...takes);
    return isRefused && lookup.finds === 'a file';
  });
  return made < 0 ? lookups.length : made;
}
