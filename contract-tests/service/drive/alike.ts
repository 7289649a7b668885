import { isDeepStrictEqual } from 'node:util';
import type { Caller } from '../../judging/caller.ts';
import type { KnownReport } from '../model/known/known-report.ts';
import type { Draft } from '../requests/draft.ts';
import type { Context } from './context.ts';

/** Creates two reports of one file and a copy of the first; returns those that the target accepts. */
export async function createDuplicates(
  { api, draft }: Context,
  creator: Caller,
  service: string,
): Promise<KnownReport[]> {
  const sent = draft();
  const stored: KnownReport[] = [];
  for (const like of [sent, draft({ file256Hash: sent.file256Hash }), sent]) {
    const taken = await api.storedIfAccepted(api.create(creator, like, service));
    if (!taken || stored.some(({ id }) => id === taken.id)) continue;
    await api.fetchKnown(taken);
    stored.push(taken);
  }
  return stored;
}

/**
 * Creates a report that has some values of another one, and as many others as the target accepts: scores and
 * links may have constraints (2.1).
 */
export async function createAlike(
  { api, draft }: Context,
  creator: Caller,
  same: Partial<Draft>,
  service?: string,
): Promise<KnownReport | undefined> {
  const usual = draft({ tags: ['another'], ...same });
  const confidenceScore = usual.confidenceScore + 1;
  const referenceLink = `${usual.referenceLink}?another`;
  const others = [
    { ...usual, confidenceScore, referenceLink, ...same },
    { ...usual, confidenceScore, ...same },
    usual,
    draft(same),
  ];
  for (const [nth, sent] of others.entries()) {
    if (others.slice(0, nth).some((one) => isDeepStrictEqual(one, sent))) continue;
    const stored = await api.fetchedIfAccepted(api.create(creator, sent, service));
    if (stored) return stored;
  }
  return undefined;
}
