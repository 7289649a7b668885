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
import { type ChangedField, changedFields, formatChange } from '../known/kept-choices.ts';
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

function text(
  isValid: (sent: string) => boolean,
  isSame: (sent: string, shown: unknown) => boolean,
) {
  return {
    isValid: (sent: unknown) => typeof sent === 'string' && isValid(sent),
    isSame: (sent: unknown, shown: unknown) => isSame(sent as string, shown),
  };
}

/** 2.1: fields that may be returned in a different spelling. */
const written: { readonly [field: string]: Kept } = {
  tags: { isValid: areTexts, isSame: (sent, shown) => sameTags(sent as string[], shown) },
  c2Address: text((sent) => /^[^\s/]+:\d{1,5}$/.test(sent), sameAddress),
  file256Hash: text((sent) => isHashOf('sha256', sent), sameText),
  referenceLink: text(isUrl, sameLink),
};

/** Every reader of JSON has the same value of these; beyond them, nothing is promised (RFC 7493, 2.2). Zero may have a sign. */
const wholeNumber: Kept = {
  isValid: Number.isSafeInteger,
  isSame: (sent, shown) => sent === shown,
};

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

/** For a reader. */
function formatField(field: string, value: unknown): string {
  return `${field}: ${formatValue(value)}`;
}

/** The report of a fetch as it was sent. */
function sentOf({ report }: Step): JsonBody {
  return isObject(report?.sent) ? report.sent : {};
}

const createdWith = 'a report that is created with such a value and then fetched';

/** Whether a report is shown with what was sent for another one. */
function isSwapped({ known, report, fetched }: Step): boolean {
  return !!report && !!fetched && known.hashes.isSwapped(report, fetched);
}

/** What explains that. */
function swapping(step: Step, clause?: ClauseId): ClauseId[] {
  const explains: ClauseId[] = ['create/makes-a-new-report', keepsClause('file256Hash')];
  return isSwapped(step) ? explains.filter((one) => one !== clause) : [];
}

/** Whoever hears only part of the traffic may miss a change. */
const mayMissChanges = operations.all.some(({ effect }) => effect === 'changes');

