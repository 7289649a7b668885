import { isDeepStrictEqual } from 'node:util';
import type { Service } from '../service.ts';
import { NoAnswer } from '../talk/client.ts';
import { NotTestable } from '../talk/not-testable.ts';
import type { Finding } from '../verdict/evidence.ts';
import type { ClauseResult } from '../verdict/verdict.ts';
import {
  type Attempts,
  attemptsAt,
  type ConfirmOptions,
  countOf,
  OutOfBudget,
  objection,
} from './attempts.ts';
import { comesBack, isLater, needs } from './conditions.ts';
import { experimentsOn } from './experiments.ts';
import { type RecordedCall, recordedCalls, renumbered } from './recorded-call.ts';
import { isShownBy } from './replay.ts';
import { shrink } from './shrink.ts';
import { connectionSliceOf, sliceOf } from './slice.ts';

/** How a finding was reproduced, or why not. */
export interface Confirmation {
  /** The minimal calls that show it. */
  readonly calls: readonly RecordedCall[];
  /** The statuses of their responses when they last showed it. */
  readonly answers?: readonly number[];
  /** Milliseconds that it took then. */
  readonly ms?: number;
  /** What was found then: the response to the last of these calls. */
  readonly finding?: Finding;
  /** How often it was reproduced, of how many attempts. */
  readonly shown: number;
  readonly of: number;
  /** What it needs, since the same calls did not show it without that, and how often it was seen. */
  readonly only?: readonly string[];
  /** Whether such calls broke nothing at first: what has changed since is not among them. */
  readonly isLater?: boolean;
  /** Why it was not tried, or not completed. */
  readonly why?: string;
}

/** Enough that a fault which shows as often as it did is seen, but for one time in a thousand; a counted call is made once. */
export function triesOf(
  { callers }: Pick<Service, 'callers'>,
  { calls, shown, of }: Confirmation,
): number {
  if (calls.some(({ caller }) => callers.isCounted(caller))) return 1;
  if (shown === of || shown === 0) return 3;
  return Math.min(100, Math.ceil(-6.9 / Math.log(1 - shown / of)));
}

/** Attempts for an intermittent fault, and requests for all of them together. */
const often = { tries: 20, requests: 120 };
/** The same for a fault that shows less than once in so many times. */
const rarely = { tries: 60, requests: 420, oneIn: 8 };
/** Milliseconds for stories that wait. */
const mostWaited = 10_000;
/** Of this many findings of a clause, those with the shortest histories are tried. */
const compared = 40;
const tried = 3;

/**
 * Reproduces a broken clause with as few calls as possible. Findings of clauses that follow from it may have
 * shorter stories.
 */
export async function confirm(
  clause: ClauseResult,
  options: ConfirmOptions,
  follows: readonly ClauseResult[] = [],
): Promise<Confirmation> {
  const found = await reproduced(clause, options, follows);
  const back = comesBack(options.service, clause.findings, options.history);
  return {
    ...found,
    calls: renumbered(options.service, found.calls),
    ...(back && { only: [...(found.only ?? []), back] }),
  };
}

async function reproduced(
  { id, findings, times }: ClauseResult,
  options: ConfirmOptions,
  follows: readonly ClauseResult[],
): Promise<Confirmation> {
  const { service } = options;
  const alike = [{ id, findings }, ...follows.filter((one) => isShownBy(service, id, one.id))];
  const slices = alike
    .flatMap((one) => one.findings.slice(0, compared))
    .map((finding) => recordedCalls(service, sliceOf(service, finding, options.history)))
    .filter((calls) => calls.length > 0)
    .sort((a, b) => a.length - b.length);
  const free = slices.filter((calls) => !objection(calls, options));
  const [shortest] = slices;
  if (!shortest) return { calls: [], shown: 0, of: 0, why: 'nothing was exchanged' };
  const why = objection(shortest, options);
  if (free.length === 0 && why) return { calls: shortest, shown: 0, of: 0, why };
  const shows = attemptsAt(id, options);
  const [calls = []] = free;
  try {
    const [first] = findings as [Finding];
    const there = connectionSliceOf(service, first, options.history);
    const own = free.slice(0, tried);
    // Most waits come from unrelated requests.
    const stories = [
      ...(there ? withHurried(recordedCalls(service, there)) : []),
      ...own.map(hurried),
      ...waiting(own),
    ];
    const told = await shownBy(stories, findings, shows, options);
    if (told) return told;
    const tries = triesFor(calls, times > rarely.oneIn * findings.length);
    const quick = hurried(calls);
    const counted = await countOf(quick, tries, shows);
    if (counted.shown > 0) return { calls: quick, ...shows.last(), ...counted };
    const experiments = experimentsOn(service, quick);
    return (await shownBy(experiments, findings, shows, options)) ?? { calls, ...counted };
  } catch (error) {
    const isSpent = error instanceof OutOfBudget || error instanceof NotTestable;
    if (!(error instanceof NoAnswer || isSpent)) throw error;
    return { calls, shown: 0, of: 0, why: error.message };
  }
}

/** The first story that shows it each time, with as few of its calls as possible. */
async function shownBy(
  stories: readonly (readonly RecordedCall[])[],
  findings: readonly Finding[],
  shows: Attempts,
  options: ConfirmOptions,
): Promise<Confirmation | undefined> {
  for (const story of stories.filter((one) => !objection(one, options))) {
    if (!shows.isLeft(story) || !(await shows.again(story))) continue;
    const fewest = await fewestOf(story, shows, options);
    // Fewer may do at one time and not at another, where a server counts.
    for (const calls of fewest.length < story.length ? [fewest, story] : [fewest]) {
      if (!shows.isLeft([...calls, ...calls])) return { calls, ...shows.last(), shown: 1, of: 2 };
      if ((await shows.again(calls)) && (await shows.again(calls)))
        return {
          calls,
          ...shows.last(),
          shown: 1,
          of: 1,
          ...(await needs(calls, shows)),
          ...((await isLater(findings, shows, options)) && { isLater: true }),
        };
    }
  }
  return undefined;
}

async function fewestOf(
  story: readonly RecordedCall[],
  shows: Attempts,
  { service }: ConfirmOptions,
): Promise<readonly RecordedCall[]> {
  const fewest = await shrink(story, async (fewer) => shows.isLeft(fewer) && shows.again(fewer));
  const asked = withFirstRequest(service, fewest, story);
  return asked !== fewest && (await shows.again(asked)) ? asked : fewest;
}

function hurried(calls: readonly RecordedCall[]): RecordedCall[] {
  return calls.map(({ after: _, ...call }) => call);
}

/** Those that wait, the shortest first, as long as there is time. */
function waiting(stories: readonly (readonly RecordedCall[])[]): (readonly RecordedCall[])[] {
  const inOrder = stories
    .filter((calls) => waitIn(calls) > 0)
    .sort((a, b) => waitIn(a) - waitIn(b));
  return inOrder.filter((_, nth) => waitIn(inOrder.slice(0, nth + 1).flat()) <= mostWaited);
}

function waitIn(calls: readonly RecordedCall[]): number {
  return calls.reduce((sum, { after = 0 }) => sum + after, 0);
}

function withHurried(calls: readonly RecordedCall[]): (readonly RecordedCall[])[] {
  return waitIn(calls) > 0 ? [hurried(calls), calls] : [calls];
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
  const { tries, requests } = isRare ? rarely : often;
  return Math.max(2, Math.min(tries, Math.floor(requests / length)));
}
