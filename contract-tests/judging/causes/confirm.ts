import { isDeepStrictEqual } from 'node:util';
import type { Service } from '../service.ts';
import { NoAnswer } from '../talk/client.ts';
import type { Exchange } from '../talk/exchange.ts';
import { NotTestable } from '../talk/not-testable.ts';
import { replayedTime } from '../talk/pace/time-limits.ts';
import type { Finding } from '../verdict/evidence.ts';
import type { ClauseResult } from '../verdict/verdict.ts';
import { Attempts, type ConfirmOptions, OutOfBudget, objection, tryOften } from './attempts.ts';
import { triesMade } from './chance.ts';
import { findNeeded, isBrokenLater, laterFound, simplify } from './conditions.ts';
import { experimentsOn } from './experiments.ts';
import {
  type RecordedCall,
  recordedCalls,
  renumbered,
  waitIn,
  withoutWaits,
} from './recorded-call.ts';
import { evidenceIn, isShownBy } from './replay.ts';
import { shrink } from './shrink.ts';
import {
  aroundCallers,
  connectionSliceOf,
  ledTo,
  mostBefore,
  sliceOf,
  subjectSliceOf,
} from './slice.ts';
import { countBeside, timingOf } from './timing.ts';

/** How a finding was reproduced, or why not. */
export interface Confirmation {
  /** The minimal calls that show it. */
  readonly calls: readonly RecordedCall[];
  /** The statuses of their responses when they last showed it. */
  readonly answers?: readonly number[];
  /** For each call after the first, within how many milliseconds of the start of the one before it ended, at most. */
  readonly within?: readonly number[];
  /** How many calls ran beside the one before them, at least. */
  readonly beside?: number;
  /** What was found then: the response to the last of these calls. */
  readonly finding?: Finding;
  /** How often it was reproduced, of how many attempts. */
  readonly shown: number;
  readonly of: number;
  /** What led to it in the run: the server may remember it for longer than was waited. */
  readonly from?: LongerStory;
  /** What it needs, since the same calls did not show it without that, and how often it was seen. */
  readonly only?: readonly string[];
  /** Whether such calls broke nothing at first: what has changed since is not among them. */
  readonly isLater?: boolean;
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

/** Attempts for an intermittent fault, and requests for all of them together. */
const usualEffort = { tries: 20, requests: 120 };
/** The same for a fault that shows less than once in so many times. */
const effortIfRare = { tries: 60, requests: 420, oneIn: 8 };
/** For stories that wait. */
const mostWaitedMs = 10_000;
/** Of this many findings of a clause, those with the shortest histories are tried. */
const mostFindingsCompared = 40;
const mostStoriesTried = 3;

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
  const before = first ? ledTo(service, first, history) : [];
  const led = withoutWaits(recordedCalls(service, before));
  const found = await reproduce(clause, options, { follows, led });
  const isMore = found.shown > 0 && led.length > found.calls.length && !objection(led, options);
  // A replay sends them one after the other, and without waits.
  const took = before.slice(-mostBefore).map(({ startedAt, endedAt }) => endedAt - startedAt);
  const ms = Math.ceil(took.reduce((sum, each) => sum + each, 0));
  const back = laterFound(service, clause.findings, history);
  return {
    ...found,
    calls: renumbered(service, found.calls),
    ...(isMore && { from: { calls: renumbered(service, led), ms } }),
    ...(back && { only: [...(found.only ?? []), back] }),
  };
}

/** What was exchanged with a server, where findings are. */
interface JudgedHistory {
  readonly service: Service;
  readonly history: readonly Exchange[];
}

/** The calls that led to a finding, as far as is known, where nobody tries them again. */
export function untried(
  { id, findings }: ClauseResult,
  { service, history }: JudgedHistory,
  why: string,
): Confirmation {
  const [shortest] = storiesOf([{ id, findings: findings.slice(0, mostStoriesTried) }], {
    service,
    history,
  });
  if (!shortest) return nothingExchanged;
  return { ...asFound(shortest, findings, why), calls: renumbered(service, shortest.calls) };
}

/** What led to a finding: the exchanges, and as calls. */
interface Story {
  readonly finding: Finding;
  readonly slice: readonly Exchange[];
  readonly calls: readonly RecordedCall[];
}

const nothingExchanged: Confirmation = {
  calls: [],
  shown: 0,
  of: 0,
  why: 'nothing was exchanged',
};

/** What is told is what the calls show, if it is a finding of the clause and not of one that follows. */
function asFound(
  { finding, slice, calls }: Story,
  findings: readonly Finding[],
  why: string,
): Confirmation {
  return {
    calls,
    ...(findings.includes(finding) && { finding }),
    shown: 0,
    of: 0,
    beside: countBeside(timingOf(slice)),
    why,
  };
}

