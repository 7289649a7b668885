import type { Context } from '../checks/context.ts';
import { ownerUnknown } from '../checks/delete.ts';
import { strangerClauses } from '../judge/stranger-clauses.ts';
import type { Answer } from '../talk/answer.ts';
import { readable } from '../talk/asked.ts';
import type { Caller } from '../talk/callers.ts';
import { Broken, NotTestable } from '../talk/cut-short.ts';
import type { Stored } from '../talk/ledger.ts';
import { said } from '../talk/shown.ts';
import type { Case } from './case-plan.ts';
import type { Taken } from './taken.ts';

const tokenClause = (operation: string, { key }: Caller): string =>
  `${operation}/${key === 'unknown token' ? 'token-must-be-known' : 'token-required'}`;

const mustBe = (
  answer: Answer,
  outcome: 'success' | 'refusal',
  clause: string,
  expected: string,
): void => {
  if (answer.outcome !== outcome)
    throw new Broken({ clause, expected, actual: said(answer), exchange: answer.exchange });
};

/** Plays one case: what it finds is thrown, or left to the judge, who sees every exchange. */
export const played = async (context: Context, planned: Case, taken: Taken): Promise<void> => {
  const { api } = context;
  const { moment, deleter } = planned;
  const stored = await taken.stored(planned);
  if (moment !== 'unseen') await api.found(stored);
  if (moment === 'swept') return deleted(context, planned, stored);
  const newer = moment === 'newer' ? await taken.stored(planned) : undefined;
  if (newer) await api.found(newer);
  if (moment === 'elsewhere') await leftAloneElsewhere(context, planned, stored);
  await mayNotCreate(context, planned, stored);
  await mayNotDelete(context, planned, stored);
  await isUnchanged(context, planned, stored, taken);
  await deleted(context, planned, stored);
  if (!newer) return;
  await api.found(newer, 'delete/removes-only-that-report');
  const creator = { ...planned, deleter: planned.creator };
  await deleted(context, deleter === planned.creator ? planned : creator, newer);
};

/** 4.3: after refusals the report is as it was; to the stranger too, who may see it or not (5 is silent). */
const isUnchanged = async (
  { api }: Context,
  { stranger }: Case,
  stored: Stored,
  { blind }: Taken,
): Promise<void> => {
  const { id, service } = stored;
  if (stranger && !blind.has(stranger.key)) {
    const { outcome } = await readable(api.fetch(stranger, id, service));
    // Where it comes, the judge compares it with what was sent and with what others saw.
    if (outcome === 'success') return;
    blind.add(stranger.key);
  }
  await api.found(stored, 'delete/refused-means-unchanged');
};

/** 4.1, 5: the same report, sent by somebody who may not create any. */
const mayNotCreate = async ({ api }: Context, planned: Case, stored: Stored): Promise<void> => {
  const { layman, service } = planned;
  const hasToken = layman.key.startsWith('tokens.');
  const clause = hasToken ? 'create/researchers-only' : tokenClause('create', layman);
  const answer = await readable(api.create(layman, stored.sent, service));
  mustBe(answer, 'refusal', clause, `${layman.key} to create nothing`);
};

/** 4.3: whoever is neither creator nor owner is refused, however often they ask. */
const mayNotDelete = async (
  { api }: Context,
  { stranger, nobody, attempts, moment }: Case,
  { id, service }: Stored,
): Promise<void> => {
  const attempt = async (caller: Caller): Promise<void> => {
    const clause = strangerClauses[caller.key] ?? tokenClause('delete', caller);
    const answer = await readable(api.delete(caller, id, service));
    mustBe(answer, 'refusal', clause, `${caller.key} not to delete this report`);
  };
  const again = Array.from({ length: attempts }, () => (stranger ? [stranger] : []));
  const turns = [nobody, ...again.flat()];
  if (moment === 'at once') await Promise.all(turns.map(attempt));
  else for (const caller of turns) await attempt(caller);
};

/** 1, 4.3: in another feed the report is neither found nor deleted. */
const leftAloneElsewhere = async (
  context: Context,
  { stranger }: Case,
  stored: Stored,
): Promise<void> => {
  const { api, people, target } = context;
  const other = stored.service === target.service ? context.otherService() : target.service;
  const creator = people.known.find(({ key }) => key === stored.creator);
  const owner = people.known.find((one) => people.owns(one, other) === true);
  if (!creator) return;
  const answer = await readable(api.fetch(creator, stored.id, other));
  mustBe(answer, 'refusal', 'fetch/own-feed-only', `no report ${stored.id} in the feed ${other}`);
  // Deleting an absent report may succeed (4.3 is silent), so only a fetch of the report tells.
  for (const caller of [creator, owner, stranger])
    if (caller) await readable(api.delete(caller, stored.id, other));
  await api.found(stored, 'delete/own-feed-only');
};

/** 4.3: the creator or the owner deletes the report, and then it is gone. */
const deleted = async (context: Context, planned: Case, stored: Stored): Promise<void> => {
  const { api, people, target } = context;
  const { deleter, moment } = planned;
  const { id, service } = stored;
  const isCreator = deleter.key === stored.creator;
  const ask = (): Promise<Answer> => readable(api.delete(deleter, id, service));
  const answers = moment === 'at once' ? await Promise.all([ask(), ask()]) : [await ask()];
  // Of two at once, the second may find nothing to delete any more.
  const [answer] = [...answers].sort(
    (a, b) => Number(b.outcome === 'success') - Number(a.outcome === 'success'),
  );
  if (!answer) return;
  if (answer.outcome === 'refusal' && !isCreator && (await ownerUnknown(context, answer)))
    throw new NotTestable(`${deleter.key} seems to be wrong`);
  const byOwner =
    service === target.service ? 'delete/owner-may-delete-any' : 'delete/owner-of-any-feed';
  const clause = isCreator ? 'delete/creator-may-delete' : byOwner;
  mustBe(answer, 'success', clause, `${deleter.key} to delete this report`);
  context.evidence.met(clause);
  const readers = people.known.filter(({ key }) => stored.readers.has(key));
  const first = readers[planned.number % Math.max(1, readers.length)];
  for (const reader of first ? [first] : people.known.slice(0, 2)) {
    const after = await readable(api.fetch(reader, id, service));
    mustBe(after, 'refusal', 'delete/success-means-gone', `no report ${id} after its deletion`);
  }
};
