import type { ClauseId } from '../../../../src/spec/clauses.generated.ts';
import { formatAnswer, formatValue } from '../../../judging/talk/format.ts';
import { sameText } from '../../../judging/talk/same-text.ts';
import { sideEffectClauses } from '../known/acts.ts';
import { demandRefusalWithReasons, type Failure, failure, type Rule, rule } from '../rule.ts';
import { fieldClausesOf, reportShape } from '../shapes.ts';
import type { Step } from '../step.ts';

/** Clauses that explain why a report was never seen. */
const neverStored: readonly ClauseId[] = [
  'create/parallel-creates-are-all-kept',
  'create/in-the-named-feed',
  'fetch/stored-report-is-found',
];

/** The difference between this fetch and the state before. */
function unlikeBefore(step: Step): true | Failure {
  const { answer, reportState, report, fetched: now } = step;
  const change = reportState?.change;
  if (!change || !report) return true;
  const { suspects } = reportState;
  if (change === 'absent') {
    const reasons = report.seenAt === undefined ? neverStored : [];
    return failure(
      `the report ${report.id} to be found in the feed ${report.service}`,
      formatAnswer(answer),
      { rests: [...suspects, ...reasons, 'fetch/report-stays'], sign: { shows: 'refusal' } },
    );
  }
  const { field } = change;
  const rests = [
    ...suspects,
    ...fieldClausesOf(reportShape(), field),
    'fetch/repeated-fetches-agree',
  ];
  const first = report.firstFetched?.[field];
  const before = `${field}: ${formatValue(first)}`;
  const shown = `${field}: ${formatValue(now?.[field])}`;
  // A name may be the usual one of its creator now, and have been the odd one at first.
  const usual = field === 'reportedBy' && step.known.reporters.other(report)?.names?.usual;
  return usual && usual === now?.reportedBy && usual !== first
    ? failure(
        `${shown} each time, as on other reports of ${report.creator}`,
        `${before} at first`,
        {
          rests,
        },
      )
    : failure(`${before}, as before`, shown, { rests, sign: { field } });
}

function isFirstLook({ report }: Step): boolean {
  return report !== undefined && report.creator !== '' && report.seenAt === undefined;
}

function isReader({ report, who }: Step): boolean {
  return report?.readers.has(who.key) ?? false;
}

/** What a fetch shows of a report in any case, by the clauses that say so: one of them is broken by a change. */
const shownByLooks: { readonly [clause in ClauseId]?: (step: Step) => boolean } = {
  'fetch/stored-report-is-found': isFirstLook,
  'create/in-the-named-feed': (step) => isFirstLook(step) && step.known.feeds.used.size > 1,
  'create/parallel-creates-are-all-kept': (step) =>
    isFirstLook(step) && step.report !== undefined && step.known.acts.isOfMany(step.report),
  'fetch/report-stays': (step) => step.known.isAlone && !isFirstLook(step),
  'fetch/repeated-fetches-agree': isReader,
  'fetch/callers-agree': (step) => step.report?.firstFetched !== undefined && !isReader(step),
  ...Object.fromEntries(
    sideEffectClauses.map((id) => [id, (step: Step) => step.reportState?.after.includes(id)]),
  ),
};

const elsewhere = 'somebody may have deleted the report by another route';
const byAnother =
  'a listener cannot know what changed a report; that it changed is detected, by another clause';

function heardBy(id: ClauseId): Pick<Rule, 'traffic' | 'unobservable'> {
  if (id.endsWith('-agree')) return { traffic: 'a report that is fetched twice' };
  const isOfOthers = id === 'create/overwrites-nothing' || id === 'create/leaves-others-unchanged';
  return { unobservable: isOfOthers ? byAnother : elsewhere };
}

/** Broken if a change is attributed to it, met if there is none. */
const looks = (Object.keys(shownByLooks) as ClauseId[]).map((id) =>
  rule(id, {
    ...heardBy(id),
    on: 'fetch',
    when: (step) => {
      const { change, blame, isTelling = false } = step.reportState ?? {};
      return isTelling && (change ? blame === id : (shownByLooks[id]?.(step) ?? false));
    },
    demand: unlikeBefore,
  }),
);

function refusedFor(
  id: ClauseId,
  on: 'fetch' | 'delete',
  because: NonNullable<Step['expected']['because']>,
  heard: Pick<Rule, 'traffic' | 'unobservable'>,
): Rule {
  return rule(id, {
    ...heard,
    on,
    when: ({ expected }) => expected.because === because,
    demand: demandRefusalWithReasons,
  });
}

export const section42: readonly Rule[] = [
  ...looks,
  rule('create/id-finds-the-report', {
    on: 'fetch',
    unobservable: elsewhere,
    when: (step) => {
      const { change, blame, isTelling = false } = step.reportState ?? {};
      const isBlamed = !change || blame === 'fetch/stored-report-is-found';
      return isTelling && isFirstLook(step) && isBlamed;
    },
    demand: (step) => {
      const result = unlikeBefore(step);
      return result === true ? true : { ...result, rests: ['fetch/stored-report-is-found'] };
    },
  }),
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