/** 2.1: a field that was sent with a valid value is returned with it, until another one is sent. */
const keeps = keptFields.map(({ operation, field }) => {
  const { isValid, isSame } =
    written[field] ?? (reportField(field).type === 'integer' ? wholeNumber : asSent(field));
  const id = keepsClause(field, operation);
  return rule(id, {
    on: 'fetch',
    traffic: createdWith,
    when: (step) => {
      const { report, exchange, known } = step;
      const { [field]: sent } = sentOf(step);
      const isSameIn = (shown: JsonBody | undefined) => !shown || isSame(sent, shown[field]);
      return (
        isShown(step) &&
        (known.isAlone || !mayMissChanges) &&
        report !== undefined &&
        setBy(report, field, exchange) === operation &&
        isValid(sent) &&
        // A value that was returned correctly at first, and is not now, was changed later.
        (!report.firstFetched || isSameIn(step.fetched) || !isSameIn(report.firstFetched))
      );
    },
    demand: (step) => {
      const wants = sentOf(step)[field];
      const shown = step.fetched?.[field];
      if (isSame(wants, shown)) return true;
      const rests: ClauseId[] = [
        ...fieldClausesOf(reportShape(), field),
        ...(step.reportState?.suspects ?? []),
        // One that is in progress is not among the suspects yet.
        'create/leaves-others-unchanged',
        ...swapping(step, id),
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
    when: (step) => isShown(step) && !isSwapped(step) && waveringIn(step, field) !== undefined,
    demand: (step) => {
      const wavering = waveringIn(step, field);
      if (!wavering) return true;
      const { about, before } = wavering;
      const now = { sent: sentOf(step)[field], shown: step.fetched?.[field] };
      return failure(
        `${about} as in the report ${before.report}, where ${formatChange(before)}`,
        `${field}: ${formatChange(now)}`,
        { rests: step.reportState?.suspects ?? [] },
      );
    },
  }),
);

function waveringIn({ known: { choices }, report, fetched }: Step, field: ChangedField) {
  return report && fetched && choices?.wavering(report, fetched, field);
}

const dayMs = 24 * 3600_000;
const sentAndFetched = 'a create that sends such a field, and a fetch';

function asTheClientSent(field: string, now: unknown, rests: readonly ClauseId[] = []): Failure {
  return failure(
    `${field} as the service sets it`,
    `${field}: ${formatValue(now)}, as the client sent it`,
    { sign: { field }, rests },
  );
}

/** The name on another report of the same creator. */
function otherNameOf({ known, report, fetched }: Step) {
  return report && fetched && known.reporters.other(report);
}

interface Takeover {
  readonly clause: ClauseId;
  /** Whether the value that was sent would be told from that of the service. */
  readonly tells: (sent: unknown, step: Step) => boolean;
  readonly isTakenOver: (sent: unknown, now: unknown, step: Step) => boolean;
}

/** 2.1: fields that are not part of a create do not come from the client. */
const setByTheService: { readonly [field: string]: Takeover } = {
  id: {
    clause: 'create/id-is-the-services',
    // A report that is shown with the id that was sent is not another one.
    tells: (sent, step) => isUuid(sent) && (isShown(step) || sameText(sent, step.fetched?.id)),
    isTakenOver: sameText,
  },
  reportedBy: {
    clause: 'create/reporter-is-the-services',
    tells: (sent, step) =>
      isShown(step) &&
      typeof sent === 'string' &&
      (step.known.isAlone || otherNameOf(step) !== undefined),
    // A client may send the very name that the service sets.
    isTakenOver: (sent, now, step) => sameText(sent, now) && otherNameOf(step)?.name !== now,
  },
  reportedAt: {
    clause: 'create/time-is-the-services',
    tells: (sent, step) => {
      if (!isShown(step) || typeof sent !== 'string') return false;
      // A client may guess the correct time, but hardly a wrong one.
      const createdAt = performance.timeOrigin + (step.report?.createdAt ?? 0);
      return Math.abs(instantOf(sent) - createdAt) > 2 * dayMs;
    },
    isTakenOver: (sent, now) => sent === now,
  },
};

export const section21: readonly Rule[] = [
  ...keeps,
  ...steady,
  ...accepted,
  ...Object.entries(setByTheService).map(([field, { clause, tells, isTakenOver }]) =>
    rule(clause, {
      on: 'fetch',
      traffic: sentAndFetched,
      when: (step) => tells(sentOf(step)[field], step),
      demand: (step) => {
        const now = step.fetched?.[field];
        return !isTakenOver(sentOf(step)[field], now, step) || asTheClientSent(field, now);
      },
    }),
  ),
  rule('create/id-is-the-services', {
    on: 'create',
    traffic: sentAndFetched,
    when: ({ answer, exchange: { sent } }) =>
      answer.outcome === 'success' && isObject(sent) && isUuid(sent.id),
    demand: ({ answer: { body }, exchange: { sent } }) =>
      !sameText((sent as JsonBody).id, body.id) ||
      asTheClientSent('id', body.id, ['create/makes-a-new-report']),
  }),
  rule('create/lowers-the-hash', {
    on: 'fetch',
    traffic: createdWith,
    when: (step) => {
      const { file256Hash: sent } = sentOf(step);
      const isUpper = typeof sent === 'string' && isHashOf('sha256', sent) && /[A-F]/.test(sent);
      return isShown(step) && isUpper && sameText(sent, step.fetched?.file256Hash);
    },
    demand: (step) => {
      const field = 'file256Hash';
      const wants = String(sentOf(step)[field]).toLowerCase();
      const shown = step.fetched?.[field];
      return (
        shown === wants ||
        failure(`${field}: ${wants}`, formatField(field, shown), { sign: { field, wants } })
      );
    },
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
    when: (step) => isShown(step) && otherNameOf(step) !== undefined,
    demand: (step) => {
      const { name, names } = otherNameOf(step) ?? {};
      const shown = step.fetched?.reportedBy;
      if (shown === name) return true;
      const tell = (odd: unknown, usual: unknown) => ({
        expected: `${formatField('reportedBy', usual)}, as on another report of ${step.report?.creator}`,
        actual: formatField('reportedBy', odd),
        sign: { field: 'reportedBy', wants: usual },
      });
      return {
        ...tell(shown, name),
        rests: [
          ...swapping(step),
          'create/reporter-is-the-services',
          'fetch/callers-agree',
          'fetch/repeated-fetches-agree',
          ...fieldClausesOf(reportShape(), 'reportedBy'),
          'report/reported-by-named',
        ],
        ...(names && { contradicts: { value: shown, of: names, tell } }),
      };
    },
  }),
];

/** 2.1: the creation response returns only the id. */
const withheld = new Set(
  ['report', ...reportShape().flatMap(({ field }) => field ?? [])].filter((one) => one !== 'id'),
);
