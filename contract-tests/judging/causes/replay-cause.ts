import type { CreatedListener } from '../model.ts';
import type { Service } from '../service.ts';
import { Client, NoAnswer } from '../talk/client.ts';
import type { Exchange } from '../talk/exchange.ts';
import type { Clock } from '../talk/pace/clock.ts';
import { replayedTime } from '../talk/pace/time-limits.ts';
import type { Evidence } from '../verdict/evidence.ts';
import type { CauseFile } from './cause-file.ts';
import { triesMade, triesNeeded } from './chance.ts';
import { Placeholders } from './placeholder.ts';
import { createdId, type RecordedCall, withoutWaits } from './recorded-call.ts';
import { breaks, type Replayed, type ReplayOptions, replayCalls } from './replay.ts';
import { mostBefore, plainCreate } from './story.ts';
import { shortcoming, timingOf } from './timing.ts';

/** shown: the clause is broken again. fixed: it is met. unclear: neither can be concluded. */
export type ReplayVerdict =
  | { readonly verdict: 'shown' | 'fixed'; readonly shown: number; readonly of: number }
  | { readonly verdict: 'unclear'; readonly why: string };

export interface ReplayCauseOptions {
  readonly signal?: AbortSignal | undefined;
  readonly listener?: CreatedListener | undefined;
  /** Whether counted requests are allowed. */
  readonly spends?: boolean;
  readonly clock?: Clock | undefined;
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

/** Whether not every try showed it when it was found. */
function isByChance({ shown = 0, of = 0 }: CauseFile): boolean {
  return shown < of;
}

/** Some faults show on one connection only, others only on several. */
function inTurn(calls: readonly RecordedCall[], nth: number): readonly RecordedCall[] {
  return nth % 2 === 0
    ? calls.map((call) => (call.atOnce ? call : { ...call, kept: true }))
    : calls;
}

/**
 * The calls of the nth try. Waits between calls that did not show it, or were not tried, are there because other
 * requests were left out: they are made once, since it may be the time that matters, and not in every try.
 */
function callsOfTry(cause: CauseFile, nth: number): readonly RecordedCall[] {
  const { calls, shown = 0 } = cause;
  const asked = isByChance(cause) ? inTurn(calls, nth) : calls;
  return shown === 0 && nth > 1 ? withoutWaits(asked) : asked;
}

/** Tries that were too slow are repeated, up to so many times as often. */
const repeatsIfSlow = 3;
/** After so many tries, a fault that was shown by chance is counted no further. */
const mostCountedTries = 20;

/** How often a replay tries, and what it takes to conclude from that. */
interface TryPlan {
  /** The tries that are made, if none shows it. */
  readonly tries: number;
  /** Those after which it is gone. */
  readonly needed: number;
  /** Those that are made at most, if some are too slow. */
  readonly most: number;
}

function tryPlan(
  { clauses }: Service,
  { clause, calls, tries, shown = 0, of = 0 }: CauseFile,
  isCounted: boolean,
): TryPlan {
  // They were made once when it was found, and broke the clause.
  if (isCounted) {
    const isByChance = clauses.byChance?.includes(clause);
    return { tries: 1, needed: isByChance ? triesNeeded({ shown: 1, of: 1 }) : 1, most: 1 };
  }
  const made = shown === 0 ? tries : Math.max(tries, triesMade({ shown, of }, calls.length));
  return { tries: made, needed: triesNeeded({ shown, of }), most: repeatsIfSlow * made };
}

/** Repeats the calls of a cause, and says whether they still break its clause. */
export async function replayCause(
  service: Service,
  cause: CauseFile,
  { signal, spends = false, listener, clock }: ReplayCauseOptions = {},
): Promise<ReplayVerdict> {
  const { callers } = service;
  const counted = cause.calls.find(({ caller }) => callers.isCounted(caller))?.caller;
  if (counted && !spends)
    return unclear(`it would use up requests of ${counted}, which --no-spend rules out`);
  const onCreating = listener?.creating;
  const client = new Client(service, { signal, onCreating, onAnswer: () => undefined });
  const options = { client, service, signal, listener, clock };
  const tries = new ReplayTries(cause, tryPlan(service, cause, counted !== undefined), options);
  try {
    await tries.make();
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    tries.ended = `no response came from ${error.url}: ${error.message}`;
  } finally {
    await client.close();
  }
  const { shown, made, fit } = tries;
  if (shown > 0) return { verdict: 'shown', shown, of: made };
  const why = tries.whyUnclear(counted !== undefined);
  return why === undefined ? { verdict: 'fixed', shown: 0, of: fit } : unclear(why);
}

function unclear(why: string): ReplayVerdict {
  return { verdict: 'unclear', why };
}

/** The tries of a cause, and what they have shown. */
class ReplayTries {
  shown = 0;
  made = 0;
  /** Those that would have shown it as far as is known. */
  fit = 0;
  /** Why no more can be tried. */
  ended: string | undefined;
  /** Why calls that broke nothing do not show that the clause is met. */
  #doubt: string | undefined;
  /** How the last one that was too slow was too slow. */
  #slowness: string | undefined;
  readonly #cause: CauseFile;
  readonly #plan: TryPlan;
  readonly #options: ReplayOptions;

