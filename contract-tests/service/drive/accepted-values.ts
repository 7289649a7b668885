import type { Caller } from '../../judging/caller.ts';
import type { KnownReport } from '../model/known/known-report.ts';
import { type Choice, text } from '../values/choice.ts';
import { readableAnswer } from './asked.ts';
import type { Context } from './context.ts';

/** Sends several values in one report, and each alone where that is refused, so that it does not spoil the others. */
export class AcceptedValues {
  readonly #context: Context;
  readonly #asked = new Map<Choice, Promise<boolean>>();
  readonly #refused = new Set<Choice>();

  constructor(context: Context) {
    this.#context = context;
  }

  /** A report with as many of these values as the target accepts. */
  async stored(
    { api, draft }: Context,
    wanted: readonly Choice[],
    creator: Caller,
    service: string,
  ): Promise<KnownReport> {
    for (;;) {
      const chosen = wanted.flatMap((one) => this.#accepted(one));
      const sent = chosen.reduce((one, { change }) => change(one), draft());
      const stored = await api.storedIfAccepted(api.create(creator, sent, service));
      if (stored) {
        for (const one of chosen) this.#asked.set(one, Promise.resolve(true));
        return stored;
      }
      if (!(await this.#finds(chosen))) return api.created(creator, {}, service);
    }
  }

  /** Whether one of these is newly found to be refused: usually a single one is the reason. */
  async #finds(chosen: readonly Choice[]): Promise<boolean> {
    for (const one of chosen) {
      if (await this.#takes(one)) continue;
      this.#refused.add(one);
      // Of a text, what else is refused is found out at once: it takes the place of none of its class.
      for (const piece of one.pieces ?? [])
        if (!(await this.#takes(text([piece])))) this.#refused.add(text([piece]));
      return true;
    }
    return false;
  }

  /** The value, or what takes its place. */
  #accepted(wanted: Choice): Choice[] {
    if (!this.#refused.has(wanted)) return [wanted];
    const left = wanted.pieces?.filter((piece) => !this.#refused.has(text([piece]))) ?? [];
    const other =
      left.length > 0 ? text(left) : wanted.alike.find((one) => !this.#refused.has(one));
    return other && !this.#refused.has(other) ? [other] : [];
  }

  #takes(choice: Choice): Promise<boolean> {
    const known = this.#asked.get(choice) ?? this.#ask(choice);
    this.#asked.set(choice, known);
    known.catch(() => this.#asked.delete(choice));
    return known;
  }

  async #ask({ change }: Choice): Promise<boolean> {
    const { api, callers, draft } = this.#context;
    const { outcome } = await readableAnswer(api.create(callers.researcher, change(draft())));
    return outcome === 'success';
  }
}
