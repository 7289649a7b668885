import { isDeepStrictEqual } from 'node:util';
import { keepsClause, keptFields } from '../../../../src/spec/clauses/field-clauses.ts';
import type { ClauseId } from '../../../../src/spec/clauses.generated.ts';
import { reportField } from '../../../../src/spec/fields.ts';
import { isHashOf } from '../../../../src/spec/file-hashes.ts';
import { isUrl } from '../../../../src/values/url.ts';
import { isUuid } from '../../../../src/values/uuid.ts';
import { isObject, type JsonBody } from '../../../judging/talk/answer.ts';
import { formatValue } from '../../../judging/talk/format.ts';
import { sameText } from '../../../judging/talk/same-text.ts';
import { operations } from '../../operations/operations.ts';
import { instantOf } from '../formats.ts';
import {
  type ChangedField,
  changedFields,
  formatChange,
  type Wavering,
} from '../known/kept-choices.ts';
import type { KnownReport } from '../known/known-report.ts';
import { setBy } from '../known/report-value.ts';
import { type Failure, failure, isShown, type Rule, rule } from '../rule.ts';
import { areTexts, sameAddress, sameLink, sameTags } from '../sameness.ts';
import { fieldClausesOf, reportShape } from '../shapes.ts';
import type { Step } from '../step.ts';
import { accepted } from './section-2-1-accepted.ts';

interface Kept {
  /** Whether the sent value is definitely valid. */
  readonly isValid: (sent: unknown) => boolean;
  readonly isSame: (sent: unknown, shown: unknown) => boolean;
}

/** 2.1: fields that may be returned in a different spelling. */
const written: { readonly [field: string]: Kept } = {
  tags: {
    isValid: areTexts,
    isSame: (sent, seen) => sameTags(sent as string[], seen),
  },
  c2Address: {
    isValid: (sent) => typeof sent === 'string' && /^[^\s/]+:\d{1,5}$/.test(sent),
    isSame: (sent, seen) => sameAddress(sent as string, seen),
  },
  file256Hash: {
    isValid: (sent) => typeof sent === 'string' && isHashOf('sha256', sent),
    isSame: sameText,
  },
  referenceLink: {
    isValid: (sent) => typeof sent === 'string' && isUrl(sent),
    isSame: (sent, seen) => sameLink(sent as string, seen),
  },
};

/** Every reader of JSON has the same value of these; beyond them, nothing is promised (RFC 7493, 2.2). */
const wholeNumber: Kept = {
  isValid: Number.isSafeInteger,
  // Zero may have a sign.
  isSame: (sent, shown) => sent === shown,
};

/** For a reader. */
function formatField(field: string, value: unknown): string {
  return `${field}: ${formatValue(value)}`;
}

/** The report of a fetch as it was sent. */
function sentOf({ report }: Step): JsonBody {
  return isObject(report?.sent) ? report.sent : {};
}

/** All other fields are returned unchanged. */
function asSent(field: string): Kept {
  return {
    isValid: (sent) =>
      sent !== undefined &&
      reportShape().every(
        (one) => one.field !== field || one.judge({ [field]: sent })?.ok !== false,
      ),
    isSame: isDeepStrictEqual,
  };
}

const createdWith = 'a report that is created with such a value and then fetched';

/** What explains that a report is shown as another one. */
function swapping({ isSwapped }: Step, clause?: ClauseId): ClauseId[] {
  const explains: ClauseId[] = ['create/makes-a-new-report', keepsClause('file256Hash')];
  return isSwapped ? explains.filter((one) => one !== clause) : [];
}

/** Whoever hears only part of the traffic may miss a change. */
const mayMissChanges = operations.all.some(({ effect }) => effect === 'changes');

/** 2.1: a field that was sent with a valid value is returned with it, until another one is sent. */
const keeps = keptFields.map(({ operation, field }) => {
  const { isValid, isSame } =
    written[field] ?? (reportField(field).type === 'integer' ? wholeNumber : asSent(field));
  return rule(keepsClause(field, operation), {
    on: 'fetch',
    traffic: createdWith,
    // A value that was returned correctly at first, and is not now, was changed later.
    when: (step) =>
      isShown(step) &&
      (step.isAlone || !mayMissChanges) &&
      setBy(step.report as KnownReport, field, step.exchange) === operation &&
      isValid(sentOf(step)[field]) &&
      (!step.report?.firstFetched ||
        isSame(sentOf(step)[field], step.fetched?.[field]) ||
        !isSame(sentOf(step)[field], step.report.firstFetched[field])),
    demand: (step) => {
      const wants = sentOf(step)[field];
      const shown = step.fetched?.[field];
      if (isSame(wants, shown)) return true;
      const rests: ClauseId[] = [
        ...fieldClausesOf(reportShape(), field),
        ...(step.reportState?.suspects ?? []),
        // One that is in progress is not among the suspects yet.
        'create/leaves-others-unchanged',
        ...swapping(step, keepsClause(field, operation)),
      ];
      return failure(`${formatField(field, wants)}, as it was sent`, formatField(field, shown), {
        rests,
        sign: { field, wants },
      });
    },
  });
});

/** 2.1: what the service does with a value by a rule, it does each time. */
const steady = changedFields.map((field) =>
  rule(keepsClause(field), {
    on: 'fetch',
    when: (step) => isShown(step) && !step.isSwapped && waveringIn(step, field) !== undefined,
    demand: (step) => {
      const wavering = waveringIn(step, field);
      if (!wavering) return true;
      const { about, before } = wavering;
      const now = { sent: sentOf(step)[field], shown: step.fetched?.[field] };
      return failure(
        `${about} as in the report ${before.report}, where ${formatChange(before)}`,
        `${field}: ${formatChange(now)}`,
        { rests: [...(step.reportState?.suspects ?? [])] },
      );
    },
  }),
);

