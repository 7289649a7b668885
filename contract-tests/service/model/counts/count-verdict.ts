import {
  beginningWith,
  type CountClause,
  type CountFault,
  type CountingServer,
  countClauses,
  counterexamples,
  countFaults,
  countsEachOnce,
  generalClauseOf,
  wrongServers,
} from './counting-servers.ts';
import { inBestOrder, type LimitedHistory, type LookupInContext } from './lookups.ts';
import { refillsIn } from './refills.ts';
import { fits, type ReplayOptions } from './replay.ts';

type Histories = readonly LimitedHistory[];

interface CountOptions extends ReplayOptions {
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
  const { isPartial = false, refusedAtOnce = [] } = options;
  const terms = { isPartial, resets: refillsIn(histories, isPartial) };
  const wrong = histories.filter(
    (one) => !fits(countsEachOnce, one, terms) && !mayBeFilledUpUnseen(one, histories, terms),
  );
  if (wrong.length === 0) return [];
  const common = [[...histories, ...refusedAtOnce], histories]
    .map((all) => simplestServers(all, terms))
    .find((servers) => servers.length > 0);
  return wrong.map((history) => explained(history, common ?? simplestServers([history], terms)));
}

/** What a wrong history shows, if these are the servers that could have given it. */
export function explained(
  history: LimitedHistory,
  servers = simplestServers([history], {}),
): WrongCount {
  return { history, servers, clauses: clausesBrokenBy(servers, history) };
}

/** Counts are filled up here, and no other token had been refused before this one that would show whether they were then. */
function mayBeFilledUpUnseen(
  history: LimitedHistory,
  histories: Histories,
  { resets = [] }: ReplayOptions,
): boolean {
  const beganAt = history.calls[0]?.startedAt ?? 0;
  const isLater = histories.some(
    (other) =>
      other !== history &&
      other.calls.some(({ answer, endedAt }) => answer === 'refused' && endedAt < beganAt),
  );
  return resets.length > 0 && !isLater && courseOf(history).symptom !== 'too few';
}

/** Those of the first group in which some fit. If traffic may be missing, that is believed only where nothing else fits. */
function simplestServers(histories: Histories, terms: ReplayOptions): readonly CountingServer[] {
  if (terms.isPartial) {
    const whole = simplestServers(histories.map(withoutDoubt), { ...terms, isPartial: false });
    if (whole.length > 0) return whole;
  }
  for (const group of wrongServers(histories.map(({ remaining }) => remaining))) {
    const fitting = group.filter((server) => histories.every((one) => fits(server, one, terms)));
    if (fitting.length > 0) return fitting;
  }
  return [];
}

/** What all servers break; where they have no clause of their own in common, what they break in general. */
function clausesBrokenBy(
  servers: readonly CountingServer[],
  history: LimitedHistory,
): readonly CountClause[] {
  if (servers.length === 0) return [generalClauses[courseOf(history).symptom]];
  const common = countClauses.filter((clause) =>
    servers.every(({ breaks }) => breaks.includes(clause)),
  );
  return common.length > 0 ? common : [...new Set(servers.map(generalClauseOf))];
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
  readonly symptom: keyof typeof generalClauses;
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
  terms: ReplayOptions = {},
): readonly CountClause[] {
  const history = withoutDoubt(heard);
  if (!isUsedUpRightly(history, terms)) return [];
  return countClauses.filter((clause) => !fits(counterexamples[clause], history, terms));
}

/** The faults that the counts of these tokens, all of them right, do not rule out. */
export function faultsNotRuledOutBy(histories: Histories): CountFault[] {
  const resets = refillsIn(histories);
  const telling = histories
    .map(withoutDoubt)
    .filter((history) => isUsedUpRightly(history, { resets }));
  return countFaults.filter(({ server }) => telling.every((one) => fits(server, one, { resets })));
}

/** A run that was cut short has not asked for more than was left. */
function isUsedUpRightly(history: LimitedHistory, terms: ReplayOptions): boolean {
  const { made, isRefused } = courseOf(history);
  return isRefused && made >= history.remaining && fits(countsEachOnce, history, terms);
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
  if (new Set(sizes).size < 2 || used.some((one) => fits(countsEachOnce, one))) return undefined;
  const counts = Array.from({ length: Math.min(...sizes) }, (_, nth) => nth + 1);
  return counts.find((count) => used.every((one) => fits(beginningWith(-count), one)));
}
