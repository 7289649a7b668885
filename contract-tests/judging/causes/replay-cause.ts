import { storedReportClauses } from '../../service/model/known/report-state.ts';
import { rules } from '../../service/model/rules/rules.ts';
import { effectOf } from '../../service/operations/operations.ts';
import { callersOf, isLimited } from '../../service/requests/callers.ts';
import { newDraft } from '../../service/requests/draft.ts';
import type { Target } from '../../service/target/target.ts';
import { readAnswer } from '../talk/answer.ts';
import { connect, NoAnswer } from '../talk/client.ts';
import { connectionsServedBy } from '../talk/connection-trial.ts';
import type { Exchange } from '../talk/exchange.ts';
import { replayedTime as limits } from '../talk/pace/time-limits.ts';
import type { Evidence } from '../verdict/evidence.ts';
import type { CauseFile } from './cause-file.ts';
import { type IdForm, placedIn } from './placeholder.ts';
import { createdId, type RecordedCall } from './recorded-call.ts';
import { breaks, type Replayed, type ReplayOptions, replayCalls } from './replay.ts';

/** shown: the clause is broken again. fixed: it is met. unclear: neither can be concluded. */
export type ReplayVerdict =
  | { readonly verdict: 'shown' | 'fixed'; readonly shown: number; readonly of: number }
  | { readonly verdict: 'unclear'; readonly why: string };

export interface ReplayCauseOptions extends Pick<ReplayOptions, 'signal' | 'listener'> {
  /** Whether calls with limited tokens are allowed, which use up their quota. */
  readonly spends?: boolean;
}

/** What a rule compares besides the calls that break it: a refusal must not be that of any token. */
const comparedBy = (clause: string, calls: readonly RecordedCall[], target: Target) => {
  const last = calls.at(-1);
  const isCompared = rules.some(({ id, needsKnownCaller }) => id === clause && needsKnownCaller);
  if (!last || !isCompared) return [];
  const { creates: _, atOnce: __, after: ___, ...same } = last;
  return [{ ...same, caller: callersOf(target).unknown.key }];
};

/** Some faults show on one connection only, others only on several. */
const inTurn = (calls: readonly RecordedCall[], nth: number): readonly RecordedCall[] =>
  nth % 2 === 0 ? calls.map((call) => (call.atOnce ? call : { ...call, kept: true })) : calls;

/** Repeats the calls of a cause, and says whether they still break its clause. */
export const replayCause = async (
  { clause, calls, tries, shown: confirmed = 0, of = 0, isLater, ms }: CauseFile,
  target: Target,
  { signal, spends = false, listener }: ReplayCauseOptions = {},
): Promise<ReplayVerdict> => {
  const limited = calls.find(({ caller }) => isLimited(caller))?.caller;
  const unclear = (why: string): ReplayVerdict => ({ verdict: 'unclear', why });
  if (limited && !spends) return unclear(`it uses up requests of ${limited}; --spend allows that`);
  const isByChance = confirmed < of;
  const compared = comparedBy(clause, calls, target);
  const onCreating = listener?.creating;
  const { atOnce } = await connectionsServedBy(target, { signal });
  const client = connect(target, { signal, atOnce, onCreating, onAnswer: () => undefined });
  const options = { client, target, signal, listener };
  let shown = 0;
  let made = 0;
  let doubt: string | undefined;
  try {
    for (let nth = 1; nth <= tries; nth += 1) {
      const asked = isByChance ? inTurn(calls, nth) : calls;
      const began = performance.now();
      const replayed = await replayCalls([...asked, ...compared], options);
      const took = Math.round(performance.now() - began);
      const isShown = breaks(clause, replayed);
      if (isShown) shown += 1;
      if (shown > 0 && !isByChance) return { verdict: 'shown', shown, of: nth };
      if (replayed.lost && !isShown) throw replayed.lost;
      made = nth;
      if (isShown) continue;
      if (replayed.exchanges.some(({ throttled }) => throttled))
        return unclear('the target asks to come back later');
      doubt ??= (await doubtAbout(clause, calls, replayed, options)) ?? slowness(took, ms);
    }
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    if (shown === 0) return unclear(`no response came from ${error.url}: ${error.message}`);
  } finally {
    await client.close();
  }
  if (shown > 0) return { verdict: 'shown', shown, of: made };
  if (doubt) return unclear(doubt);
  if (limited)
    return clause.endsWith('-in-parallel')
      ? unclear('concurrent requests are a matter of chance, and could be sent only once')
      : { verdict: 'fixed', shown, of: tries };
  if (confirmed === 0)
    return unclear(
      'these requests did not reproduce it when it was found either: what led to it is not among them',
    );
  if (isLater)
    return unclear(
      'such requests broke nothing at first when it was found either: what led to it is not among them',
    );
  return { verdict: 'fixed', shown, of: tries };
};

/** A fault that lasts for some time only is over when the target is slow. */
export const slowness = (took: number, ms: number | undefined): string | undefined =>
  ms !== undefined && took > limits.times * ms + limits.leastMs
    ? `the requests took ${took} ms, and ${ms} when it was found: a fault that lasts so long only may have passed`
    : undefined;

/** Ids of these forms are those of the report. */
const sameReport: readonly (IdForm | undefined)[] = [undefined, 'upper', 'encoded'];

/** Whether the last call asks for what does not exist, and is refused: then it is shown nothing that is wrong. */
const isRightlyRefused = (
  calls: readonly RecordedCall[],
  exchanges: readonly Exchange[],
): boolean => {
  const { operation, caller, report = '' } = calls.at(-1) as RecordedCall;
  if (effectOf(operation) !== 'nothing') return false;
  if (placedIn(report).some(({ form }) => sameReport.includes(form))) return false;
  const answered = exchanges.findLast(
    (one) => one.operation === operation && one.caller === caller,
  );
  return answered !== undefined && readAnswer(answered).outcome === 'refusal';
};

/** What became of a report meets one clause or another, as it breaks one or another. */
const isMet = (clause: string, evidence: Evidence): boolean => {
  const isOfReports = storedReportClauses.some((one) => one === clause);
  return [clause, ...(isOfReports ? storedReportClauses : [])].some(
    (one) => evidence.metCount(one) > 0,
  );
};

/** Why calls that break nothing do not show that a clause is met. */
const doubtAbout = async (
  clause: string,
  calls: readonly RecordedCall[],
  { unmade, exchanges, evidence }: Replayed,
  options: ReplayOptions,
): Promise<string | undefined> => {
  const failed = exchanges.find(({ response }) => response.status >= 500);
  if (failed) return `the target responds to a ${failed.operation} with ${failed.response.status}`;
  if (unmade) {
    const { operation, caller, about, response } = unmade;
    const why = `the ${operation} by ${caller} that the other requests need is refused now (${response.status})`;
    const plain: RecordedCall = {
      ...{ operation, caller, creates: 'report-1', contentType: 'application/json' },
      ...(about.service !== undefined && { service: about.service }),
      body: JSON.stringify(newDraft(options.target.payload)),
    };
    const { exchanges: others } = await replayCalls([plain], options);
    const isTaken = others.some((one) => createdId(one) !== undefined);
    // What must not be stored as it was sent may be refused (4.1 is silent).
    return isTaken && clause.startsWith(`${operation}/`) ? undefined : why;
  }
  if (isMet(clause, evidence) || isRightlyRefused(calls, exchanges)) return undefined;
  const [why = 'none of the responses is one that the clause judges'] = evidence.reasons(clause);
  return why;
};
