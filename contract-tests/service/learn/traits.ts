import { schemaNamed } from '../../../src/spec/schemas.ts';
import { type Answer, isObject, type JsonBody, readAnswer } from '../../judging/talk/answer.ts';
import type { Exchange } from '../../judging/talk/exchange.ts';
import type { Evidence } from '../../judging/verdict/evidence.ts';
import type { Reports } from '../model/known/reports.ts';
import { operationPlace } from '../operations/operations.ts';
import { isLimited } from '../requests/callers.ts';
import { observeReports } from './report-traits.ts';

const fieldsOf = new Map<string, ReadonlySet<string>>();

function beyond(body: JsonBody, schema: string): boolean {
  const named = fieldsOf.get(schema) ?? new Set(Object.keys(schemaNamed(schema).properties ?? {}));
  fieldsOf.set(schema, named);
  return Object.keys(body).some((field) => !named.has(field));
}

/** Whether a body has fields that the specification does not name. */
function hasExtra({ body, outcome, exchange }: Answer): boolean {
  const { operation } = exchange;
  // The body of a lookup error is itself open (4.4).
  if (outcome === 'refusal')
    return operationPlace(operation).describesErrors && beyond(body, 'ReportError');
  if (isObject(body.report) && beyond(body.report, 'Report')) return true;
  return beyond(body, operationPlace(operation).success.schema);
}

function headerNamed(pattern: RegExp) {
  return ({ exchange }: Answer): boolean =>
    Object.keys(exchange.response.headers).some((name) => pattern.test(name));
}

/** Successful changes: the subjects of events. */
function isChange({ outcome, exchange: { operation } }: Answer): boolean {
  return outcome === 'success' && operationPlace(operation).changes;
}

interface Trait {
  readonly point: string;
  /** The answer to the point where a response has it. */
  readonly word: string;
  readonly has: (answer: Answer) => boolean;
}

/** A trait that holds for some responses, or for none. */
function observeSomeOrNone(
  evidence: Evidence,
  answers: readonly Answer[],
  { point, word, has }: Trait,
): void {
  const shown = answers.find(has);
  const [any] = answers;
  if (shown) evidence.observe(point, word, shown.exchange);
  else if (any) evidence.observe(point, 'none', any.exchange);
}

const extraFields: Trait = { point: 'any.extra-fields', word: 'some', has: hasExtra };
const versionHeader: Trait = {
  point: 'any.version-header',
  word: 'header',
  has: headerNamed(/(^|-)version$/i),
};
const eventHeader: Trait = {
  point: 'any.event-header',
  word: 'header',
  has: headerNamed(/(^|-)(events?|notifications?|webhooks?)(-|$)/i),
};

const code = /^[A-Za-z][A-Za-z0-9]*([_.:-][A-Za-z0-9]+)*$/;

/** The style of error texts, from all responses: a code for each, one for all, or sentences. */
function errorStyle(texts: ReadonlySet<string>): string {
  if (texts.size === 1) return 'terse';
  if ([...texts].every((text) => code.test(text))) return 'code';
  return [...texts].every((text) => /\S\s+\S/.test(text)) ? 'sentence' : 'mixed';
}

function observeErrors(evidence: Evidence, answers: readonly Answer[]): void {
  const refusals = answers.filter(({ outcome, body }) => outcome === 'refusal' && body.error);
  const texts = new Set(refusals.map(({ body }) => String(body.error)));
  // Only refusals of several operations can show that all share one text.
  if (new Set(refusals.map(({ exchange }) => exchange.operation)).size < 2) return;
  evidence.observe('any.error-text', errorStyle(texts), refusals[0]?.exchange);
}

/** Throttled, and served later: a rate limit. */
function observeThrottling(evidence: Evidence, exchanges: readonly Exchange[]): void {
  for (const exchange of exchanges) {
    const { operation, caller, throttled, response } = exchange;
    if (!throttled || isLimited(caller)) continue;
    const later = exchanges.some(
      (one) => one.caller === caller && one.number > exchange.number && !one.throttled,
    );
    if (later) evidence.observe(`${operation}.status.rate-limited`, response.status, exchange);
  }
}

/** What all exchanges of a run reveal together, without extra requests. */
export function observeTraits(
  evidence: Evidence,
  reports: Reports,
  exchanges: readonly Exchange[],
): void {
  const answers = exchanges
    .filter(({ throttled }) => !throttled)
    .map((one) => readAnswer(one))
    .filter(({ json }) => isObject(json));
  observeSomeOrNone(evidence, answers, extraFields);
  observeSomeOrNone(evidence, answers, versionHeader);
  observeSomeOrNone(evidence, answers.filter(isChange), eventHeader);
  observeErrors(evidence, answers);
  observeThrottling(evidence, exchanges);
  observeReports(evidence, reports, exchanges);
}