/** The shortest first. */
function storiesOf(
  clauses: readonly Pick<ClauseResult, 'id' | 'findings'>[],
  { service, history }: JudgedHistory,
): Story[] {
  const compared = clauses.flatMap(({ findings }) => findings.slice(0, mostFindingsCompared));
  const storyOf = (finding: Finding, slice: readonly Exchange[]): Story => ({
    finding,
    slice,
    calls: recordedCalls(service, slice),
  });
  const whole = compared.map((finding) =>
    storyOf(finding, fewestCounted(service, finding, sliceOf(service, finding, history))),
  );
  const own = compared.flatMap((finding) => {
    const slice = ownSlice(service, finding, history);
    return slice ? [storyOf(finding, slice)] : [];
  });
  const [shortestOwn] = inOrderOfLength(own);
  return inOrderOfLength(shortestOwn ? [shortestOwn, ...whole] : whole);
}

function inOrderOfLength(stories: readonly Story[]): Story[] {
  return stories
    .filter(({ calls }) => calls.length > 0)
    .sort((a, b) => a.calls.length - b.calls.length);
}

/** What is about the same subject, if that alone breaks the clause; a caller may have asked for much else. */
function ownSlice(
  service: Service,
  finding: Finding,
  history: readonly Exchange[],
): readonly Exchange[] | undefined {
  const slice = subjectSliceOf(service, finding, history);
  if (!slice) return undefined;
  return evidenceIn(slice, { service }).findings(finding.clause).length > 0 ? slice : undefined;
}

/**
 * Counted calls are not tried again, so they are left out by judgement: what the caller sent, or else all whose
 * calls are counted, and what others did that may have touched it, if that alone breaks the clause; or else all.
 */
function fewestCounted(
  service: Service,
  finding: Finding,
  slice: readonly Exchange[],
): readonly Exchange[] {
  const { clause, exchange: shown } = finding;
  if (!shown || !service.clauses.counts?.includes(clause)) return slice;
  const own = aroundCallers(slice, (caller) => caller === shown.caller);
  const counted = aroundCallers(slice, (caller) => service.callers.isCounted(caller));
  // The same clause: by another one, what others did might be left out that it rests on.
  const isEnough = (fewer: readonly Exchange[]): boolean =>
    evidenceIn(fewer, { service }).findings(clause).length > 0;
  return [own, counted].find(isEnough) ?? slice;
}

async function reproduce(
  { id, findings, times }: ClauseResult,
  options: ConfirmOptions,
  {
    follows,
    led,
  }: { readonly follows: readonly ClauseResult[]; readonly led: readonly RecordedCall[] },
): Promise<Confirmation> {
  const { service } = options;
  const alike = [{ id, findings }, ...follows.filter((one) => isShownBy(service, id, one.id))];
  const stories = storiesOf(alike, options);
  const allowed = stories.map(({ calls }) => calls).filter((one) => !objection(one, options));
  const [shortest] = stories;
  if (!shortest) return nothingExchanged;
  const why = objection(shortest.calls, options);
  if (allowed.length === 0 && why) return asFound(shortest, findings, why);
  const attempts = new Attempts(id, options);
  const [calls = []] = allowed;
  try {
    const [first] = findings as [Finding];
    const onConnection = connectionSliceOf(service, first, options.history);
    const shortestAllowed = allowed.slice(0, mostStoriesTried);
    // Most waits come from unrelated requests.
    const triedFirst = [
      ...(onConnection ? withHurried(recordedCalls(service, onConnection)) : []),
      ...shortestAllowed.map(withoutWaits),
      ...shortestWaits(shortestAllowed),
      ...longestWait(allowed),
    ];
    const parts = { findings, attempts, options, led };
    const isMore = led.length > calls.length;
    const confirmed =
      (await confirmOne(triedFirst, parts)) ??
      (isMore ? await confirmOne([led], parts, true) : undefined);
    if (confirmed) return confirmed;
    const tries = triesFor(calls, times > effortIfRare.oneIn * findings.length);
    const quick = withoutWaits(calls);
    await attempts.rest();
    const counted = await tryOften(quick, tries, attempts);
    if (counted.shown > 0) return { calls: quick, ...counted };
    const experiments = experimentsOn(service, quick);
    const { of } = counted;
    return (await confirmOne(experiments, parts)) ?? { calls, shown: 0, of };
  } catch (error) {
    const isSpent = error instanceof OutOfBudget || error instanceof NotTestable;
    if (!(error instanceof NoAnswer || isSpent)) throw error;
    return { calls, shown: 0, of: 0, why: error.message };
  }
}

interface ProofParts {
  readonly findings: readonly Finding[];
  readonly attempts: Attempts;
  readonly options: ConfirmOptions;
  /** The last that was sent before the first finding. */
  readonly led: readonly RecordedCall[];
}

