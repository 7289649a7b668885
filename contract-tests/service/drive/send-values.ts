import { storesClause } from '../../../src/spec/clauses/field-clauses.ts';
import { draftFields } from '../../../src/spec/fields.ts';
import type { Draft } from '../requests/draft.ts';
import {
  changedByAccident,
  changedByRule,
  type Fields,
  invalid,
  numbersBeyond,
  plainNumbers,
} from '../values/catalogue.ts';
import {
  anew,
  atOnce,
  creates,
  given,
  has,
  mayGoUnanswered,
  researcher,
  type Step,
  story,
  without,
  wrongHash,
} from './acts.ts';
import type { Scenario } from './scenario.ts';

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

const seen = { keeps: 'it', looks: 'it' } as const;

/** A report with these values; in pairs, since what is done to every second report is done to one of two. */
function sends(changes: readonly Change[], inPairs: boolean): Step {
  const sent = (usual: Draft) => changes.reduce((draft, change) => change(draft), usual);
  const one = creates(researcher, sent, seen);
  const pair = atOnce(one, one);
  return mayGoUnanswered(...(inPairs ? [pair, given('it', pair)] : [one]));
}

/** Together, and each alone where that is refused. */
function sendsAll(fields: Fields, { inPairs = false } = {}): Step[] {
  return together(fields).map((changes) =>
    anew(
      sends(changes, inPairs),
      without(
        'it',
        ...changes.slice(changes.length > 1 ? 0 : 1).map((one) => anew(sends([one], inPairs))),
      ),
    ),
  );
}

/** With the score written in another way. */
function writesScore(number: string) {
  return (json: string): string =>
    json.replace(/(?<="confidenceScore":)(-?\d+)/, (usual) => number.replace('{usual}', usual));
}

export const valueScenarios: readonly Scenario[] = [
  story(
    'values that a rule may change',
    ['create/keeps-tags', 'create/keeps-c2-address', 'create/keeps-reference-link'],
    sendsAll(changedByRule, { inPairs: true }),
  ),
  story(
    'values that databases change',
    ['create/keeps-tags', 'create/keeps-confidence-score'],
    sendsAll(changedByAccident),
  ),
  story(
    'numbers that readers of JSON stumble over',
    ['create/keeps-confidence-score', 'create/error-present'],
    [
      ...plainNumbers.map((number) =>
        creates(researcher, {}, { writes: writesScore(number), ...seen }),
      ),
      // In a report that is refused for its hash, since what they mean is open.
      ...numbersBeyond.map((number) =>
        creates(researcher, wrongHash, { writes: writesScore(number) }),
      ),
    ],
  ),
  // Accepting an invalid report is open; storing it is not: a fetched report has the format of 2.1.
  ...draftFields.map((field) =>
    story(
      `invalid ${field}`,
      [storesClause(field)],
      [
        has(),
        ...(invalid[field] ?? []).map((value) => creates(researcher, { [field]: value }, seen)),
      ],
    ),
  ),
];
