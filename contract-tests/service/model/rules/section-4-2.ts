import type { ClauseId } from '../../../../src/spec/clauses.generated.ts';
import { formatAnswer, formatValue } from '../../../judging/talk/format.ts';
import { sameText } from '../../../judging/talk/same-text.ts';
import { demandRefusalWithReasons, type Failure, failure, type Rule, rule } from '../rule.ts';
import { fieldClausesOf, reportShape } from '../shapes.ts';
import type { ReportState, Step } from '../step.ts';

/** Clauses that explain why a report was never seen. */
const neverStored = [
  'create/parallel-creates-are-all-kept',
  'create/in-the-named-feed',
  'fetch/stored-report-is-found',
] as const satisfies readonly ClauseId[];

/** The difference between this fetch and the state before. */
function unlikeBefore(step: Step): true | Failure {
  const { answer, reportState, report, fetched: now } = step;
  const change = reportState?.change;
  if (!change || !report) return true;
  if (change === 'absent')
    return failure(
      `the report ${report.id} to be found in the feed ${report.service}`,
      formatAnswer(answer),
      {
        rests: [
          ...reportState.suspects,
          ...(report.seenAt === undefined ? neverStored : []),
          'fetch/report-stays',
        ],
        sign: { shows: 'refusal' },
      },
    );
  const { field } = change;
  const rests = [
    ...reportState.suspects,
    ...fieldClausesOf(reportShape(), field),
    'fetch/repeated-fetches-agree' as const,
  ];
  const before = `${field}: ${formatValue(report.firstFetched?.[field])}`;
  const shown = `${field}: ${formatValue(now?.[field])}`;
  return isUsualNow(step, field)
    ? failure(
        `${shown} each time, as on other reports of ${report.creator}`,
        `${before} at first`,
        {
          rests,
        },
      )
    : failure(`${before}, as before`, shown, { rests, sign: { field } });
}

/** Whether a name is the usual one of its creator now, and was the odd one at first. */
function isUsualNow({ report, reporter, fetched: now }: Step, field: string): boolean {
  const usual = reporter?.names?.usual;
  return (
    field === 'reportedBy' &&
    usual !== undefined &&
    usual === now?.reportedBy &&
    usual !== report?.firstFetched?.reportedBy
  );
}

const elsewhere = 'somebody may have deleted the report by another route';
const byAnother =
  'a listener cannot know what changed a report; that it changed is detected, by another clause';

/** A clause about fetches: broken if a change is attributed to it, met if there is none. */
function fetchRule(
  id: ClauseId,
  applies: (look: ReportState, step: Step) => boolean,
  traffic: Pick<Rule, 'traffic' | 'unobservable'> = { unobservable: elsewhere },
): Rule {
  return rule(id, {
    ...traffic,
    on: 'fetch',
    when: (step) =>
      step.reportState !== undefined &&
      !step.reportState.isInconclusive &&
      (step.reportState.change ? step.reportState.blame === id : applies(step.reportState, step)),
    demand: unlikeBefore,
  });
}

/** Changes to other things since the report was last seen have not affected it. */
function untouchedBy(id: ClauseId, unheard = elsewhere): Rule {
  return fetchRule(id, ({ after }) => after.includes(id), { unobservable: unheard });
}

function isFirstLook({ report }: ReportState): boolean {
  return report.creator !== '' && report.seenAt === undefined;
}

function refusedFor(
  id: ClauseId,
  on: 'fetch' | 'delete',
  because: NonNullable<Step['expected']['because']>,
  traffic: Pick<Rule, 'traffic' | 'unobservable'>,
): Rule {
  return rule(id, {
    ...traffic,
    on,
    when: ({ expected }) => expected.because === because,
    demand: demandRefusalWithReasons,
  });
}

const fetchedTwice = { traffic: 'a report that is fetched twice' };

export const section42: readonly Rule[] = [
  fetchRule('fetch/stored-report-is-found', isFirstLook),
  fetchRule(
    'create/in-the-named-feed',
    (look, { isOneOfSeveralFeeds }) => isFirstLook(look) && isOneOfSeveralFeeds,
  ),
  fetchRule(
    'create/parallel-creates-are-all-kept',
    (look, { isOfMany }) => isFirstLook(look) && isOfMany,
  ),
  rule('create/id-finds-the-report', {
    on: 'fetch',
    unobservable: elsewhere,
    when: ({ reportState }) =>
      reportState !== undefined &&
      !reportState.isInconclusive &&
      isFirstLook(reportState) &&
      (!reportState.change || reportState.blame === 'fetch/stored-report-is-found'),
    demand: (step) => {
      const result = unlikeBefore(step);
      return result === true ? true : { ...result, rests: ['fetch/stored-report-is-found'] };
    },
  }),
  fetchRule('fetch/report-stays', (look, { isAlone }) => isAlone && !isFirstLook(look)),
  fetchRule(
    'fetch/repeated-fetches-agree',
    ({ report }, { who }) => report.readers.has(who.key),
    fetchedTwice,
  ),
  fetchRule(
    'fetch/callers-agree',
    ({ report }, { who }) => report.firstFetched !== undefined && !report.readers.has(who.key),
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
    when: ({ fetched: now, expected, exchange }) =>
      now !== undefined && expected.must !== 'refuse' && exchange.about.report !== undefined,
    demand: ({ fetched: now, exchange: { about } }) =>
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
    unobservable:
      'a listener cannot know which ids exist; a response with another report is detected',
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
