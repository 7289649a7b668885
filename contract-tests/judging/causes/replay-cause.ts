import type { CreatedListener } from '../model.ts';
import type { Service } from '../service.ts';
import { Client, NoAnswer } from '../talk/client.ts';
import type { Exchange } from '../talk/exchange.ts';
import { replayedTime as limits } from '../talk/pace/time-limits.ts';
import type { Evidence } from '../verdict/evidence.ts';
import type { CauseFile } from './cause-file.ts';
import { Placeholders } from './placeholder.ts';
import { createdId, type RecordedCall } from './recorded-call.ts';
import { breaks, type Replayed, type ReplayOptions, replayCalls } from './replay.ts';

/** shown: the clause is broken again. fixed: it is met. unclear: neither can be concluded. */
export type ReplayVerdict =
  | { readonly verdict: 'shown' | 'fixed'; readonly shown: number; readonly of: number }
  | { readonly verdict: 'unclear'; readonly why: string };

export interface ReplayCauseOptions {
  readonly signal?: AbortSignal | undefined;
  readonly listener?: CreatedListener | undefined;
  /** Whether counted requests are allowed. */
  readonly spends?: boolean;
}

/** What a rule compares besides the calls that break it: a refusal must not be that of any token. */
function comparedBy(
  { clauses, callers }: Service,
  clause: string,
  calls: readonly RecordedCall[],
): RecordedCall[] {
  const last = calls.at(-1);
  const isCompared = clauses.rules.some((one) => one.id === clause && one.needsKnownCaller);
  if (!last || !isCompared) return [];
  const { creates: _, atOnce: __, after: ___, ...same } = last;
  return [{ ...same, caller: callers.stranger.key }];
}

/** Some faults show on one connection only, others only on several. */
function inTurn(calls: readonly RecordedCall[], nth: number): readonly RecordedCall[] {
  return nth % 2 === 0
    ? calls.map((call) => (call.atOnce ? call : { ...call, kept: true }))
    : calls;
}

/** Repeats the calls of a cause, and says whether they still break its clause. */
export async function replayCause(
  service: Service,
  { clause, calls, tries, shown: confirmed = 0, of = 0, isLater, ms }: CauseFile,
  { signal, spends = false, listener }: ReplayCauseOptions = {},
): Promise<ReplayVerdict> {
  const { callers, clauses } = service;
  const counted = calls.find(({ caller }) => callers.isCounted(caller))?.caller;
  const unclear = (why: string): ReplayVerdict => ({ verdict: 'unclear', why });
  if (counted && !spends) return unclear(`it uses up requests of ${counted}; --spend allows that`);
  const isByChance = confirmed < of;
  const compared = comparedBy(service, clause, calls);
  const onCreating = listener?.creating;
  const client = new Client(service, { signal, onCreating, onAnswer: () => undefined });
  const options = { client, service, signal, listener };
  let shown = 0;
  let made = 0;
  let doubt: string | undefined;
  try {
    for (let nth = 1; nth <= tries; nth += 1) {
      const asked = isByChance ? inTurn(calls, nth) : calls;
      const began = performance.now();
      const replayed = await replayCalls([...asked, ...compared], options);
      const took = Math.round(performance.now() - began);
      const isShown = breaks(service, clause, replayed);
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
  if (counted)
    return clauses.byChance?.includes(clause)
      ? unclear(
          'what else is sent meanwhile is a matter of chance, and these could be sent only once',
        )
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
}

/** A fault that lasts for some time only is over when the target is slow. */
export function slowness(took: number, ms: number | undefined): string | undefined {
  return ms !== undefined && took > limits.times * ms + limits.leastMs
    ? `the requests took ${took} ms, and ${ms} when it was found: a fault that lasts so long only may have passed`
    : undefined;
}

/** Whether the last call asks for what does not exist, and is refused: then it is shown nothing that is wrong. */
function isRightlyRefused(
  { operations, created }: Service,
  calls: readonly RecordedCall[],
  exchanges: readonly Exchange[],
): boolean {
  const { operation, caller, about } = calls.at(-1) as RecordedCall;
  if (operations.of(operation).effect !== 'nothing') return false;
  const placed = new Placeholders(created).in(about[created.parameter] ?? '');
  const isThere = placed.some(({ form }) => form === undefined || created.forms[form]?.isSame);
  if (isThere) return false;
  const answered = exchanges.findLast(
    (one) => one.operation === operation && one.caller === caller,
  );
  return answered?.outcome === 'refusal';
}

/** One observation meets one clause or another, as it breaks one or another. */
function isMet({ clauses }: Service, clause: string, evidence: Evidence): boolean {
  const families = (clauses.alternatives ?? []).filter((family) => family.includes(clause));
  return [clause, ...families.flat()].some((one) => evidence.metCount(one) > 0);
}

/** Why calls that break nothing do not show that a clause is met. */
async function doubtAbout(
  clause: string,
  calls: readonly RecordedCall[],
  { unmade, exchanges, evidence }: Replayed,
  options: ReplayOptions,
): Promise<string | undefined> {
  const { service } = options;
  const failed = exchanges.find(({ response }) => response.status >= 500);
  if (failed) return `the target responds to a ${failed.operation} with ${failed.response.status}`;
  if (unmade) {
    const { operation, caller, about, response } = unmade;
    const why = `the ${operation} by ${caller} that the other requests need is refused now (${response.status})`;
    const { [service.created.parameter]: _, ...place } = about;
    const plain: RecordedCall = {
      operation,
      caller,
      about: place,
      creates: new Placeholders(service.created).createdName(1),
      contentType: 'application/json',
      body: JSON.stringify(service.created.usual()),
    };
    const { exchanges: others } = await replayCalls([plain], options);
    const isTaken = others.some((one) => createdId(service, one) !== undefined);
    // What must not be stored as it was sent may be refused.
    return isTaken && clause.startsWith(`${operation}/`) ? undefined : why;
  }
  if (isMet(service, clause, evidence) || isRightlyRefused(service, calls, exchanges))
    return undefined;
  const [why = 'none of the responses is one that the clause judges'] = evidence.reasons(clause);
  return why;
}
