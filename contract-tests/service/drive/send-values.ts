import { storesClause } from '../../../src/spec/clauses/field-clauses.ts';
import { draftFields } from '../../../src/spec/fields.ts';
import { NoAnswer } from '../../judging/talk/client.ts';
import type { Draft } from '../requests/draft.ts';
import {
  changedByAccident,
  changedByRule,
  type Fields,
  invalid,
  numbersBeyond,
  plainNumbers,
} from '../values/catalogue.ts';
import type { Context } from './context.ts';
import { type Scenario, scenario } from './scenario.ts';

/** A server may not respond to what it does not know. */
export async function ifAnswered<T>(asked: PromiseLike<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof NoAnswer) return undefined;
    throw error;
  }
}

type Change = (draft: Draft) => Draft;

/** The nth value of every field together, for each n. */
function together(fields: Fields): Change[][] {
  const columns = Object.entries(fields).map(([field, values]) =>
    values.map(
      (value): Change =>
        (draft) => ({
          ...draft,
          [field]:
            typeof value === 'function' ? value(draft[field as keyof Draft] as never) : value,
        }),
    ),
  );
  const rows = Math.max(...columns.map(({ length }) => length));
  return Array.from({ length: rows }, (_, nth) => columns.flatMap((column) => column[nth] ?? []));
}

async function isStored({ api, callers, draft }: Context, changes: readonly Change[]) {
  const sent = changes.reduce((one, change) => change(one), draft());
  return Boolean(await ifAnswered(api.fetchedIfAccepted(api.create(callers.researcher, sent))));
}

/** In pairs: what is done to every second report is done to one of two that follow each other. */
async function areStored(context: Context, changes: readonly Change[]): Promise<boolean> {
  const pair = () => Promise.all([isStored(context, changes), isStored(context, changes)]);
  const isAccepted = (await pair()).includes(true);
  if (isAccepted) await pair();
  return isAccepted;
}

/** Together, and each alone where that is refused. */
async function send(
  fields: Fields,
  isTaken: (changes: readonly Change[]) => Promise<boolean>,
): Promise<void> {
  for (const changes of together(fields))
    if (!(await isTaken(changes)) && changes.length > 1)
      for (const change of changes) await isTaken([change]);
}

/** Accepting an invalid report is open; storing it is not: a fetched report has the format of 2.1. */
async function sendInvalid({ api, callers }: Context, all: readonly unknown[]): Promise<void> {
  await api.created(callers.researcher);
  for (const sent of all) await api.fetchedIfAccepted(api.create(callers.researcher, sent));
}

function numbered(usual: Draft, number: string): string {
  const score = number.replace('{usual}', String(usual.confidenceScore));
  const body = JSON.stringify({ ...usual, confidenceScore: 0 });
  return body.replace(/(?<="confidenceScore":)0/, score);
}

export const valueScenarios: readonly Scenario[] = [
  scenario(
    'values that a rule may change',
    ['create/keeps-tags', 'create/keeps-c2-address', 'create/keeps-reference-link'],
    (context) => send(changedByRule, (changes) => areStored(context, changes)),
  ),
  scenario(
    'values that databases change',
    ['create/keeps-tags', 'create/keeps-confidence-score'],
    (context) => send(changedByAccident, (changes) => isStored(context, changes)),
  ),
  scenario(
    'numbers that readers of JSON stumble over',
    ['create/keeps-confidence-score', 'create/error-present'],
    async ({ api, callers: { researcher }, draft }) => {
      for (const number of plainNumbers)
        await api.fetchedIfAccepted(api.post(researcher, numbered(draft(), number)));
      // In a report that is refused for its hash, since what they mean is open.
      for (const number of numbersBeyond)
        await api.post(researcher, numbered({ ...draft(), file256Hash: 'no hash' }, number));
    },
  ),
  ...draftFields.map((field) =>
    scenario(`invalid ${field}`, [storesClause(field)], (context) =>
      sendInvalid(
        context,
        (invalid[field] ?? []).map((value) => ({ ...context.draft(), [field]: value })),
      ),
    ),
  ),
];
