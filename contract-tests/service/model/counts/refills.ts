import type { LimitedHistory, LookupInContext } from './lookups.ts';

/** The scenario of lookups with tokens that were refused before. */
export const askedAgain = 'spent tokens are asked again';

/** A moment lies between these times. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * When counts were filled up (8: the reset period is not shown). It is believed only of a token that was refused twice,
 * one after the other, and is served when it is asked again later: a count that begins anew because of a refusal serves
 * the next lookup. Meanwhile, every other token may have been filled up, too.
 */
export function refillsIn(histories: readonly LimitedHistory[], isPartial = false): Span[] {
  return histories.flatMap(({ calls }) => {
    const refills: Span[] = [];
    for (const [nth, call] of calls.entries()) {
      const before = calls.slice(0, nth).filter(({ endedAt }) => endedAt <= call.startedAt);
      const last = before.at(-1);
      if (call.answer !== 'served' || !(call.isAgain || isPartial) || !last) continue;
      const isHeard = isPartial && last.answer === 'refused';
      if (refills.length > 0 || isHeard || isRefusedTwice(before))
        refills.push({ from: last.startedAt, to: call.endedAt });
    }
    return refills;
  });
}

/** Whether one was refused, and so was the next that was asked. */
function isRefusedTwice(before: readonly LookupInContext[]): boolean {
  const isServedBetween = (from: number, to: number): boolean =>
    before.some(
      ({ answer, startedAt }) => answer === 'served' && startedAt >= from && startedAt <= to,
    );
  return before.some(
    ({ answer, startedAt }, nth) =>
      answer === 'refused' &&
      before
        .slice(0, nth)
        .some(
          (one) =>
            (one.answer === 'refused' || one.answer === 'unsure') &&
            one.endedAt <= startedAt &&
            !isServedBetween(one.endedAt, startedAt),
        ),
  );
}