type Shows = (calls: readonly RecordedCall[]) => Promise<boolean>;

/** The first story that shows it each time, with as few of its calls as possible. */
async function confirmOne(
  stories: readonly (readonly RecordedCall[])[],
  parts: ProofParts,
  isAlone = false,
): Promise<Confirmation | undefined> {
  const { attempts, options, led } = parts;
  const again: Shows = async (calls) => attempts.mayTry(calls) && attempts.tryAgain(calls);
  const alone: Shows = async (calls) => attempts.mayTry(calls) && attempts.tryAlone(calls);
  const shows = isAlone ? alone : again;
  for (const story of stories.filter((one) => !objection(one, options))) {
    if (!(await shows(story))) continue;
    const fewest = await reduce(story, { attempts, shows, service: options.service });
    // Fewer may do at one time and not at another, where a server counts.
    for (const calls of new Set([fewest, story])) {
      if (!attempts.mayTry(calls, 2))
        return { calls, ...attempts.resultOf(calls), shown: 1, of: 2 };
      if (!(await again(calls))) continue;
      if (await alone(calls)) return proven(calls, parts);
      // What was tried before may have made them show it.
      const found = isAlone ? undefined : await confirmOne([story, led], parts, true);
      if (found) return found;
    }
  }
  return undefined;
}

async function proven(
  calls: readonly RecordedCall[],
  { findings, attempts, options }: ProofParts,
): Promise<Confirmation> {
  await slowDown(calls, attempts);
  const only = await findNeeded(calls, attempts);
  const isChanged = await isBrokenLater(findings, attempts, options);
  return {
    calls,
    ...attempts.resultOf(calls),
    ...(only.length > 0 && { only }),
    ...(isChanged && { isLater: true }),
  };
}

async function reduce(
  story: readonly RecordedCall[],
  {
    attempts,
    shows,
    service,
  }: { readonly attempts: Attempts; readonly shows: Shows; readonly service: Service },
): Promise<readonly RecordedCall[]> {
  const shrunk = await shrink(story, {
    shows,
    timeBetween: (calls, from, to) => attempts.timeBetween(calls, from, to),
  });
  const fewest = await simplify(shrunk, shows);
  const asked = withFirstRequest(service, fewest, story);
  return asked !== fewest && (await shows(asked)) ? asked : fewest;
}

/** Finds out how slow a replay may be: with the longest of some pauses that still shows it. */
async function slowDown(calls: readonly RecordedCall[], attempts: Attempts): Promise<void> {
  const { longestPauseMs, longestPausesMs, shorter } = replayedTime;
  const pauses = calls.length - 1;
  if (pauses === 0) return;
  const longest = Math.min(longestPauseMs, Math.floor(longestPausesMs / pauses));
  try {
    for (const part of [1, ...shorter]) {
      if (!attempts.mayTry(calls)) return;
      if (await attempts.trySlowly(calls, Math.ceil(longest * part))) return;
    }
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
  }
}

/** Those that wait, the shortest first, as long as there is time. */
function shortestWaits(stories: readonly (readonly RecordedCall[])[]): (readonly RecordedCall[])[] {
  const inOrder = stories
    .filter((calls) => waitIn(calls) > 0)
    .sort((a, b) => waitIn(a) - waitIn(b));
  return inOrder.filter((_, nth) => waitIn(inOrder.slice(0, nth + 1).flat()) <= mostWaitedMs);
}

/** Of all, the one that waits longest, as long as there is time: what changes by itself may take that. */
function longestWait(stories: readonly (readonly RecordedCall[])[]): (readonly RecordedCall[])[] {
  return stories
    .filter((calls) => waitIn(calls) > 0 && waitIn(calls) <= mostWaitedMs / 2)
    .sort((a, b) => waitIn(b) - waitIn(a))
    .slice(0, 1);
}

function withHurried(calls: readonly RecordedCall[]): (readonly RecordedCall[])[] {
  return waitIn(calls) > 0 ? [withoutWaits(calls), calls] : [calls];
}

/** What is created is new in each replay, but what is counted is not: what the server remembers of it has a cause as well. */
function withFirstRequest(
  { operations }: Service,
  fewest: readonly RecordedCall[],
  story: readonly RecordedCall[],
): readonly RecordedCall[] {
  const { operation, about, caller } = fewest.at(-1) as RecordedCall;
  if (operations.of(operation).effect !== 'counts' || fewest.length > 1) return fewest;
  const first = story.find((one) => isDeepStrictEqual(one.about, about) && one.caller !== caller);
  return first ? [first, ...fewest] : fewest;
}

function triesFor({ length }: readonly RecordedCall[], isRare: boolean): number {
  const { tries, requests } = isRare ? effortIfRare : usualEffort;
  return Math.max(2, Math.min(tries, Math.floor(requests / length)));
}
