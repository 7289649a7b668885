import { reportDraft } from '../../../../src/spec/fields.ts';
import { isObject } from '../../../judging/talk/answer.ts';
import { operationPlace } from '../../operations/operations.ts';
import { refusalText } from '../sameness.ts';
import type { Step } from '../step.ts';

/**
 * Whether the target knows a token. A mistyped one is refused as well, which would look correct: so a
 * refusal proves a rule about callers only if it differs from those for an unknown token.
 */
export class TokenHistory {
  readonly #known = new Set<string>();
  /** The refusals of each caller, by operation. */
  readonly #refused = new Map<string, Set<string>>();
  readonly #unheld = new Map<string, Set<string>>();
  readonly #served = new Set<string>();

  add(step: Step): void {
    const { who, exchange, answer, expected } = step;
    const { operation } = exchange;
    if (operation === 'lookup' && answer.outcome !== 'success') return;
    if (who.token === 'held' && answer.outcome === 'success') {
      if (operation === 'fetch') this.#served.add(who.key);
      else this.#known.add(who.key);
      return;
    }
    if (answer.outcome !== 'refusal' || !isWellFormed(step)) return;
    const isAboutTheCaller =
      expected.because === 'may-not' ||
      expected.because === 'unknown-token' ||
      (expected.because === 'may' && expected.as !== 'creator');
    if (!isAboutTheCaller && operation !== 'fetch') return;
    if (who.token !== 'held' && who.token !== 'unheld') return;
    const texts = who.token === 'unheld' ? this.#unheld : this.#refused;
    const key = who.token === 'unheld' ? operation : `${who.key} ${operation}`;
    texts.set(key, (texts.get(key) ?? new Set()).add(refusalText(answer)));
  }

  isKnown(caller: string): boolean {
    if (this.#known.has(caller)) return true;
    // Callers without a valid token were refused what this one received.
    if (this.#served.has(caller) && this.#unheld.has('fetch')) return true;
    return [...this.#unheld.keys()].some((operation) => {
      const unheld = this.#unheld.get(operation);
      const own = this.#refused.get(`${caller} ${operation}`);
      return unheld && own && [...own].some((text) => !unheld.has(text));
    });
  }

  /** Whether refused deletions point to a mistyped token rather than to missing permission. */
  seemsMistyped(caller: string): boolean {
    if (this.isKnown(caller)) return false;
    const unheld = this.#unheld.get('delete');
    return (
      unheld !== undefined &&
      [...this.#refused].some(
        ([key, texts]) => key.endsWith(' delete') && [...texts].some((text) => !unheld.has(text)),
      )
    );
  }
}

/** Only the caller can be a reason to refuse this request. */
function isWellFormed({ exchange: { operation, about, sent }, report }: Step): boolean {
  const { parameters } = operationPlace(operation);
  if (parameters.some(({ name }) => name === 'report'))
    return report !== undefined && report.id === about.report;
  if (operation !== 'create') return true;
  return isObject(sent) && reportDraft.required.every((field) => field in sent);
}
