import type { LimitedHistory, LookupInContext } from './counted-lookup.ts';
import {
  beginningWith,
  type CountClause,
  type CountingServer,
  countClauses,
  counterexamples,
  countsEachOnce,
  resetting,
  wrongServers,
} from './counting-servers.ts';
import { refillsIn, type Span } from './refills.ts';
import { fits, inBestOrder, type LookupReplayOptions } from './replay-lookups.ts';

type Histories = readonly LimitedHistory[];

interface CountOptions extends LookupReplayOptions {
  /** Tokens that were refused at their first lookup, which may be explained by what explains the others. */
  readonly refusedAtOnce?: Histories;
}

/** A token that no server has served which counts each lookup once. */
export interface WrongCount {
  readonly history: LimitedHistory;
  /** The simplest servers that could have given the answers. */
  readonly servers: readonly CountingServer[];
  /** The clauses that all of them break. */
  readonly clauses: readonly CountClause[];
}

/**
 * Judges the counts of all tokens (1, 4.4, 8). A count is right if a server that counts each lookup once fits.
 * Otherwise the simplest servers that fit all tokens are the verdict; if no server fits all, each token has its own.
 */
export function wrongCounts(histories: Histories, options: CountOptions = {}): WrongCount[] {
  const resets = refillsIn(histories, options.isPartial);
  const right = resetting(countsEachOnce, resets);
  const wrong = histories.filter((one) => !fits(right, one, options));
  const judged = wrong.filter((one) => !mayBeFilledUpUnseen(one, histories, resets));
  if (judged.length === 0) return [];
  const others = options.refusedAtOnce ?? [];
  const common = [[...histories, ...others], histories]
    .map((all) => simplestServers(all, resets, options))
    .find((servers) => servers.length > 0);
  return judged.map((history) =>
    common ? explainedBy(common, history) : explained(history, resets, options),
  );
}

/** What a wrong history alone shows. */
export function explained(
  history: LimitedHistory,
  resets: readonly Span[] = [],
  options: CountOptions = {},
): WrongCount {
  return explainedBy(simplestServers([history], resets, options), history);
}

function explainedBy(servers: readonly CountingServer[], history: LimitedHistory): WrongCount {
  return { history, servers, clauses: clausesBrokenBy(servers, history) };
}

/** Counts are filled up here, and no other token had been refused before this one that would show whether they were then. */
function mayBeFilledUpUnseen(
  history: LimitedHistory,
  histories: Histories,
  resets: readonly Span[],
): boolean {
  const [first] = history.calls;
  const isLater = histories.some(
    (other) =>
      other !== history &&
      other.calls.some(
        ({ answer, endedAt }) => answer === 'refused' && endedAt < (first?.startedAt ?? 0),
      ),
  );
  return resets.length > 0 && !isLater && courseOf(history).symptom !== 'too few';
}

/** Those of the first group in which some fit. If traffic may be missing, that is believed only where nothing else fits. */
function simplestServers(
  histories: Histories,
  resets: readonly Span[],
  { isPartial = false }: LookupReplayOptions,
): readonly CountingServer[] {
  if (isPartial) {
    const whole = simplestServers(histories.map(withoutDoubt), resets, {});
    if (whole.length > 0) return whole;
  }
  const groups = wrongServers(Math.max(...histories.map(({ remaining }) => remaining)));
  const fitting = groups.map((group) =>
    group
      .map((server) => resetting(server, resets))
      .filter((server) => histories.every((one) => fits(server, one, { isPartial }))),
  );
  return fitting.find((group) => group.length > 0) ?? [];
}

/** What all servers break; where they have no clause of their own in common, what they break in general. */
function clausesBrokenBy(
  servers: readonly CountingServer[],
  history: LimitedHistory,
): readonly CountClause[] {
  const common = countClauses.filter(
    (clause) => servers.length > 0 && servers.every(({ breaks }) => breaks.includes(clause)),
  );
  if (common.length > 0) return common;
  if (servers.length > 0) return [...new Set(servers.map(({ general }) => general))];
  const { symptom } = courseOf(history);
  return [generalClauses[symptom]];
}

const generalClauses = {
  'too many': 'lookup/every-call-counts',
  'too few': 'lookup/counts-once',
  again: 'lookup/stays-refused',
} as const;

/** How the lookups of a token went. */
export interface Course {
  /** Lookups before the first that was refused. */
  readonly made: number;
  readonly isRefused: boolean;
  /** What is wrong, if something is. */
  readonly symptom: 'too many' | 'too few' | 'again';
}

export function courseOf({ calls, remaining }: LimitedHistory): Course {
  const inOrder = inBestOrder(calls);
  const refused = inOrder.findIndex(({ answer }) => answer === 'refused' || answer === 'unsure');
  const made = refused < 0 ? inOrder.length : refused;
  const symptom = made > remaining ? 'too many' : made < remaining ? 'too few' : 'again';
  return { made, isRefused: refused >= 0, symptom };
}

/** The clauses that a right count shows: a server that breaks them could not have given these answers. */
export function clausesMetBy(
  heard: LimitedHistory,
  resets: readonly Span[] = [],
): readonly CountClause[] {
  const history = withoutDoubt(heard);
  const { made, isRefused } = courseOf(history);
  // A run that was cut short has not asked for more than was left.
  const isUsedUp = isRefused && made >= history.remaining;
  if (!isUsedUp || !fits(resetting(countsEachOnce, resets), history)) return [];
  return countClauses.filter(
    (clause) => !fits(resetting(counterexamples[clause], resets), history),
  );
}

/**
 * Takes what may be a rate limit for a refusal: if all of them come when they must, none was one. Otherwise they are
 * rate limits, which may have been counted or not.
 */
function withoutDoubt(history: LimitedHistory): LimitedHistory {
  const refused = withUnsure(history, { answer: 'refused' });
  return fits(countsEachOnce, refused)
    ? refused
    : withUnsure(history, { answer: 'open', mayBeUncounted: true });
}

function withUnsure(history: LimitedHistory, as: Partial<LookupInContext>): LimitedHistory {
  const calls = history.calls.map((call) => (call.answer === 'unsure' ? { ...call, ...as } : call));
  return { ...history, calls };
}

/**
 * How many requests every token had lost before this run, if it is the same number for tokens of different
 * size. No price of lookups does that, except an extra charge on the first one.
 */
export function lostBefore(histories: Histories): number | undefined {
  const used = histories.filter(({ remaining }) => remaining > 0);
  const sizes = used.map(({ remaining }) => remaining);
  if (new Set(sizes).size < 2) return undefined;
  const counts = Array.from({ length: Math.min(...sizes) }, (_, nth) => nth + 1);
  const areRight = used.some((one) => fits(countsEachOnce, one));
  return areRight
    ? undefined
    : counts.find((count) => used.every((one) => fits(beginningWith(-count), one)));
}