  constructor(cause: CauseFile, plan: TryPlan, options: ReplayOptions) {
    this.#cause = cause;
    this.#plan = plan;
    this.#options = options;
  }

  /** Until the calls show it, or enough tries would have; then once what led to it in the run. */
  async make(): Promise<void> {
    const { clause, calls, from, within = [], beside = 0 } = this.#cause;
    while (!this.#isOver()) {
      const replayed = await this.#try(callsOfTry(this.#cause, this.made + 1));
      const timing = replayed && timingOf(replayed.made.slice(0, calls.length));
      const slowness = timing && shortcoming(timing, { within, beside });
      if (slowness === undefined) this.fit += 1;
      else this.#slowness = slowness;
      if (replayed && this.shown === 0)
        this.#doubt ??= await doubtAbout(clause, calls, replayed, this.#options);
    }
    if (!from || this.ended || this.shown > 0 || this.fit < this.#plan.tries) return;
    // What was left out of the calls may be what the server remembers.
    const replayed = await this.#try(from.calls);
    const made = replayed?.made.slice(0, from.calls.length).slice(-mostBefore) ?? [];
    const ends = made.map(({ endedAt }) => endedAt);
    const starts = made.map(({ startedAt }) => startedAt);
    const took = Math.ceil(Math.max(...ends) - Math.min(...starts));
    if (took > from.ms + replayedTime.restMs)
      this.#doubt ??= `what led to it took ${took} ms, and ${from.ms} when it was found`;
  }

  /** Why tries that did not show it do not say that it is gone. */
  whyUnclear(isCounted: boolean): string | undefined {
    const { shown: confirmed = 0, of = 0, isLater } = this.#cause;
    const { tries, needed } = this.#plan;
    const why = this.ended ?? this.#doubt;
    if (why !== undefined) return why;
    if (!isCounted && confirmed === 0)
      return of === 0
        ? 'these requests were not tried again when it was found: what led to it may not be among them'
        : 'these requests did not reproduce it when it was found either: what led to it is not among them';
    if (isLater)
      return 'such requests broke nothing at first when it was found either: what led to it is not among them';
    if (this.fit < tries)
      return `${this.fit} of ${this.made} tries were such that they would show it, and ${tries} are needed: ${this.#slowness}`;
    if (tries >= needed) return undefined;
    return isCounted
      ? `it is a matter of chance: ${needed} tries tell, one was made, and each uses up requests that are not filled up`
      : `it is a matter of chance: as seldom as it was shown, ${needed} tries tell, and ${tries} are made`;
  }

  #isOver(): boolean {
    const { tries, most } = this.#plan;
    // A fault that was shown by chance is counted.
    if (this.shown > 0 && (!isByChance(this.#cause) || this.made >= mostCountedTries)) return true;
    return (
      this.ended !== undefined || this.fit >= tries || this.made >= (this.fit === 0 ? tries : most)
    );
  }

  /** Undefined where it is shown, or nothing can be tried any more. */
  async #try(calls: readonly RecordedCall[]): Promise<Replayed | undefined> {
    const { service } = this.#options;
    const { clause, calls: found } = this.#cause;
    const compared = comparedBy(service, clause, found);
    const replayed = await replayCalls([...calls, ...compared], this.#options);
    const isShown = breaks(service, clause, replayed);
    if (replayed.lost && !isShown) throw replayed.lost;
    this.made += 1;
    if (isShown) this.shown += 1;
    else if (replayed.exchanges.some(({ throttled }) => throttled))
      this.ended = 'the target asks to come back later';
    else return replayed;
    return undefined;
  }
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
    const { operation, caller, response } = unmade;
    const why = `the ${operation} by ${caller} that the other requests need is refused now (${response.status})`;
    const plain = plainCreate(service, unmade);
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
