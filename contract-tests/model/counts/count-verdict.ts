import type { ClauseId } from '../../../src/spec/clauses.generated.ts';

/** The calls made with one limited token. */
export interface Spent {
  readonly key: string;
  readonly remaining: number;
  /** empty: no requests were left. at-once: the calls were concurrent. */
  readonly style: 'in-turn' | 'at-once' | 'empty';
  /** All misses, and how many of them repeat an earlier one. */
  readonly misses: number;
  readonly repeatedMisses: number;
  /** Repeated hits. */
  readonly repeats: number;
  /** The number of calls of each kind, among those that had to be served. */
  readonly named: readonly { readonly what: string; readonly calls: number }[];
  /** Calls served before the first early refusal; all, if there was none. */
  readonly served: number;
  /** Whether a call was refused while requests should have been left. */
  readonly refusedEarly: boolean;
  /** For each call after the last request, in order: was an analysis returned? */
  readonly beyond: readonly boolean[];
  /** Calls that were throttled: each may or may not have been counted. */
  readonly throttled: number;
  /** Misses that may have been throttled and not counted. */
  readonly uncertain: number;
  /** Whether other callers made calls between this token's first and second. */
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
  const actual = `refused after ${served} of ${remaining} lookups (${key})`;
  if (style === 'at-once' && !all.some((one) => one !== spent && one.refusedEarly))
    return { met: [], broken: [{ clause: parallel, actual }] };
  const shared =
    spent.othersBetween && all.some((one) => one.refusedEarly && !halved(one) && one.served <= 2);
  return { met: [], broken: [{ clause: shared ? alone : once, actual }] };
};

/** The number of calls served after the last request. */
const tooManyOf = ({ beyond }: Spent): number => {
  const first = beyond.indexOf(false);
  return first < 0 ? beyond.length : first;
};

const beyond = (spent: Spent, all: readonly Spent[]): Verdicts => {
  const { key, remaining, style, misses, repeats } = spent;
  const first = spent.beyond.indexOf(false);
  const tooMany = tooManyOf(spent);
  // A call that may not have been counted allows one more.
  if (tooMany > 0 && tooMany <= spent.uncertain) return { met: [], broken: [] };
  const later = spent.beyond.slice(first + 1).includes(true);
  const possible = spent.named.filter(({ calls }) => calls === tooMany);
  // If several kinds explain this count, those that also explain the other tokens are meant.
  const inTurn = all.filter((one) => one.style === 'in-turn');
  const sure = possible.filter(({ what }) =>
    inTurn.every((one) => one.named.find((kind) => kind.what === what)?.calls === tooManyOf(one)),
  );
  const free = sure.length > 0 ? sure : possible;
  const kinds = free.map(({ calls, what }) =>
    calls === 1 ? `the lookup ${what.replace(/^that \w+/, '$&s')}` : `the ${calls} lookups ${what}`,
  );
  const which = free.length > 1 ? ' (which of them, cannot be told)' : '';
  const nothing = free.length > 0 ? `, as if ${kinds.join(' or ')} took nothing${which}` : '';
  const actual = `${remaining + tooMany} lookups were served, ${remaining} were left (${key})${nothing}`;
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
  const causes = explanations(spent).filter(({ calls }) => calls === tooMany);
  return causes.length > 0 ? say(...new Set(causes.flatMap(({ clauses }) => clauses))) : say(every);
};

/** Which calls may have been free, and how many extra calls would show it. */
const explanations = ({
  misses,
  repeatedMisses,
  repeats,
}: Spent): { readonly calls: number; readonly clauses: ClauseId[] }[] => [
  { calls: misses, clauses: [missesCount] },
  { calls: repeats, clauses: [repeatsCount] },
  { calls: repeats + repeatedMisses, clauses: [repeatsCount] },
  { calls: misses && repeats && misses + repeats, clauses: [missesCount, repeatsCount] },
];

/** Whether a token fell short by this many calls; a call that may be free allows one less. */
const shortBy = ({ remaining, served, uncertain }: Spent, short: number): boolean =>
  remaining - served >= short - uncertain;

/**
 * By how many calls every token falls short, if it is the same for all: then they were used before this
 * run. No price of calls does that to tokens of different size, except an extra charge on the first call.
 */
export const lostBefore = (all: readonly Spent[]): number | undefined => {
  const spent = all.filter(({ style }) => style !== 'empty');
  const sizes = new Set(spent.map(({ remaining }) => remaining));
  if (sizes.size < 2 || !spent.every(({ refusedEarly }) => refusedEarly)) return undefined;
  const short = Math.max(...spent.map(({ remaining, served }) => remaining - served));
  return short >= 1 && spent.every((one) => shortBy(one, short)) ? short : undefined;
};

/** Verdicts on the counts, from the calls of all limited tokens (1, 4.4, 8). */
export const countVerdicts = (all: readonly Spent[]): readonly (Verdicts & { spent: Spent })[] =>
  all.map((spent) => ({
    spent,
    ...(spent.refusedEarly ? early(spent, all) : beyond(spent, all)),
  }));
