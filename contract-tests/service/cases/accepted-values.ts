import { readableAnswer } from '../drive/asked.ts';
import type { Context } from '../drive/context.ts';
import type { KnownReport } from '../model/known/known-report.ts';
import type { Draft } from '../requests/draft.ts';
import type { Case } from './case-plan.ts';
import type { Variation } from './features.ts';
import { tagsOf, variationsOf } from './tags.ts';

/** Enough to determine which of several values are refused, class by class. */
const rounds = 12;

/**
 * The values that the target accepts: validation is open wherever the specification is silent, so a refused
 * value is no fault and is replaced by another.
 */
export class AcceptedValues {
  readonly #context: Context;
  readonly #asked = new Map<string, Promise<boolean>>();
  readonly #refused = new Set<string>();
  readonly #accepted = new Set<string>();
  /** Callers that were refused a fetch: who may fetch is open (5), and they do not try again. */
  readonly refusedFetches = new Set<string>();

  constructor(context: Context) {
    this.#context = context;
  }

  readonly refuses = ({ name }: Variation): boolean => this.#refused.has(name);

  /** The stored report of a case, with as many of its values as the target accepts. */
  async stored(planned: Case, { api, draft }: Context = this.#context): Promise<KnownReport> {
    const { creator, service } = planned;
    for (let round = 0; round < rounds; round += 1) {
      const chosen = this.#chosen(planned);
      const sent = this.#varied(draft(), planned, chosen);
      const suspects = [...chosen, ...variationsOf(planned.tags, this.refuses)];
      const stored = await api.storedIfAccepted(api.create(creator, sent, service));
      if (stored) {
        for (const { name } of suspects) this.#accepted.add(name);
        return stored;
      }
      const unsure = suspects.filter(({ name }) => !this.#accepted.has(name));
      const before = this.#refused.size;
      // Sequentially: usually a single value is the reason, and results of other cases are reused.
      for (const one of unsure) {
        await this.#takes(one);
        if (this.#refused.size > before) break;
      }
      if (this.#refused.size === before && round > 0) break;
    }
    return api.created(creator, {}, service);
  }

  #varied(draft: Draft, { tags }: Case, chosen: readonly Variation[]): Draft {
    const wanted = tagsOf(tags, this.refuses);
    const varied = chosen.reduce((one, { change }) => change(one), draft);
    return wanted ? { ...varied, tags: wanted } : varied;
  }

  /** The wanted value of each class, or else the first that is accepted; hashes first, since links contain them. */
  #chosen({ classes }: Case): Variation[] {
    return [...classes].reverse().flatMap(({ of, name, nth }) => {
      const values = of[name] ?? [];
      const wanted = values[nth];
      const isTaken = wanted && !this.refuses(wanted);
      const value = isTaken ? wanted : values.find((one) => !this.refuses(one));
      return value ? [value] : [];
    });
  }

  #takes(variation: Variation): Promise<boolean> {
    const known = this.#asked.get(variation.name) ?? this.#ask(variation);
    this.#asked.set(variation.name, known);
    known.catch(() => this.#asked.delete(variation.name));
    return known;
  }

  async #ask({ name, change }: Variation): Promise<boolean> {
    const { api, callers, draft } = this.#context;
    const { outcome } = await readableAnswer(api.create(callers.researcher, change(draft())));
    (outcome === 'refusal' ? this.#refused : this.#accepted).add(name);
    return outcome === 'success';
  }
}
