import type { CountPlan } from './count-plan.ts';

/** How the calls on one limited token went. */
export interface Spent {
  readonly plan: CountPlan;
  /** All of them, and how many of these were asked for before. */
  readonly misses: number;
  readonly repeatedMisses: number;
  /** Of hits. */
  readonly repeats: number;
  /** Calls served before the first refusal that came too early; all, where none did. */
  readonly served: number;
  /** Whether a call was refused although requests should have been left. */
  readonly refusedEarly: boolean;
  /** Answers to the calls after the last request, in order: was an analysis given? */
  readonly beyond: readonly boolean[];
  /** Calls the server asked to repeat later: each may or may not have been counted. */
  readonly throttled: number;
  /** Misses that may have been turned away by a rate limit and not been counted. */
  readonly uncertain: number;
  /** Whether calls of others came between this token's first call and its second. */
  readonly othersBetween: boolean;
}

export interface Verdicts {
  readonly met: readonly string[];
  readonly broken: readonly { readonly clause: string; readonly actual: string }[];
}

const zero = 'lookup/refused-at-zero';
const every = 'lookup/every-call-counts';
const once = 'lookup/counts-once';
const stays = 'lookup/stays-refused';
const alone = 'lookup/counts-per-caller';
const parallel = 'lookup/counts-in-parallel';
const missesCount = 'lookup/misses-count';
const repeatsCount = 'lookup/repeats-count';

/** A server that counts every call twice refuses after half of them; a shared count ends sooner. */
const halved = ({ plan, served }: Spent): boolean => served * 2 >= plan.remaining;

const early = (spent: Spent, all: readonly Spent[]): Verdicts => {
  const { plan, served, throttled } = spent;
  if (served >= plan.remaining - throttled) return { met: [], broken: [] };
  const actual = `refused after ${served} of ${plan.remaining} calls (${plan.key})`;
  if (plan.style === 'parallel' && !all.some((one) => one !== spent && one.refusedEarly))
    return { met: [], broken: [{ clause: parallel, actual }] };
  const shared =
    spent.othersBetween && all.some((one) => one.refusedEarly && !halved(one) && one.served <= 2);
  return { met: [], broken: [{ clause: shared ? alone : once, actual }] };
};

const beyond = (spent: Spent, all: readonly Spent[]): Verdicts => {
  const { plan, misses, repeats } = spent;
  const first = spent.beyond.indexOf(false);
  const tooMany = first < 0 ? spent.beyond.length : first;
  // A call that was perhaps not counted leaves room for another.
  if (tooMany > 0 && tooMany <= spent.uncertain) return { met: [], broken: [] };
  const later = spent.beyond.slice(first + 1).includes(true);
  const actual = `${plan.remaining + tooMany} calls were served, ${plan.remaining} were left (${plan.key})`;
  const say = (...clauses: string[]): Verdicts => ({
    met: [],
    broken: clauses.map((clause) => ({ clause, actual })),
  });
  if (tooMany === 0 && first >= 0 && later)
    return { met: [zero], broken: [{ clause: stays, actual: 'served again after a refusal' }] };
  if (tooMany === 0 && plan.style === 'empty') return { met: [zero], broken: [] };
  if (tooMany === 0)
    return {
      met: [
        zero,
        every,
        stays,
        once,
        ...(misses > 0 ? [missesCount] : []),
        ...(repeats > 0 ? [repeatsCount] : []),
        ...(spent.othersBetween ? [alone] : []),
        ...(plan.style === 'parallel' ? [parallel] : []),
      ],
      broken: [],
    };
  const plainFine = all.some(
    (one) => one !== spent && one.misses + one.repeats === 0 && one.beyond[0] === false,
  );
  if (plan.style === 'parallel' && !all.some((one) => one !== spent && one.beyond[0] === true))
    return say(parallel);
  const unending = tooMany === spent.beyond.length || (plan.style === 'parallel' && tooMany > 2);
  if (unending && !plainFine) return say(zero);
  const free = explanations(spent).filter(({ calls }) => calls > 0 && calls === tooMany);
  return free.length > 0 ? say(...new Set(free.flatMap(({ clauses }) => clauses))) : say(every);
};

/** What may have been free, and how many calls too many would show it. */
const explanations = ({ misses, repeatedMisses, repeats }: Spent) => [
  { calls: misses, clauses: [missesCount] },
  { calls: repeats, clauses: [repeatsCount] },
  { calls: repeats + repeatedMisses, clauses: [repeatsCount] },
  { calls: misses + repeats, clauses: [missesCount, repeatsCount] },
  // The last call repeats the one before it; any one kind of call may be free as well.
  { calls: repeats > 0 ? 1 : 0, clauses: [repeatsCount, every] },
];

/** How many fewer calls were served than the target file says; a call that may be free leaves room for one more. */
const shortBy = ({ plan, served, uncertain }: Spent, short: number): boolean => {
  const missing = plan.remaining - served;
  return missing <= short && missing >= short - uncertain;
};

/**
 * By how many calls every token falls short, where that is the same for all: then each has lost them
 * before this run. No price of a call does that to tokens of different size, but one of the first call
 * alone; so a single call is not taken for that.
 */
export const lostBefore = (all: readonly Spent[]): number | undefined => {
  const spent = all.filter(({ plan }) => plan.style !== 'empty');
  const sizes = new Set(spent.map(({ plan }) => plan.remaining));
  if (sizes.size < 2 || !spent.every(({ refusedEarly }) => refusedEarly)) return undefined;
  const short = Math.max(...spent.map(({ plan, served }) => plan.remaining - served));
  return short >= 1 && spent.every((one) => shortBy(one, short)) ? short : undefined;
};

/** What the calls on all limited tokens together say about the count (1, 4.4, 8). */
export const countVerdicts = (all: readonly Spent[]): readonly (Verdicts & { spent: Spent })[] =>
  all.map((spent) => ({
    spent,
    ...(spent.refusedEarly ? early(spent, all) : beyond(spent, all)),
  }));