function waveringIn({ choices, report, fetched }: Step, field: ChangedField): Wavering | undefined {
  return report && fetched && choices?.wavering(report, fetched, field);
}

const dayMs = 24 * 3600_000;
const sentAndFetched = 'a create that sends such a field, and a fetch';

function asTheClientSent(field: string, now: unknown): Failure {
  return failure(
    `${field} as the service sets it`,
    `${field}: ${formatValue(now)}, as the client sent it`,
    {
      sign: { field },
    },
  );
}

/** 2.1: a field that is not part of a create does not come from the client. */
function setByTheService(
  id: ClauseId,
  field: string,
  of: Pick<Rule, 'when'> & {
    readonly isTakenOver: (sent: unknown, now: unknown, step: Step) => boolean;
  },
): Rule {
  return rule(id, {
    on: 'fetch',
    traffic: sentAndFetched,
    when: of.when,
    demand: (step) => {
      const now = step.fetched?.[field];
      return !of.isTakenOver(sentOf(step)[field], now, step) || asTheClientSent(field, now);
    },
  });
}

export const section21: readonly Rule[] = [
  ...keeps,
  ...steady,
  ...accepted,
  rule('create/lowers-the-hash', {
    on: 'fetch',
    traffic: createdWith,
    when: (step) => {
      const { file256Hash: sent } = sentOf(step);
      const isUpper = typeof sent === 'string' && isHashOf('sha256', sent) && /[A-F]/.test(sent);
      return isShown(step) && isUpper && sameText(sent, step.fetched?.file256Hash);
    },
    demand: (step) => {
      const lower = String(sentOf(step).file256Hash).toLowerCase();
      const { file256Hash } = step.fetched ?? {};
      return (
        file256Hash === lower ||
        failure(`file256Hash: ${lower}`, `file256Hash: ${formatValue(file256Hash)}`, {
          sign: { field: 'file256Hash', wants: lower },
        })
      );
    },
  }),
  rule('create/id-is-the-services', {
    on: 'create',
    traffic: sentAndFetched,
    when: ({ answer, exchange: { sent } }) =>
      answer.outcome === 'success' && isObject(sent) && isUuid(sent.id),
    demand: ({ answer, exchange: { sent } }) =>
      !sameText((sent as JsonBody).id, answer.body.id) || {
        ...asTheClientSent('id', answer.body.id),
        rests: ['create/makes-a-new-report'],
      },
  }),
  setByTheService('create/id-is-the-services', 'id', {
    // A report that is shown with the id that was sent is not another one.
    when: (step) =>
      (isShown(step) || sameText(sentOf(step).id, step.fetched?.id)) && isUuid(sentOf(step).id),
    isTakenOver: (sent, now) => sameText(sent, now),
  }),
  setByTheService('create/reporter-is-the-services', 'reportedBy', {
    when: (step) =>
      isShown(step) &&
      typeof sentOf(step).reportedBy === 'string' &&
      (step.isAlone || step.reporter !== undefined),
    // A client may send the very name that the service sets.
    isTakenOver: (sent, now, { reporter }) => sameText(sent, now) && reporter?.name !== now,
  }),
  setByTheService('create/time-is-the-services', 'reportedAt', {
    when: (step) => {
      const { reportedAt } = sentOf(step);
      if (!isShown(step) || typeof reportedAt !== 'string') return false;
      // A client may guess the correct time, but hardly a wrong one.
      const createdAt = performance.timeOrigin + (step.report?.createdAt ?? 0);
      return Math.abs(instantOf(reportedAt) - createdAt) > 2 * dayMs;
    },
    isTakenOver: (sent, now) => sent === now,
  }),
  rule('create/returns-only-the-id', {
    on: 'create',
    when: ({ answer }) => answer.outcome === 'success',
    demand: ({ answer: { body } }) => {
      const extra = Object.keys(body).filter((field) => withheld.has(field));
      return (
        extra.length === 0 ||
        failure('only id, of the fields of a report', `also ${extra.join(', ')}`)
      );
    },
  }),
  rule('report/reported-by-is-the-creator', {
    on: 'fetch',
    traffic: 'two reports of one researcher, created within a minute and fetched',
    when: (step) => isShown(step) && step.reporter !== undefined,
    demand: (step) => {
      const { reporter, fetched, report } = step;
      const shown = fetched?.reportedBy;
      const tell = (odd: unknown, usual: unknown) => ({
        expected: `reportedBy: ${formatValue(usual)}, as on another report of ${report?.creator}`,
        actual: `reportedBy: ${formatValue(odd)}`,
        sign: { field: 'reportedBy', wants: usual },
      });
      if (shown === reporter?.name) return true;
      const { expected, actual, sign } = tell(shown, reporter?.name);
      return failure(expected, actual, {
        rests: [
          ...swapping(step),
          'create/reporter-is-the-services',
          'fetch/callers-agree',
          'fetch/repeated-fetches-agree',
          ...fieldClausesOf(reportShape(), 'reportedBy'),
          'report/reported-by-named',
        ],
        sign,
        ...(reporter?.names && { contradicts: { value: shown, of: reporter.names, tell } }),
      });
    },
  }),
];

/** 2.1: the creation response returns only the id. */
const withheld = new Set(
  [...reportShape().flatMap(({ field }) => field ?? []), 'report'].filter(
    (field) => field !== 'id',
  ),
);
