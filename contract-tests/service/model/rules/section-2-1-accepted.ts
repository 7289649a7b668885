import { storesClause } from '../../../../src/spec/clauses/field-clauses.ts';
import type { ClauseId } from '../../../../src/spec/clauses.generated.ts';
import { draftFields } from '../../../../src/spec/fields.ts';
import { isObject } from '../../../judging/talk/answer.ts';
import { formatValue } from '../../../judging/talk/format.ts';
import type { Requirement } from '../../../judging/verdict/shape.ts';
import { debatable, type Failure, failure, isShown, type Rule, rule } from '../rule.ts';
import { fieldClausesOf, reportShape } from '../shapes.ts';
import type { Step } from '../step.ts';

const onlyReports = 'create/stores-only-reports';
const everyField = 'create/stores-every-field';

/**
 * The clause that a sent value broke, if it fails a requirement on stored reports: undefined if it was
 * valid or the requirement does not apply.
 */
export function blamedOnWhatWasSent(
  sent: unknown,
  { field, judge }: Pick<Requirement, 'field' | 'judge'>,
): ClauseId | undefined {
  if (field === undefined) return undefined;
  const isDraft = draftFields.includes(field);
  if (!isObject(sent)) return isDraft ? onlyReports : undefined;
  if (!(field in sent)) return isDraft ? everyField : undefined;
  if (judge(sent)?.ok !== false) return undefined;
  return isDraft ? storesClause(field) : onlyReports;
}

const tested = new WeakMap<object, ReadonlySet<ClauseId>>();

/** The clauses about accepted bodies that a body tests. */
function testedBy(sent: unknown): ReadonlySet<ClauseId> {
  if (!isObject(sent)) return new Set([onlyReports]);
  const clauses =
    tested.get(sent) ??
    new Set(reportShape().flatMap((one) => blamedOnWhatWasSent(sent, one) ?? []));
  tested.set(sent, clauses);
  return clauses;
}

/** Also where the body was another one to the server: it may leave one of another type unread (4.1). */
function isLeftOut(field: string, { fetched = {}, report }: Step): boolean {
  const isReport = report?.sent === undefined || isObject(report.sent);
  return draftFields.includes(field) && isReport && !(field in fetched);
}

/** A server that takes over one field that is not part of a create takes over others (2.1). */
const setByTheService: readonly ClauseId[] = [
  'create/id-is-the-services',
  'create/reporter-is-the-services',
  'create/time-is-the-services',
];

/** What the report of a fetch shows of what was sent and is not valid. */
function storedInvalid(id: ClauseId, step: Step): true | Failure {
  const sent = step.report?.sent;
  const wrong = reportShape().flatMap((one) => {
    const judgement = blamedOnWhatWasSent(sent, one) === id && one.judge(step.fetched);
    return judgement && !judgement.ok ? [{ ...judgement, field: one.field ?? '' }] : [];
  });
  // What was not sent may stay away: the fields of a fetch are listed, not required.
  const mayStayAway = (field: string): boolean =>
    (id === everyField || id === onlyReports) && isLeftOut(field, step);
  const shown = wrong.find(({ field }) => !mayStayAway(field));
  if (shown) {
    const { field, expected, actual } = shown;
    const others = draftFields.includes(field) ? [] : setByTheService;
    return failure(`${expected}, since ${formatValue(sent)} was accepted`, actual, {
      rests: [...fieldClausesOf(reportShape(), field), ...others],
    });
  }
  const [absent] = wrong;
  return !absent || debatable(`${absent.expected}, though it was not sent`, absent.actual);
}

/** Refusing an invalid report is as good as storing a valid one. */
export const accepted = [...draftFields.map(storesClause), everyField, onlyReports].flatMap(
  (one): Rule[] => {
    const id = one as ClauseId;
    return [
      rule(id, {
        on: 'create',
        traffic: 'a create with such a body that is accepted, and a fetch of the report',
        when: ({ exchange, answer, expected }) =>
          answer.outcome === 'refusal' &&
          expected.must === 'either' &&
          exchange.request.body !== undefined &&
          testedBy(exchange.sent).has(id),
        demand: () => true,
      }),
      rule(id, {
        on: 'fetch',
        when: (step) => isShown(step) && testedBy(step.report?.sent).has(id),
        demand: (step) => storedInvalid(id, step),
      }),
    ];
  },
);
