import { keepsClause } from '../../../src/spec/clauses/field-clauses.ts';
import { draftFields } from '../../../src/spec/fields.ts';
import { coveringRows, type Row } from '../../../src/values/covering.ts';
import type { Caller } from '../../judging/caller.ts';
import type { KnownReport } from '../model/known/known-report.ts';
import { features } from '../values/catalogue.ts';
import type { Choice } from '../values/choice.ts';
import { AcceptedValues } from './accepted-values.ts';
import { readableAnswer } from './asked.ts';
import type { Context, Setting } from './context.ts';
import { type Scenario, scenario } from './scenario.ts';

/** What happens around a deletion. */
const moments = ['seen', 'unseen', 'newer', 'at once', 'elsewhere'] as const;

/** One life of a report: the values it is created with, who tries what, and who deletes it when. */
interface Life {
  readonly values: readonly Choice[];
  readonly creator: Caller;
  readonly service: string;
  /** A caller with a token that may not delete the report; absent if none is known. */
  readonly stranger: Caller | undefined;
  /** A caller without a valid token. */
  readonly nobody: Caller;
  /** A caller that may not create reports. */
  readonly nonResearcher: Caller;
  readonly deleter: Caller;
  readonly attempts: number;
  readonly moment: (typeof moments)[number];
}

type Picked<Factors> = {
  readonly [name in keyof Factors]: Factors[name] extends readonly (infer One)[] ? One : never;
};

const remembered = new Map<string, readonly (readonly number[])[]>();

/** Lives in which every two values of different factors meet, and every value of the catalogue is sent. */
export function livesOf({ target, callers, knownCallers }: Setting): readonly Life[] {
  const { known, researchers, nonResearchers, owns, may } = knownCallers;
  const factors = {
    creator: researchers,
    service: [target.service, target.otherService].filter((feed) => feed !== undefined),
    stranger: known,
    nobody: [callers.nobody, callers.unknown, callers.blank],
    nonResearcher: [...nonResearchers, callers.nobody, callers.unknown],
    isByOwner: [false, true],
    attempts: [1, 2],
    moment: target.otherService === undefined ? moments.slice(0, -1) : moments,
  };
  const names = Object.keys(factors);
  const catalogue = Object.values(features);
  const pickedBy = (row: Row) =>
    Object.fromEntries(
      Object.values(factors).map((all, at) => [names[at], all[row[at] ?? -1]]),
    ) as Partial<Picked<typeof factors>>;
  const sizes = [...Object.values(factors), ...catalogue].map(({ length }) => length);
  const allows = (row: Row): boolean => {
    const { stranger, creator, service } = pickedBy(row);
    if (!stranger || stranger.key === creator?.key) return !stranger;
    return service === undefined || owns(stranger, service) === false;
  };
  // Many runs in one process, as in the self-test, have the same rows.
  const who = known.map((one) => [one.key, ...factors.service.map((feed) => owns(one, feed))]);
  const key = JSON.stringify([sizes, who]);
  const rows = remembered.get(key) ?? coveringRows(sizes, { strength: 2, seed: 1, allows });
  remembered.set(key, rows);
  const classes = rows.map((row) =>
    catalogue.map((feature, nth) => feature[row[names.length + nth] ?? 0] ?? []),
  );
  return inTurns(classes).map((values, nth) => {
    const picked = pickedBy(rows[nth % rows.length] ?? []) as Picked<typeof factors>;
    const { creator, service, stranger, isByOwner } = picked;
    const about = { creator: creator.key, service };
    const isStrange = (one: Caller): boolean => may('delete', one, about) === false;
    const owner = known.find((one) => owns(one, service) === true);
    return {
      ...picked,
      values,
      stranger: isStrange(stranger) ? stranger : known.find(isStrange),
      deleter: (isByOwner && owner) || creator,
    };
  });
}

/** The values of each class in turns; with more rows at the end, if some have not had theirs. */
function inTurns(rows: readonly (readonly (readonly Choice[])[])[]): Choice[][] {
  const sent = new Map<readonly Choice[], number>();
  const next = (values: readonly Choice[]): readonly Choice[] => {
    const nth = sent.get(values) ?? 0;
    sent.set(values, nth + 1);
    return values.slice(nth % values.length).slice(0, 1);
  };
  const chosen = rows.map((row) => row.flatMap(next));
  const left = (values: readonly Choice[]) => (sent.get(values) ?? 0) < values.length;
  const catalogue = Object.values(features);
  while (catalogue.flat().some(left))
    chosen.push(catalogue.flatMap((feature) => next(feature.find(left) ?? feature[0] ?? [])));
  return chosen;
}

