import type { ClauseId } from '../../../src/spec/clauses.generated.ts';
import { formatAnswer, formatValue } from '../../talk/format.ts';
import { type Failure, failure, isRefused, type Rule, rule } from '../rule.ts';
import { sameText } from '../sameness.ts';
import { fieldClausesOf, reportShape } from '../shapes.ts';
import type { ReportState, Step } from '../step.ts';

/** Clauses that explain why a report was never seen. */
const neverStored = [
  'create/parallel-creates-are-all-kept',
  'create/in-the-named-feed',
  'fetch/stored-report-is-found',
] as const satisfies readonly ClauseId[];

/** The difference between this fetch and the state before. */
const unlikeBefore = ({ answer, look, report, shown: now }: Step): true | Failure => {
  const change = look?.change;
  if (!change || !report) return true;
  if (change === 'absent')
    return failure(
      `the report ${report.id} to be found in the feed ${report.service}`,
      formatAnswer(answer),
      {
        rests: [
          ...look.suspects,
          ...(report.seenAt === undefined ? neverStored : []),
          'fetch/report-stays',
        ],
        sign: { shows: 'refusal' },
      },
    );
  const { field } = change;
  return failure(
    `${field}: ${formatValue(report.shown?.[field])}, as before`,
    `${field}: ${formatValue(now?.[field])}`,
    {
      rests: [...look.suspects, ...fieldClausesOf(reportShape(), field)],
      sign: { field, differs: true },
    },
  );
};

const elsewhere = 'somebody may have deleted the report unheard';
const byAnother = 'what changed a report is not heard; that it changed is, by another clause';

/** A clause about fetches: broken if a change is attributed to it, met if there is none. */
const looking = (
  id: ClauseId,
  applies: (look: ReportState, step: Step) => boolean,
  traffic: Pick<Rule, 'traffic' | 'unheard'> = { unheard: elsewhere },
): Rule =>
  rule(id, {
    ...traffic,
    on: 'fetch',
    when: (step) =>
      step.look !== undefined &&
      !step.look.isInconclusive &&
      (step.look.change ? step.look.blame === id : applies(step.look, step)),
    demand: unlikeBefore,
  });

/** Changes to other things since the report was last seen have not affected it. */
const untouchedBy = (id: ClauseId, unheard = elsewhere): Rule =>
  looking(id, ({ after }) => after.includes(id), { unheard });

const isFirstLook = ({ report }: ReportState): boolean =>
  report.creator !== '' && report.seenAt === undefined;

const refusedFor = (
  id: ClauseId,
  on: Rule['on'],
  because: NonNullable<Step['expected']['because']>,
  traffic: Pick<Rule, 'traffic' | 'unheard'>,
): Rule =>
  rule(id, {
    ...traffic,
    on,
    when: ({ expected }) => expected.because === because,
    demand: isRefused,
  });

const fetchedTwice = { traffic: 'a report that is fetched twice' };

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
    unheard: elsewhere,
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
  looking(
    'fetch/repeated-fetches-agree',
    ({ report }, { who }) => report.readers.has(who.key),
    fetchedTwice,
  ),
  looking(
    'fetch/callers-agree',
    ({ report }, { who }) => report.shown !== undefined && !report.readers.has(who.key),
    fetchedTwice,
  ),
  untouchedBy('create/overwrites-nothing', byAnother),
  untouchedBy('create/leaves-others-unchanged', byAnother),
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
      failure(`the report ${about.report}`, `the report ${formatValue(now?.id)}`, {
        rests: [
          ...fieldClausesOf(reportShape(), 'id'),
          'create/id-format',
          'create/id-is-the-services',
          'fetch/unknown-id-is-refused',
        ],
        sign: { field: 'id', wants: about.report },
      }),
  }),
  refusedFor('fetch/unknown-id-is-refused', 'fetch', 'unknown-id', {
    unheard:
      'which ids no report has is not known to a listener; an answer with another report is heard',
  }),
  refusedFor('fetch/missing-id-is-refused', 'fetch', 'no-id', {
    traffic: 'a fetch that names no report',
  }),
  refusedFor('fetch/own-feed-only', 'fetch', 'other-feed', {
    traffic: 'a fetch of a report from another feed that the target file names',
  }),
  refusedFor('delete/success-means-gone', 'fetch', 'deleted', {
    traffic: 'a fetch of a report after its deletion',
  }),
  refusedFor('delete/missing-id-is-refused', 'delete', 'no-id', {
    traffic: 'a delete that names no report',
  }),
];
