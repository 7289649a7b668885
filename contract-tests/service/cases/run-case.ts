import type { Caller } from '../../judging/caller.ts';
import { readableAnswer } from '../drive/asked.ts';
import type { Context } from '../drive/context.ts';
import type { KnownReport } from '../model/known/known-report.ts';
import type { AcceptedValues } from './accepted-values.ts';
import type { Case } from './case-plan.ts';

/** Runs one case; if cases run concurrently, `creating` is the context in which reports are created. */
export async function runCase(
  context: Context,
  planned: Case,
  taken: AcceptedValues,
  creating?: Context,
): Promise<void> {
  const { api } = context;
  const { number, moment, deleter, nonResearcher } = planned;
  const stored = await taken.stored(planned, creating);
  if (moment !== 'unseen') await api.fetchKnown(stored);
  if (moment === 'swept') return deleteAsPlanned(context, planned, stored);
  const newer = moment === 'newer' ? await taken.stored(planned, creating) : undefined;
  if (newer) await api.fetchKnown(newer);
  if (moment === 'elsewhere') await fetchInOtherFeeds(context, planned, stored);
  // 4.1, 5: the same report, or another of the same file, sent by a caller that may not create any.
  const other = number % 2 === 0 ? {} : { tags: ['abuse-feed-kit', 'other'] };
  await api.create(nonResearcher, Object.assign({}, stored.sent, other), stored.service);
  await deleteAsStrangers(context, planned, stored);
  await fetchAsStranger(context, planned, stored, taken);
  await deleteAsPlanned(context, planned, stored);
  if (!newer) return;
  await api.fetchKnown(newer);
  const creator = { ...planned, deleter: planned.creator };
  await deleteAsPlanned(context, deleter === planned.creator ? planned : creator, newer);
}

/** 4.3: after refusals the report is unchanged; for the stranger too, if it may fetch it (5 is silent). */
async function fetchAsStranger(
  { api }: Context,
  { stranger }: Case,
  stored: KnownReport,
  { refusedFetches: blind }: AcceptedValues,
): Promise<void> {
  if (stranger && !blind.has(stranger.key)) {
    const { outcome } = await readableAnswer(api.fetch(stranger, stored.id, stored.service));
    if (outcome === 'success') return;
    blind.add(stranger.key);
  }
  await api.fetchKnown(stored);
}

/** 4.3: callers that are neither creator nor owner, repeatedly. */
async function deleteAsStrangers(
  { api }: Context,
  { stranger, nobody, attempts, moment }: Case,
  { id, service }: KnownReport,
): Promise<void> {
  const attempt = (caller: Caller) => readableAnswer(api.delete(caller, id, service));
  const again = Array.from({ length: attempts }, () => (stranger ? [stranger] : []));
  const turns = [nobody, ...again.flat()];
  if (moment === 'at once') await Promise.all(turns.map(attempt));
  else for (const caller of turns) await attempt(caller);
}

/** 1, 4.3: in another feed the report is neither found nor deleted. */
async function fetchInOtherFeeds(
  context: Context,
  { stranger }: Case,
  stored: KnownReport,
): Promise<void> {
  const { api, knownCallers, target } = context;
  const other = stored.service === target.service ? context.otherService() : target.service;
  const creator = knownCallers.known.find(({ key }) => key === stored.creator);
  const owner = knownCallers.known.find((one) => knownCallers.owns(one, other) === true);
  if (!creator) return;
  await api.fetch(creator, stored.id, other);
  // Deleting an absent report may succeed (4.3 is silent), so only a fetch of the report tells.
  for (const caller of [creator, owner, stranger])
    if (caller) await api.delete(caller, stored.id, other);
  await api.fetchKnown(stored);
}

/** 4.3: the creator or the owner deletes the report; then it is gone. */
async function deleteAsPlanned(
  { api, knownCallers }: Context,
  { deleter, moment, number }: Case,
  stored: KnownReport,
): Promise<void> {
  const { id, service } = stored;
  const ask = () => readableAnswer(api.delete(deleter, id, service));
  const answers = moment === 'at once' ? await Promise.all([ask(), ask()]) : [await ask()];
  if (!answers.some(({ outcome }) => outcome === 'success')) return;
  const readers = knownCallers.known.filter(({ key }) => stored.readers.has(key));
  const first = readers[number % Math.max(1, readers.length)];
  for (const reader of first ? [first] : knownCallers.known.slice(0, 2))
    await api.fetch(reader, id, service);
}
