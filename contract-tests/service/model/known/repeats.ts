import type { Exchange } from '../../../judging/talk/exchange.ts';
import { isLive, type KnownReport } from './known-report.ts';
import type { Reports } from './reports.ts';
import { areEqualDrafts } from './same-report.ts';

/**
 * Whose id a create returns that is equal to another one in the feed. own: that of a report of the caller that
 * is there. old: that of any other. unclear: that of one that may be there or not. new: its own, although the
 * caller has an equal report there.
 */
export type Repeat = 'own' | 'old' | 'unclear' | 'new';

/** 4.1: whether a create has returned the id of an equal report; undefined if there was none. */
export function repeatIn(
  reports: Reports,
  exchange: Exchange,
  before: KnownReport | undefined,
): Repeat | undefined {
  const { about, sent, caller } = exchange;
  if (!before) return reports.some((one) => isOwnLive(one, exchange)) ? 'new' : undefined;
  if (before.service !== about.service || !areEqualDrafts(before.sent, sent)) return undefined;
  if (before.creator !== caller) return 'old';
  if (isLive(before)) return 'own';
  return reports.presence(before, exchange) === 'gone' ? 'old' : 'unclear';
}

/** Whether the caller has an equal report, which was there when the create was sent. */
function isOwnLive(one: KnownReport, { about, sent, caller, startedAt }: Exchange): boolean {
  return (
    one.creator === caller &&
    one.service === about.service &&
    isLive(one) &&
    one.seenAt !== undefined &&
    one.seenAt < startedAt &&
    areEqualDrafts(one.sent, sent)
  );
}

/** Whether equal reports of one caller become one: a server may do so always, or never. */
export class Repeats {
  readonly #seen = new Set<Repeat>();

  add(repeat: Repeat | undefined): void {
    if (repeat) this.#seen.add(repeat);
  }

  /** Whether it is unlike what was seen before. */
  differ(repeat: Repeat | undefined): boolean {
    return (
      (repeat === 'new' && this.#seen.has('own')) || (repeat === 'own' && this.#seen.has('new'))
    );
  }
}
