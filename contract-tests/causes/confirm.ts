import type { Finding } from '../model/evidence.ts';
import { longestGrace } from '../model/known/reports.ts';
import { sameText } from '../model/sameness.ts';
import type { ClauseResult } from '../model/verdict.ts';
import { effectOf } from '../operations/operations.ts';
import { readAnswer } from '../talk/answer.ts';
import { isLimited } from '../talk/callers.ts';
import { NoAnswer } from '../talk/client.ts';
import type { Exchange } from '../talk/exchange.ts';
import { type RecordedCall, recordedCalls } from './recorded-call.ts';
import { evidenceIn, type ReplayOptions, replayCalls } from './replay.ts';
import { shrink } from './shrink.ts';
import { connectionSliceOf, sliceOf } from './slice.ts';

/** How a finding was reproduced, or why not. */
export interface Confirmation {
  /** The minimal calls that show it. */
  readonly calls: readonly RecordedCall[];
  /** The statuses of their responses when they last showed it. */
  readonly answers?: readonly number[];
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

export interface ConfirmOptions extends ReplayOptions {
  readonly history: readonly Exchange[];
  /** Whether deletion by id fails: then nothing more is created. */
  readonly leavesReports?: boolean;
  /** The request budget for all findings together. */
  readonly budget: { left: number };
}

/** Attempts for an intermittent fault, requests for all of them together, and milliseconds of waiting. */
const mostTries = 20;
const mostInTries = 120;
const mostWaited = 60_000;
/** Of this many findings of a clause, those with the shortest histories are tried. */
const compared = 40;
const tried = 3;

/** Why calls are not repeated. */
const objection = (
  calls: readonly RecordedCall[],
  { leavesReports }: ConfirmOptions,
): string | undefined => {
  const limited = calls.find(({ caller }) => isLimited(caller))?.caller;
  if (limited) return `it would use up requests of ${limited}`;
  return leavesReports && calls.some(({ operation }) => effectOf(operation) === 'creates')
    ? 'it would create reports that cannot be deleted'
    : undefined;
};

/** Reproduces a broken clause with as few calls as possible. */
export const confirm = async (
  clause: ClauseResult,
  options: ConfirmOptions,
): Promise<Confirmation> => {
  const found = await reproduced(clause, options);
  const back = comesBack(clause.findings, options.history);
  return back ? { ...found, only: [...(found.only ?? []), back] } : found;
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
  const shows = showsIn(id, options);
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
      calls = fewest;
      const found = { calls: options.isPatient ? fewest : unhurried(fewest) };
      if (!shows.isLeft([...fewest, ...fewest]))
        return { ...found, answers: shows.answers(), shown: 1, of: 2 };
      if ((await shows.again(fewest)) && (await shows.again(fewest)))
        return {
          ...found,
          answers: shows.answers(),
          shown: 1,
          of: 1,
          ...(await needs(fewest, shows)),
          ...((await isLater(findings, shows, options)) && { isLater: true }),
        };
    }
    const tries = triesFor(calls);
    const counted = await countOf(calls, tries, shows);
    return { calls, ...(counted.shown > 0 && { answers: shows.answers() }), ...counted };
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

const triesFor = (calls: readonly RecordedCall[]): number => {
  const affordable = Math.min(mostInTries / calls.length, mostWaited / Math.max(1, waitIn(calls)));
  return Math.max(2, Math.min(mostTries, Math.floor(affordable)));
};

export const onUsedConnection = 'only on a connection that another caller used before';

/** Where a fault may happen only, and how a call is made elsewhere. */
const circumstances: readonly {
  readonly key: 'kept' | 'atOnce' | 'after' | 'encoding';
  readonly says: (calls: readonly RecordedCall[]) => string;
}[] = [
  {
    key: 'kept',
    says: (calls) =>
      calls.some((one) => one.kept && one.caller !== calls.at(-1)?.caller)
        ? onUsedConnection
        : 'only on a connection that was used before',
  },
  { key: 'atOnce', says: () => 'only at the same time' },
  { key: 'after', says: () => 'only some time later' },
  { key: 'encoding', says: (calls) => `only with Accept-Encoding: ${calls.at(-1)?.encoding}` },
];

/** A report that was not found, and was found later: it was there all the time. */
const comesBack = (
  findings: readonly Finding[],
  history: readonly Exchange[],
): string | undefined => {
  const isFound = ({ exchange: refused }: Finding): boolean =>
    !!refused?.about.report &&
    effectOf(refused.operation) === 'nothing' &&
    readAnswer(refused).outcome === 'refusal' &&
    history.some(
      (one) =>
        one.operation === refused.operation &&
        one.startedAt > refused.startedAt &&
        sameText(one.about.report, refused.about.report) &&
        readAnswer(one).outcome === 'success',
    );
  const [first] = findings;
  if (!first || !findings.every(isFound)) return undefined;
  const all = history.filter(({ operation }) => operation === first.exchange?.operation).length;
  return `and found later: ${findings.length} of ${all} times`;
};

/** Tries the calls without each circumstance: what does not show then needs it. */
const needs = async (
  calls: readonly RecordedCall[],
  shows: ReturnType<typeof showsIn>,
): Promise<Pick<Confirmation, 'only'>> => {
  const only: string[] = [];
  try {
    for (const { key, says } of circumstances) {
      const without = calls.map(({ [key]: _, ...rest }) => rest);
      if (calls.every((one) => one[key] === undefined) || !shows.isLeft([...calls, ...calls]))
        continue;
      if (!(await shows.again(without)) && !(await shows.again(without))) only.push(says(calls));
    }
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
  }
  return only.length > 0 ? { only } : {};
};

/**
 * Whether the first calls like these met the clause and break it now: the server has changed in the
 * meantime, by what it was sent or by itself, and another start of it may not show it.
 */
const isLater = async (
  findings: readonly Finding[],
  shows: ReturnType<typeof showsIn>,
  options: ConfirmOptions,
): Promise<boolean> => {
  const [finding] = findings;
  const { exchange: shown } = finding ?? {};
  const first = options.history.find(
    (one) => one.operation === shown?.operation && one.caller === shown.caller && !one.throttled,
  );
  if (!finding || !shown || !first || first.startedAt >= shown.startedAt) return false;
  const slice = sliceOf({ ...finding, exchange: first }, options.history);
  const calls = recordedCalls(slice);
  if (objection(calls, options) || !shows.isLeft(calls)) return false;
  const then = evidenceIn(slice, options);
  if (then.metCount(finding.clause) === 0 || then.findings(finding.clause).length > 0) return false;
  try {
    return await shows.again(calls);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return false;
  }
};

/** The replay does not know that waiting for a report was found to be futile. */
const unhurried = (calls: readonly RecordedCall[]): RecordedCall[] =>
  calls.map((call, nth) =>
    calls[nth - 1]?.creates && !call.creates ? { ...call, after: longestGrace } : call,
  );

class OutOfBudget extends Error {
  override readonly name = 'OutOfBudget';
}

/** In the order they were sent. */
const statusesOf = (exchanges: readonly Exchange[]): number[] =>
  [...exchanges].sort((a, b) => a.startedAt - b.startedAt).map(({ response }) => response.status);

/** Replays calls, and keeps their responses when the clause was last broken. */
const showsIn = (clause: string, options: ConfirmOptions) => {
  let shown: readonly number[] = [];
  return {
    answers: () => shown,
    isLeft: ({ length }: readonly RecordedCall[]): boolean => length <= options.budget.left,
    again: async (calls: readonly RecordedCall[]): Promise<boolean> => {
      options.budget.left -= calls.length;
      if (options.budget.left < 0)
        throw new OutOfBudget('enough requests were made to confirm findings');
      const replayed = await replayCalls(calls, options);
      const isShown = replayed.broken.has(clause);
      if (replayed.lost && !isShown) throw replayed.lost;
      if (isShown) shown = statusesOf(replayed.exchanges);
      return isShown;
    },
  };
};

/** A race condition is intermittent. */
const countOf = async (
  calls: readonly RecordedCall[],
  most: number,
  shows: ReturnType<typeof showsIn>,
): Promise<{ readonly shown: number; readonly of: number }> => {
  let [shown, of] = [0, 0];
  while (of < most && (of === 0 || shows.isLeft(calls))) {
    if (await shows.again(calls)) shown += 1;
    of += 1;
  }
  return { shown, of };
};

const storyOf = (finding: Finding, history: readonly Exchange[]): RecordedCall[] =>
  recordedCalls(sliceOf(finding, history));
