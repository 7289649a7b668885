import { errorStyle, hasEvent, hasExtra, hasVersion, isChange } from '../learn/traits.ts';
import { type Answer, isObject } from '../talk/answer.ts';
import type { Exchange } from '../talk/exchange.ts';
import type { BoundedEvidence } from './bounded-evidence.ts';

/** After this many responses without a trait, it counts as absent. */
const enough = 20;

/** Traits common to all responses: additional fields, headers, wording of errors. */
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

  onAnswer(answer: Answer): void {
    const { exchange, outcome, body, json } = answer;
    if (!isObject(json)) return;
    this.#answers += 1;
    this.#any ??= exchange;
    const { operation, response } = exchange;
    if (isChange(answer)) this.#change ??= exchange;
    const observe = (point: string, value: string): void =>
      this.#evidence.observe(point, value, exchange);
    if (hasExtra(answer)) observe('any.extra-fields', 'some');
    if (hasVersion(answer)) observe('any.version-header', 'header');
    if (isChange(answer) && hasEvent(answer)) observe('any.event-header', 'header');
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
    const { size } = this.#texts;
    // A text counts as common only if it was seen in several situations.
    if (size === 0 || (size === 1 && this.#situations.size < 4)) return undefined;
    return errorStyle(this.#texts);
  }
}
