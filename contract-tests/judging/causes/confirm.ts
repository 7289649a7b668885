import { isDeepStrictEqual } from 'node:util';
import type { Service } from '../service.ts';
import { NoAnswer } from '../talk/client.ts';
import { NotTestable } from '../talk/not-testable.ts';
import { replayedTime } from '../talk/pace/time-limits.ts';
import type { Finding } from '../verdict/evidence.ts';
import type { ClauseResult } from '../verdict/verdict.ts';
import { type Share, triesMade } from './chance.ts';
import { findNeeded, laterFound, simplify, unlessUnanswered } from './circumstances.ts';
import { judgeHistory } from './judge-history.ts';
import { type RecordedCall, renumbered, waitIn, withoutWaits } from './recorded-call.ts';
import { isShownBy } from './replay.ts';
import {
  amongDeletions,
  fewest,
  type JudgedHistory,
  judgedStory,
  latestStory,
  mostBefore,
  relatedStory,
  type Story,
} from './story.ts';
import { countBeside, type NeededTiming, timingOf } from './timing.ts';
import { type ConfirmOptions, OutOfBudget, objection, Tries, type TryResult } from './tries.ts';

/** What a replay concludes from. */
export interface Proof extends Share, Partial<NeededTiming> {
  /** The minimal calls that show it, and how often they did, of how many tries. */
  readonly calls: readonly RecordedCall[];
  /** Whether such calls broke nothing at first: what has changed since is not among them. */
  readonly isLater?: boolean;
  /** What led to it in the run: the server may remember it for longer than was waited. */
  readonly from?: LongerStory;
}

/** How a finding was reproduced, or why not. */
export interface Confirmation extends Proof, Partial<TryResult> {
  readonly shown: number;
  readonly of: number;
  /** What it needs, since the same calls did not show it without that, and how often it was seen. */
  readonly only?: readonly string[];
  /** Why it was not tried, or not completed. */
  readonly why?: string;
}

/** The last calls until a clause was broken, and how many milliseconds they took, one after the other. */
export interface LongerStory {
  readonly calls: readonly RecordedCall[];
  readonly ms: number;
}

/** What was never shown again is tried a few times. */
const fewTries = 3;

/** A counted call is made once. */
export function triesOf(
  { callers }: Pick<Service, 'callers'>,
  { calls, shown, of }: Confirmation,
): number {
  if (calls.some(({ caller }) => callers.isCounted(caller))) return 1;
  return shown === 0 ? fewTries : triesMade({ shown, of }, calls.length);
}

/** Tries for an intermittent fault, and requests for all of them together. */
const usualEffort = { times: 20, requests: 120 };
/** The same for a fault that shows less than once in so many times. */
const effortIfRare = { times: 60, requests: 420, oneIn: 8 };
/** For stories that wait. */
const mostWaitedMs = 10_000;
/** Of this many findings of a clause, those with the shortest stories are tried. */
const mostFindingsCompared = 40;
const mostStoriesTried = 3;

const nothingExchanged: Confirmation = {
  calls: [],
  shown: 0,
  of: 0,
  why: 'nothing was exchanged',
};

/**
 * Reproduces a broken clause with as few calls as possible. Findings of clauses that follow from it may have
 * shorter stories.
 */
export async function confirm(
  clause: ClauseResult,
  options: ConfirmOptions,
  follows: readonly ClauseResult[] = [],
): Promise<Confirmation> {
  const { service, history } = options;
  const [first] = clause.findings;
  if (!first) return nothingExchanged;
  const latest = latestStory(options, first);
  const led = withoutWaits(latest.calls);
  const alike = [clause, ...follows.filter(({ id }) => isShownBy(service, clause.id, id))];
  const found = await new Confirming(clause, options, led).run(storiesOf(alike, options));
  const isMore = found.shown > 0 && led.length > found.calls.length && !objection(led, options);
  // A replay sends them one after the other, and without waits.
  const took = latest.exchanges
    .slice(-mostBefore)
    .map(({ startedAt, endedAt }) => endedAt - startedAt);
  const ms = Math.ceil(took.reduce((sum, each) => sum + each, 0));
  const back = laterFound(service, clause.findings, history);
  return {
    ...found,
    calls: renumbered(service, found.calls),
    ...(isMore && { from: { calls: renumbered(service, led), ms } }),
    ...(back && { only: [...(found.only ?? []), back] }),
  };
}

/** The calls that led to a finding, as far as is known, where nobody tries them again. */
export function untried(clause: ClauseResult, options: JudgedHistory, why: string): Confirmation {
  const [shortest] = storiesOf([clause], options);
  if (!shortest) return nothingExchanged;
  const confirmation = asFound(shortest, clause, why);
  return { ...confirmation, calls: renumbered(options.service, confirmation.calls) };
}

