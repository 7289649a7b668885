import { keepsClause } from '../../../src/spec/clauses/field-clauses.ts';
import { draftFields } from '../../../src/spec/fields.ts';
import { coveringRows, type Row } from '../../../src/values/covering.ts';
import type { Caller } from '../../judging/caller.ts';
import { features } from '../values/catalogue.ts';
import type { Choice } from '../values/choice.ts';
import { AcceptedValues } from './accepted-values.ts';
import {
  type Act,
  all,
  atOnce,
  by,
  creates,
  creator,
  deletes,
  elsewhere,
  fetches,
  it,
  looks,
  ownerOf,
  play,
  report,
  type Step,
  story,
  type Who,
} from './acts.ts';
import type { Setting } from './context.ts';
import type { Scenario } from './scenario.ts';

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
  return livesOf(setting).map((life, nth) => {
    const { creator, service } = life;
    const steps = stepsOf(life, nth);
    return story(`life ${nth}`, clauses, [
      (stage) => play(stage.with({ creator, service }), steps),
    ]);
  });
}

/** A report with as many values of the life as the target accepts. */
function lives(name: string, { values, creator, service }: Life): Step {
  return async ({ context, reports }) => {
    const accepted = await context.shared('values', async (own) => new AcceptedValues(own));
    reports.set(name, await accepted.stored(context, values, creator, service));
  };
}

function stepsOf(life: Life, nth: number): readonly Step[] {
  const { stranger, moment, deleter, nobody, nonResearcher, attempts } = life;
  const strangers: Who = () => (stranger ? [stranger] : []);
  const isAtOnce = moment === 'at once';
  const together = (...acts: readonly Act[]) => (isAtOnce ? [atOnce(...acts)] : acts);
  const other = nth % 2 === 0 ? {} : { tags: ['abuse-feed-kit', 'other'] };
  /** 4.3: the creator or the owner deletes it; then it is gone. */
  const ends = (caller: Caller, name: string) => [
    ...together(
      ...Array.from({ length: isAtOnce ? 2 : 1 }, () => deletes(by(caller), report(name))),
    ),
    fetches(oneReader(nth, name), report(name)),
  ];
  return [
    lives('it', life),
    ...(moment === 'unseen' ? [] : [looks()]),
    ...(moment === 'newer' ? [lives('newer', life), looks('newer')] : []),
    // 1, 4.3: in another feed the report is neither found nor deleted. Deleting an absent report may succeed.
    ...(moment === 'elsewhere'
      ? [
          fetches(creator, it, { in: elsewhere }),
          deletes(all(creator, ownerOf(elsewhere), strangers), it, { in: elsewhere }),
          looks(),
        ]
      : []),
    // 4.1, 5: the same report, or another of the same file, sent by a caller that may not create any.
    creates(by(nonResearcher), (_, { it: { sent } }) => Object.assign({}, sent, other)),
    ...together(deletes(by(nobody)), ...Array.from({ length: attempts }, () => deletes(strangers))),
    // It stays, also as the stranger sees it, if that may fetch (5).
    (stage) => {
      const { reports } = stage.context;
      const mayFetch = stranger && reports.isReader(stranger.key, stage.it);
      return play(stage, [mayFetch ? fetches(strangers) : looks()]);
    },
    ...ends(deleter, 'it'),
    ...(moment === 'newer' ? [looks('newer'), ...ends(life.creator, 'newer')] : []),
  ];
}

/** Of those who have fetched the report each in its turn, or else somebody. */
function oneReader(nth: number, name: string): Who {
  return ({ context: { knownCallers }, reports }) => {
    const readers = knownCallers.known.filter(({ key }) => reports.get(name)?.readers.has(key));
    const all = readers.length > 0 ? readers : knownCallers.known;
    return all.slice(nth % all.length).slice(0, 1);
  };
}
