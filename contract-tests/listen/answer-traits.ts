import { type Answer, isObject } from '../talk/answer.ts';
import type { Exchange } from '../talk/exchange.ts';
import { schemaNamed } from '../talk/schemas.ts';
import type { BoundedEvidence } from './bounded-evidence.ts';

const schemas = {
  create: 'ReportCreated',
  fetch: 'ReportFetched',
  delete: 'ReportDeleted',
  lookup: 'StaticAnalysis',
} as const;

const fieldsOf = new Map<string, ReadonlySet<string>>();

const beyond = (body: object, schema: string): boolean => {
  const named = fieldsOf.get(schema) ?? new Set(Object.keys(schemaNamed(schema).properties ?? {}));
  fieldsOf.set(schema, named);
  return Object.keys(body).some((field) => !named.has(field));
};

const hasExtra = ({ body, outcome, exchange }: Answer): boolean => {
  const { operation } = exchange;
  // What an error of the lookup holds is open itself (4.4).
  if (outcome !== 'success') return operation !== 'lookup' && beyond(body, 'ReportError');
  if (isObject(body.report) && beyond(body.report, 'Report')) return true;
  return beyond(body, schemas[operation]);
};

const hasHeader = ({ response }: Exchange, pattern: RegExp): boolean =>
  Object.keys(response.headers).some((name) => pattern.test(name));

const code = /^[A-Za-z][A-Za-z0-9]*([_.:-][A-Za-z0-9]+)*$/;

/** So many answers without a trait are taken to show that there is none. */
const enough = 20;

/** What all answers have in common: further fields, headers, how errors are worded. */
export class AnswerTraits {
  readonly #evidence: BoundedEvidence;
  readonly #texts = new Set<string>();
  readonly #situations = new Set<string>();
  #any: Exchange | undefined;
  #change: Exchange | undefined;
  #refusal: Exchange | undefined;
  #answers = 0;

  constructor(evidence: BoundedEvidence) {
    this.#evidence = evidence;
  }

  heard(answer: Answer): void {
    const { exchange, outcome, body, json } = answer;
    if (!isObject(json)) return;
    this.#answers += 1;
    this.#any ??= exchange;
    const { operation, response } = exchange;
    const isChange = outcome === 'success' && (operation === 'create' || operation === 'delete');
    if (isChange) this.#change ??= exchange;
    const observe = (point: string, value: string): void =>
      this.#evidence.observe(point, value, exchange);
    if (hasExtra(answer)) observe('any.extra-fields', 'some');
    if (hasHeader(exchange, /(^|-)version$/i)) observe('any.version-header', 'header');
    if (isChange && hasHeader(exchange, /(^|-)(events?|notifications?|webhooks?)(-|$)/i))
      observe('any.event-header', 'header');
    if (outcome !== 'refusal' || typeof body.error !== 'string' || this.#texts.size > 200) return;
    this.#refusal ??= exchange;
    this.#texts.add(body.error);
    this.#situations.add(`${operation} ${response.status}`);
  }

  conclude(): void {
    const none = (point: string, exchange: Exchange | undefined): void => {
      const isSeen = this.#evidence.observations.some((one) => one.openPoint === point);
      if (!isSeen && exchange && this.#answers >= enough)
        this.#evidence.observe(point, 'none', exchange);
    };
    none('any.extra-fields', this.#any);
    none('any.version-header', this.#any);
    none('any.event-header', this.#change);
    const style = this.#style();
    if (style) this.#evidence.observe('any.error-text', style, this.#refusal);
  }

  #style(): string | undefined {
    const texts = [...this.#texts];
    // One text is one for all only where it was given in several situations.
    if (texts.length === 1) return this.#situations.size >= 4 ? 'terse' : undefined;
    if (texts.length === 0) return undefined;
    if (texts.every((text) => code.test(text))) return 'code';
    return texts.every((text) => /\S\s+\S/.test(text)) ? 'sentence' : 'mixed';
  }
}
