import { storesClause } from '../../../../src/spec/clauses/field-clauses.ts';
import type { ClauseId } from '../../../../src/spec/clauses.generated.ts';
import { draftFields } from '../../../../src/spec/fields.ts';
import { isObject } from '../../../judging/talk/answer.ts';
import { formatValue } from '../../../judging/talk/format.ts';
import { debatable, type Failure, failure, isShown, type Rule, rule } from '../rule.ts';
import { fieldClausesOf, reportShape } from '../shapes.ts';
import type { Step } from '../step.ts';

/**
 * The clause that a sent value broke, if it fails a requirement on stored reports: undefined if it was
 * valid or the requirement does not apply.
 */
export function blamedOnWhatWasSent(
  sent: unknown,
  field: string | undefined,
  judge: (body: unknown) => { readonly ok: boolean } | undefined,
): ClauseId | undefined {
  if (field === undefined) return undefined;
  const isDraft = draftFields.includes(field);
  if (!isObject(sent)) return isDraft ? 'create/stores-only-reports' : undefined;
  if (!(field in sent)) return isDraft ? 'create/stores-every-field' : undefined;
  if (judge(sent)?.ok !== false) return undefined;
  return isDraft ? storesClause(field) : 'create/stores-only-reports';
}

/** A server that takes over one field that is not part of a create takes over others (2.1). */
const setByTheService: readonly ClauseId[] = [
  'create/id-is-the-services',
  'create/reporter-is-the-services',
  'create/time-is-the-services',
];

const tested = new WeakMap<object, ReadonlySet<ClauseId>>();
const none: ReadonlySet<ClauseId> = new Set(['create/stores-only-reports']);

/** The clauses about accepted bodies that a body tests. */
function testedBy(sent: unknown): ReadonlySet<ClauseId> {
  if (!isObject(sent)) return none;
  const known = tested.get(sent);
  if (known) return known;
  const clauses = new Set<ClauseId>();
  for (const { field, judge } of reportShape()) {
    const clause = blamedOnWhatWasSent(sent, field, judge);
    if (clause) clauses.add(clause);
  }
  tested.set(sent, clauses);
  return clauses;
}

/** Also where the body was another one to the server: it may leave one of another type unread (4.1). */
function isLeftOut(field: string | undefined, { fetched = {}, report }: Step): boolean {
  const isReport = report?.sent === undefined || isObject(report.sent);
  return field !== undefined && draftFields.includes(field) && isReport && !(field in fetched);
}

/** Refusing an invalid report is as good as storing a valid one. */
export const accepted = [
  ...draftFields.map(storesClause),
  'create/stores-every-field' as const,
  'create/stores-only-reports' as const,
].flatMap((id): Rule[] => [
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
    demand: (step) => {
      let leftOut: Failure | undefined;
      for (const { field, judge } of reportShape()) {
        if (blamedOnWhatWasSent(step.report?.sent, field, judge) !== id) continue;
        const judgement = judge(step.fetched);
        if (!judgement || judgement.ok) continue;
        // What was not sent may stay away: the fields of a fetch are listed, not required.
        if (!id.startsWith('create/stores-valid-') && isLeftOut(field, step))
          leftOut ??= debatable(`${judgement.expected}, though it was not sent`, judgement.actual);
        else
          return failure(
            `${judgement.expected}, since ${formatValue(step.report?.sent)} was accepted`,
            judgement.actual,
            {
              rests: [
                ...fieldClausesOf(reportShape(), field ?? ''),
                ...(draftFields.includes(field ?? '') ? [] : setByTheService),
              ],
            },
          );
      }
      return leftOut ?? true;
    },
  }),
]);
