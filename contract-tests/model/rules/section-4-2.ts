import type { ClauseId } from '../../../src/spec/clauses.generated.ts';
import { said, shown } from '../../talk/shown.ts';
import { type Failure, failure, isRefused, type Rule, rule } from '../rule.ts';
import { sameText } from '../sameness.ts';
import type { Look, Step } from '../step.ts';
import { shapesOf } from './section-2-1.ts';

/** What a look shows that is not as it was. */
const unlikeBefore = ({ answer, look, report, shown: now }: Step): true | Failure => {
  const change = look?.change;
  if (!change || !report) return true;
  if (change === 'absent')
    return failure(
      `the report ${report.id} to be found in the feed ${report.service}`,
      said(answer),
      { rests: look.suspects, sign: { shows: 'refusal' } },
    );
  const { field } = change;
  return failure(
    `${field}: ${shown(report.shown?.[field])}, as before`,
    `${field}: ${shown(now?.[field])}`,
    {
      rests: [...look.suspects, ...shapesOf(field)],
      sign: { field, differs: true },
    },
  );
};

/** A clause about what a look shows: it is broken where a change is blamed on it, and met where there is none. */
const looking = (id: ClauseId, applies: (look: Look, step: Step) => boolean): Rule =>
  rule(id, {
    on: 'fetch',
    when: (step) =>
      step.look !== undefined &&
      !step.look.isInconclusive &&
      (step.look.change ? step.look.blame === id : applies(step.look, step)),
    demand: unlikeBefore,
  });

/** What was done since the report was last seen has not touched it. */
const untouchedBy = (id: ClauseId): Rule => looking(id, ({ after }) => after.includes(id));

const isFirstLook = ({ report }: Look): boolean =>
  report.creator !== '' && report.seenAt === undefined;

const refusedFor = (
  id: ClauseId,
  on: Rule['on'],
  because: NonNullable<Step['expected']['because']>,
): Rule =>
  rule(id, { on, when: ({ expected }) => expected.because === because, demand: isRefused });

export const section42: readonly Rule[] = [
  looking('fetch/stored-report-is-found', isFirstLook),
  looking(
    'create/in-the-named-feed',
    (look, { isOneOfSeveralFeeds }) => isFirstLook(look) && isOneOfSeveralFeeds,
  ),
  looking(
    'create/parallel-creates-are-all-kept',
    (look, { isOfMany }) => isFirstLook(look) && isOfMany,
  ),
  rule('create/id-finds-the-report', {
    on: 'fetch',
    when: ({ look }) =>
      look !== undefined &&
      !look.isInconclusive &&
      isFirstLook(look) &&
      (!look.change || look.blame === 'fetch/stored-report-is-found'),
    demand: (step) => {
      const result = unlikeBefore(step);
      return result === true ? true : { ...result, rests: ['fetch/stored-report-is-found'] };
    },
  }),
  looking('fetch/report-stays', (look, { isAlone }) => isAlone && !isFirstLook(look)),
  looking('fetch/repeated-fetches-agree', ({ report }, { who }) => report.readers.has(who.key)),
  looking(
    'fetch/callers-agree',
    ({ report }, { who }) => report.shown !== undefined && !report.readers.has(who.key),
  ),
  untouchedBy('create/overwrites-nothing'),
  untouchedBy('create/leaves-others-unchanged'),
  untouchedBy('create/repeats-make-new-reports'),
  untouchedBy('delete/refused-means-unchanged'),
  untouchedBy('delete/own-feed-only'),
  untouchedBy('delete/missing-id-is-refused'),
  untouchedBy('delete/removes-only-that-report'),
  rule('fetch/gives-the-report-asked-for', {
    on: 'fetch',
    when: ({ shown: now, expected, exchange }) =>
      now !== undefined && expected.must !== 'refuse' && exchange.about.report !== undefined,
    demand: ({ shown: now, exchange: { about } }) =>
      sameText(now?.id, about.report) ||
      failure(`the report ${about.report}`, `the report ${shown(now?.id)}`, {
        rests: [...shapesOf('id'), 'create/id-format', 'create/id-is-the-services'],
        sign: { field: 'id', wants: about.report },
      }),
  }),
  refusedFor('fetch/unknown-id-is-refused', 'fetch', 'unknown-id'),
  refusedFor('fetch/missing-id-is-refused', 'fetch', 'no-id'),
  refusedFor('fetch/own-feed-only', 'fetch', 'other-feed'),
  refusedFor('delete/success-means-gone', 'fetch', 'deleted'),
  refusedFor('delete/missing-id-is-refused', 'delete', 'no-id'),
];