/** What is told is what the calls show, if it is a finding of the clause and not of one that follows. */
function asFound(
  { finding, exchanges, calls }: Story,
  { findings }: ClauseResult,
  why: string,
): Confirmation {
  return {
    calls,
    ...(findings.includes(finding) && { finding }),
    shown: 0,
    of: 0,
    beside: countBeside(timingOf(exchanges)),
    why,
  };
}

/** The shortest first. */
function storiesOf(clauses: readonly ClauseResult[], options: JudgedHistory): Story[] {
  const compared = clauses.flatMap(({ findings }) => findings.slice(0, mostFindingsCompared));
  return inOrderOfLength(compared.map((finding) => relatedStory(options, finding)));
}

function inOrderOfLength(stories: readonly Story[]): Story[] {
  return stories
    .filter(({ calls }) => calls.length > 0)
    .sort((a, b) => a.calls.length - b.calls.length);
}

/** Looks for the calls that show a finding again each time. */
class Confirming {
  readonly #clause: ClauseResult;
  readonly #options: ConfirmOptions;
  readonly #tries: Tries;
  /** The last that was sent before the first finding. */
  readonly #led: readonly RecordedCall[];
  /** All that may have led to any finding. */
  #related: readonly RecordedCall[] = [];

  constructor(clause: ClauseResult, options: ConfirmOptions, led: readonly RecordedCall[]) {
    this.#clause = clause;
    this.#options = options;
    this.#tries = new Tries(clause.id, options);
    this.#led = led;
  }

