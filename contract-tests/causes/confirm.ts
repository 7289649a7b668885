import type { Finding } from '../model/evidence.ts';
import type { ClauseResult } from '../model/verdict.ts';
import { isLimited } from '../talk/callers.ts';
import { NoAnswer } from '../talk/client.ts';
import type { Exchange } from '../talk/exchange.ts';
import { attemptsAt, type ConfirmOptions, countOf, OutOfBudget, objection } from './attempts.ts';
import { comesBack, isLater, needs } from './conditions.ts';
import { type RecordedCall, recordedCalls, renumbered } from './recorded-call.ts';
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
export const triesOf = ({ calls, shown, of }: Confirmation): number => {
  if (calls.some(({ caller }) => isLimited(caller))) return 1;
  if (shown === of) return 3;
  return shown === 0 ? mostTries : Math.min(100, Math.ceil(-6.9 / Math.log(1 - shown / of)));
};

/** Attempts for an intermittent fault, requests for all of them together, and milliseconds of waiting. */
const mostTries = 20;
const mostInTries = 120;
const mostWaited = 60_000;
/** Of this many findings of a clause, those with the shortest histories are tried. */
const compared = 40;
const tried = 3;

/** Reproduces a broken clause with as few calls as possible. */
export const confirm = async (
  clause: ClauseResult,
  options: ConfirmOptions,
): Promise<Confirmation> => {
  const found = await reproduced(clause, options);
  const back = comesBack(clause.findings, options.history);
  return {
    ...found,
    calls: renumbered(found.calls),
    ...(back && { only: [...(found.only ?? []), back] }),
  };
};

const reproduced = async (
  { id, findings }: ClauseResult,
  options: ConfirmOptions,
): Promise<Confirmation> => {
  const slices = findings
    .slice(0, compared)
    .map((finding) => storyOf(finding, options.history))
    .filter((calls) => calls.length > 0)
    .sort((a, b) => a.length - b.length);
  const free = slices.filter((calls) => !objection(calls, options));
  const [shortest] = slices;
  if (!shortest) return { calls: [], shown: 0, of: 0, why: 'nothing was exchanged' };
  const why = objection(shortest, options);
  if (free.length === 0 && why) return { calls: shortest, shown: 0, of: 0, why };
  const shows = attemptsAt(id, options);
  try {
    let calls: readonly RecordedCall[] = free[0] ?? [];
    const [first] = findings as [Finding];
    const there = connectionSliceOf(first, options.history);
    const wide = sliceOf(first, options.history, { isWide: true });
    // Most waits come from unrelated requests, all the more in what others did.
    const stories = [
      ...(there ? withHurried(recordedCalls(there)) : []),
      ...free.slice(0, tried).flatMap(withHurried),
      hurried(recordedCalls(wide)),
    ];
    for (const story of stories.filter((one) => !objection(one, options))) {
      if (!(await shows.again(story))) continue;
      const fewest = await shrink(
        story,
        async (fewer) => shows.isLeft(fewer) && shows.again(fewer),
      );
      const asked = withFirstLookup(fewest, story);
      calls = asked !== fewest && (await shows.again(asked)) ? asked : fewest;
      if (!shows.isLeft([...fewest, ...fewest])) return { calls, ...shows.last(), shown: 1, of: 2 };
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
    const tries = triesFor(calls);
    const counted = await countOf(calls, tries, shows);
    return { calls, ...(counted.shown > 0 && shows.last()), ...counted };
  } catch (error) {
    if (!(error instanceof NoAnswer || error instanceof OutOfBudget)) throw error;
    return { calls: free[0] ?? [], shown: 0, of: 0, why: error.message };
  }
};

const hurried = (calls: readonly RecordedCall[]): RecordedCall[] =>
  calls.map(({ after: _, ...call }) => call);

const waitIn = (calls: readonly RecordedCall[]): number =>
  calls.reduce((sum, { after = 0 }) => sum + after, 0);

const withHurried = (calls: readonly RecordedCall[]): (readonly RecordedCall[])[] =>
  waitIn(calls) > 0 ? [hurried(calls), calls] : [calls];

/** A report is new in each replay, but a file is not: what the server remembers of it has a cause as well. */
const withFirstLookup = (
  fewest: readonly RecordedCall[],
  story: readonly RecordedCall[],
): readonly RecordedCall[] => {
  const { hash, caller } = fewest.at(-1) as RecordedCall;
  if (hash === undefined || fewest.length > 1) return fewest;
  const first = story.find((one) => one.hash === hash && one.caller !== caller);
  return first ? [first, ...fewest] : fewest;
};

const triesFor = (calls: readonly RecordedCall[]): number => {
  const affordable = Math.min(mostInTries / calls.length, mostWaited / Math.max(1, waitIn(calls)));
  return Math.max(2, Math.min(mostTries, Math.floor(affordable)));
};

const storyOf = (finding: Finding, history: readonly Exchange[]): RecordedCall[] =>
  recordedCalls(sliceOf(finding, history));