/** Each life on its own: what one shows says nothing about the others. */
export function lifeScenarios(setting: Setting): readonly Scenario[] {
  const clauses = [
    ...draftFields.map((field) => keepsClause(field)),
    'delete/creator-may-delete',
    'delete/success-means-gone',
    'delete/refused-means-unchanged',
  ] as const;
  return livesOf(setting).map((life, nth) =>
    scenario(`life ${nth}`, clauses, (context) => live(context, life, nth)),
  );
}

async function live(context: Context, life: Life, nth: number): Promise<void> {
  const { api } = context;
  const { values, creator, service, moment, nonResearcher } = life;
  const accepted = await context.shared('values', async (own) => new AcceptedValues(own));
  const create = () => accepted.stored(context, values, creator, service);
  const stored = await create();
  if (moment !== 'unseen') await api.fetchKnown(stored);
  const newer = moment === 'newer' ? await create() : undefined;
  if (newer) await api.fetchKnown(newer);
  if (moment === 'elsewhere') await meddleElsewhere(context, life, stored);
  // 4.1, 5: the same report, or another of the same file, sent by a caller that may not create any.
  const other = nth % 2 === 0 ? {} : { tags: ['abuse-feed-kit', 'other'] };
  await api.create(nonResearcher, Object.assign({}, stored.sent, other), service);
  await deleteAsStrangers(context, life, stored);
  await deleteAs(context, life, life.deleter, stored, nth);
  if (!newer) return;
  await api.fetchKnown(newer);
  await deleteAs(context, life, creator, newer, nth);
}

/** 4.3: callers that are neither creator nor owner, repeatedly. The report stays, also as the stranger sees it. */
async function deleteAsStrangers(
  { api }: Context,
  { stranger, nobody, attempts, moment }: Life,
  stored: KnownReport,
): Promise<void> {
  const { id, service } = stored;
  const attempt = (caller: Caller) => readableAnswer(api.delete(caller, id, service));
  const again = stranger ? Array.from({ length: attempts }, () => stranger) : [];
  if (moment === 'at once') await Promise.all([nobody, ...again].map(attempt));
  else for (const caller of [nobody, ...again]) await attempt(caller);
  const seen = stranger && (await readableAnswer(api.fetch(stranger, id, service)));
  // Who may fetch is open (5).
  if (seen?.outcome !== 'success') await api.fetchKnown(stored);
}

/** 1, 4.3: in another feed the report is neither found nor deleted. */
async function meddleElsewhere(
  context: Context,
  { creator, stranger }: Life,
  stored: KnownReport,
): Promise<void> {
  const { api, knownCallers, feeds } = context;
  const other = feeds.find((feed) => feed !== stored.service);
  if (other === undefined) return;
  const owner = knownCallers.known.find((one) => knownCallers.owns(one, other) === true);
  await api.fetch(creator, stored.id, other);
  // Deleting an absent report may succeed (4.3 is silent), so only a fetch of the report tells.
  for (const caller of [creator, owner, stranger])
    if (caller) await api.delete(caller, stored.id, other);
  await api.fetchKnown(stored);
}

/** 4.3: the creator or the owner deletes the report; then it is gone. */
async function deleteAs(
  { api, knownCallers }: Context,
  { moment }: Life,
  deleter: Caller,
  { id, service, readers }: KnownReport,
  nth: number,
): Promise<void> {
  const ask = () => readableAnswer(api.delete(deleter, id, service));
  const answers = moment === 'at once' ? await Promise.all([ask(), ask()]) : [await ask()];
  if (!answers.some(({ outcome }) => outcome === 'success')) return;
  const seeing = knownCallers.known.filter(({ key }) => readers.has(key));
  const first = seeing[nth % Math.max(1, seeing.length)];
  for (const reader of first ? [first] : knownCallers.known.slice(0, 2))
    await api.fetch(reader, id, service);
}