  async run(stories: readonly Story[]): Promise<Confirmation> {
    const [shortest] = stories;
    if (!shortest) return nothingExchanged;
    const allowed = stories.filter(({ calls }) => !objection(calls, this.#options));
    const why = objection(shortest.calls, this.#options);
    if (allowed.length === 0 && why) return asFound(shortest, this.#clause, why);
    this.#related = allowed.flatMap(({ calls }) => calls);
    const few = allowed.slice(0, mostStoriesTried);
    const judged = await Promise.all(few.map((one) => judgedStory(one, this.#options)));
    // What provoked the server may be in the longer ones only.
    const tried = inOrderOfLength([...new Set([...judged, ...few])]).map(({ calls }) => calls);
    const [calls = []] = tried;
    try {
      return (await this.#prove(tried, allowed)) ?? (await this.#tryOften(calls));
    } catch (error) {
      const isSpent = error instanceof OutOfBudget || error instanceof NotTestable;
      if (!(error instanceof NoAnswer || isSpent)) throw error;
      return { calls, shown: 0, of: 0, why: error.message };
    }
  }

  async #prove(
    tried: readonly (readonly RecordedCall[])[],
    allowed: readonly Story[],
  ): Promise<Confirmation | undefined> {
    // Most waits come from unrelated requests.
    const quick = tried.map(withoutWaits);
    const distinct = quick.filter(
      (one, nth) => !quick.slice(0, nth).some((before) => isDeepStrictEqual(one, before)),
    );
    const waiting = withWaits([...tried, ...allowed.map(({ calls }) => calls)]);
    const isMore = this.#led.length > (tried[0]?.length ?? 0);
    return (
      (await this.#confirmOne([...distinct, ...waiting])) ??
      (isMore ? this.#confirmOne([this.#led], true) : undefined)
    );
  }

  async #tryOften(calls: readonly RecordedCall[]): Promise<Confirmation> {
    const { times, findings } = this.#clause;
    const isRare = times > effortIfRare.oneIn * findings.length;
    const { times: often, requests } = isRare ? effortIfRare : usualEffort;
    const most = Math.max(2, Math.min(often, Math.floor(requests / calls.length)));
    const quick = withoutWaits(calls);
    const tries = this.#tries;
    await tries.rest();
    for (let nth = 0; nth < most && (nth === 0 || tries.mayTry(quick)); nth += 1)
      await tries.shows(quick);
    const result = tries.resultOf(quick);
    if (result.shown > 0) return { calls: quick, ...result };
    const others = amongDeletions(this.#options.service, quick);
    const found = others.length > 0 ? await this.#confirmOne([others]) : undefined;
    return found ?? { calls, shown: 0, of: result.of };
  }

  /** The first story that shows it each time, with as few of its calls as possible. */
  async #confirmOne(
    stories: readonly (readonly RecordedCall[])[],
    isAlone = false,
  ): Promise<Confirmation | undefined> {
    const tries = this.#tries;
    const again = async (calls: readonly RecordedCall[]): Promise<boolean> =>
      tries.mayTry(calls) && tries.shows(calls);
    const alone = async (calls: readonly RecordedCall[]): Promise<boolean> =>
      tries.mayTry(calls) && tries.showsAlone(calls);
    const shows = isAlone ? alone : again;
    for (const story of stories.filter((one) => !objection(one, this.#options))) {
      if (!(await shows(story))) continue;
      const shortest = await this.#reduce(story, shows);
      // Fewer may do at one time and not at another, where a server counts.
      for (const calls of new Set([shortest, story])) {
        if (!tries.mayTry(calls, 2)) return { calls, ...tries.resultOf(calls), shown: 1, of: 2 };
        if (!(await again(calls))) continue;
        if (await alone(calls)) return this.#proven(calls);
        // What was tried before may have made them show it.
        const found = isAlone ? undefined : await this.#confirmOne([story, this.#led], true);
        if (found) return found;
      }
    }
    return undefined;
  }

  async #reduce(
    story: readonly RecordedCall[],
    shows: (calls: readonly RecordedCall[]) => Promise<boolean>,
  ): Promise<readonly RecordedCall[]> {
    const shorter = await fewest(story, shows, (calls, from, to) =>
      this.#tries.timeBetween(calls, from, to),
    );
    const simplest = await simplify(shorter, shows);
    const asked = withFirstRequest(this.#options.service, simplest, this.#related);
    return asked !== simplest && (await shows(asked)) ? asked : simplest;
  }

  async #proven(calls: readonly RecordedCall[]): Promise<Confirmation> {
    await this.#slowDown(calls);
    const only = await findNeeded(calls, this.#tries);
    const [first] = this.#clause.findings;
    const isChanged = first && (await isBrokenLater(first, this.#tries, this.#options));
    return {
      calls,
      ...this.#tries.resultOf(calls),
      ...(only.length > 0 && { only }),
      ...(isChanged && { isLater: true }),
    };
  }

  /** Finds out how slow a replay may be: with the longest of some pauses that still shows it. */
  async #slowDown(calls: readonly RecordedCall[]): Promise<void> {
    const { longestPauseMs, longestPausesMs, shorter } = replayedTime;
    const pauses = calls.length - 1;
    if (pauses === 0) return;
    const longest = Math.min(longestPauseMs, Math.floor(longestPausesMs / pauses));
    await unlessUnanswered(async () => {
      for (const part of [1, ...shorter]) {
        if (!this.#tries.mayTry(calls)) return;
        if (await this.#tries.showsSlowly(calls, Math.ceil(longest * part))) return;
      }
    });
  }
}

/** Stories that wait, the shortest first, and the longest: what changes by itself may take that. */
function withWaits(stories: readonly (readonly RecordedCall[])[]): (readonly RecordedCall[])[] {
  const waiting = [...new Set(stories)]
    .filter((calls) => waitIn(calls) > 0 && waitIn(calls) <= mostWaitedMs)
    .sort((a, b) => waitIn(a) - waitIn(b));
  return [...new Set([...waiting.slice(0, mostStoriesTried), ...waiting.slice(-1)])];
}

/** Of the calls that may have met a clause at first, so many are looked at. */
const mostStoriesRead = 20;

/**
 * Whether the first calls like these that met the clause break it now: the server has changed in the
 * meantime, by what it was sent or by itself, and another start of it may not show it.
 */
async function isBrokenLater(
  finding: Finding,
  tries: Tries,
  options: ConfirmOptions,
): Promise<boolean> {
  const { clause, exchange: shown } = finding;
  const alike = options.history.filter(
    ({ operation, caller, startedAt, throttled }) =>
      operation === shown?.operation &&
      caller === shown.caller &&
      startedAt < shown.startedAt &&
      !throttled,
  );
  const met = alike
    .slice(0, mostStoriesRead)
    .map((exchange) => relatedStory(options, { ...finding, exchange }))
    .find(({ exchanges }) => {
      const then = judgeHistory(exchanges, options);
      return then.metCount(clause) > 0 && then.findings(clause).length === 0;
    });
  if (!met || objection(met.calls, options) || !tries.mayTry(met.calls)) return false;
  let isBroken = false;
  await unlessUnanswered(async () => {
    isBroken = await tries.shows(met.calls);
    if (isBroken && tries.mayTry(met.calls)) isBroken = await tries.showsAlone(met.calls);
  });
  return isBroken;
}

/** What is created is new in each replay, but what is counted is not: what the server remembers of it has a cause as well. */
function withFirstRequest(
  { operations }: Service,
  calls: readonly RecordedCall[],
  others: readonly RecordedCall[],
): readonly RecordedCall[] {
  const { operation, about, caller } = calls.at(-1) as RecordedCall;
  if (operations.of(operation).effect !== 'counts' || calls.length > 1) return calls;
  const first = others.find((one) => isDeepStrictEqual(one.about, about) && one.caller !== caller);
  return first ? [{ operation, caller: first.caller, about }, ...calls] : calls;
}
