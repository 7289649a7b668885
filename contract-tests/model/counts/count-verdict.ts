import type { ClauseId } from '../../../src/spec/clauses.generated.ts';

/** How the calls on one limited token went. */
export interface Spent {
  readonly key: string;
  readonly remaining: number;
  /** empty: nothing was left. at-once: calls were made at the same time. */
  readonly style: 'in-turn' | 'at-once' | 'empty';
  /** All of them, and how many of these were asked for before. */
  readonly misses: number;
  readonly repeatedMisses: number;
  /** Of hits. */
  readonly repeats: number;
  /** How many calls there were of each kind, among those that had to be served. */
  readonly named: readonly { readonly what: string; readonly calls: number }[];
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
  readonly met: readonly ClauseId[];
  readonly broken: readonly { readonly clause: ClauseId; readonly actual: string }[];
}

const zero: ClauseId = 'lookup/refused-at-zero';
const every: ClauseId = 'lookup/every-call-counts';
const once: ClauseId = 'lookup/counts-once';
const stays: ClauseId = 'lookup/stays-refused';
const alone: ClauseId = 'lookup/counts-per-caller';
const parallel: ClauseId = 'lookup/counts-in-parallel';
const missesCount: ClauseId = 'lookup/misses-count';
const repeatsCount: ClauseId = 'lookup/repeats-count';

/** A server that counts every call twice refuses after half of them; a shared count ends sooner. */
const halved = ({ remaining, served }: Spent): boolean => served * 2 >= remaining;

const early = (spent: Spent, all: readonly Spent[]): Verdicts => {
  const { key, remaining, style, served, throttled } = spent;
  if (served >= remaining - throttled) return { met: [], broken: [] };
  const actual = `refused after ${served} of ${remaining} calls (${key})`;
  if (style === 'at-once' && !all.some((one) => one !== spent && one.refusedEarly))
    return { met: [], broken: [{ clause: parallel, actual }] };
  const shared =
    spent.othersBetween && all.some((one) => one.refusedEarly && !halved(one) && one.served <= 2);
  return { met: [], broken: [{ clause: shared ? alone : once, actual }] };
};

/** Calls that were served after the last request. */
const tooManyOf = ({ beyond }: Spent): number => {
  const first = beyond.indexOf(false);
  return first < 0 ? beyond.length : first;
};

const beyond = (spent: Spent, all: readonly Spent[]): Verdicts => {
  const { key, remaining, style, misses, repeats } = spent;
  const first = spent.beyond.indexOf(false);
  const tooMany = tooManyOf(spent);
  // A call that was perhaps not counted leaves room for another.
  if (tooMany > 0 && tooMany <= spent.uncertain) return { met: [], broken: [] };
  const later = spent.beyond.slice(first + 1).includes(true);
  const possible = spent.named.filter(({ calls }) => calls > 0 && calls === tooMany);
  // Of several kinds that explain this count, those are meant that explain the others as well.
  const inTurn = all.filter((one) => one.style === 'in-turn');
  const sure = possible.filter(({ what }) =>
    inTurn.every((one) => one.named.find((kind) => kind.what === what)?.calls === tooManyOf(one)),
  );
  const free = sure.length > 0 ? sure : possible;
  const kinds = free.map(({ calls, what }) =>
    calls === 1 ? `the call ${what.replace(/^that \w+/, '$&s')}` : `the ${calls} calls ${what}`,
  );
  const nothing = free.length > 0 ? `, as if ${kinds.join(' or ')} took nothing` : '';
  const actual = `${remaining + tooMany} calls were served, ${remaining} were left (${key})${nothing}`;
  const say = (...clauses: ClauseId[]): Verdicts => ({
    met: [],
    broken: clauses.map((clause) => ({ clause, actual })),
  });
  if (tooMany === 0 && first >= 0 && later)
    return { met: [zero], broken: [{ clause: stays, actual: 'served again after a refusal' }] };
  if (tooMany === 0 && style === 'empty') return { met: [zero], broken: [] };
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
        ...(style === 'at-once' ? [parallel] : []),
      ],
      broken: [],
    };
  const plainFine = all.some(
    (one) => one !== spent && one.misses + one.repeats === 0 && one.beyond[0] === false,
  );
  if (style === 'at-once' && !all.some((one) => one !== spent && one.beyond[0] === true))
    return say(parallel);
  const unending = tooMany === spent.beyond.length || (style === 'at-once' && tooMany > 2);
  if (unending && !plainFine) return say(zero);
  const causes = explanations(spent).filter(({ calls }) => calls > 0 && calls === tooMany);
  return causes.length > 0 ? say(...new Set(causes.flatMap(({ clauses }) => clauses))) : say(every);
};

/** What may have been free, and how many calls too many would show it. */
const explanations = ({
  misses,
  repeatedMisses,
  repeats,
}: Spent): { readonly calls: number; readonly clauses: ClauseId[] }[] => [
  { calls: misses, clauses: [missesCount] },
  { calls: repeats, clauses: [repeatsCount] },
  { calls: repeats + repeatedMisses, clauses: [repeatsCount] },
  { calls: misses + repeats, clauses: [missesCount, repeatsCount] },
  // The last call repeats the one before it; any one kind of call may be free as well.
  { calls: repeats > 0 ? 1 : 0, clauses: [repeatsCount, every] },
];

/** How many fewer calls were served than the target file says; a call that may be free leaves room for one more. */
const shortBy = ({ remaining, served, uncertain }: Spent, short: number): boolean => {
  const missing = remaining - served;
  return missing <= short && missing >= short - uncertain;
};

/**
 * By how many calls every token falls short, where that is the same for all: then each has lost them
 * before this run. No price of a call does that to tokens of different size, but one of the first call
 * alone; so a single call is not taken for that.
 */
export const lostBefore = (all: readonly Spent[]): number | undefined => {
  const spent = all.filter(({ style }) => style !== 'empty');
  const sizes = new Set(spent.map(({ remaining }) => remaining));
  if (sizes.size < 2 || !spent.every(({ refusedEarly }) => refusedEarly)) return undefined;
  const short = Math.max(...spent.map(({ remaining, served }) => remaining - served));
  return short >= 1 && spent.every((one) => shortBy(one, short)) ? short : undefined;
};

/** What the calls on all limited tokens together say about the count (1, 4.4, 8). */
export const countVerdicts = (all: readonly Spent[]): readonly (Verdicts & { spent: Spent })[] =>
  all.map((spent) => ({
    spent,
    ...(spent.refusedEarly ? early(spent, all) : beyond(spent, all)),
  }));
