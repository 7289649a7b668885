import type { Model } from '../model.ts';
import type { Doubt, Service } from '../service.ts';
import { readAnswer } from '../talk/answer.ts';
import type { Exchange } from '../talk/exchange.ts';
import { Evidence } from '../verdict/evidence.ts';
import type { ClauseResult } from '../verdict/verdict.ts';
import { sliceOf } from './slice.ts';

/** What a history is judged by. */
type Judging = Pick<Doubt, 'model' | 'who'>;

/** More explanations than these explain nothing. */
const mostNamed = 3;

/**
 * The statements of the target file of which one alone explains a broken clause, if it is wrong: the whole
 * history, judged without it, breaks neither this clause nor another one that it did not break before.
 */
export function doubtsOn(
  service: Service,
  model: Model,
  history: readonly Exchange[],
): (clause: ClauseResult) => readonly string[] {
  const stated: Judging = { model: service.model, who: service.callers.who };
  const doubts = (service.doubts?.(model) ?? []).map((doubt) => new TriedDoubt(doubt, history));
  let known: ReadonlySet<string> | undefined;
  return ({ id, findings: [first] }) => {
    known ??= brokenIn(history, stated);
    const broken = known;
    if (!first || !broken.has(id)) return [];
    // A part of the lookups says nothing about a count.
    const isCount = service.clauses.counts?.includes(id) ?? false;
    const slice = isCount ? [] : sliceOf(service, first, history);
    const isShown = brokenIn(slice, stated).has(id);
    const counted = history.filter(({ caller }) => service.callers.isCounted(caller));
    const whole = isCount ? counted : history;
    const shown = isShown ? slice : whole;
    const explaining = doubts
      .filter(({ judging }) => shown.some((one) => judging.concerns(one)))
      .filter(({ judging }) => !isShown || !brokenIn(slice, judging).has(id))
      .filter((doubt) => doubt.explains(id, broken));
    return explaining
      .filter((doubt, nth) => explaining.findIndex((one) => one.isLike(doubt)) === nth)
      .slice(0, mostNamed)
      .map((doubt) => doubt.inWords());
  };
}

/** The whole history is judged anew only where a doubt may explain something. */
class TriedDoubt {
  readonly judging: Doubt;
  readonly #history: readonly Exchange[];
  #otherwise: ReadonlySet<string> | undefined;

  constructor(doubt: Doubt, history: readonly Exchange[]) {
    this.judging = doubt;
    this.#history = history;
  }

  explains(clause: string, broken: ReadonlySet<string>): boolean {
    this.#otherwise ??= brokenIn(this.#history, this.judging);
    const otherwise = this.#otherwise;
    return !otherwise.has(clause) && [...otherwise].every((one) => broken.has(one));
  }

  isLike({ judging }: TriedDoubt): boolean {
    return this.judging.about === judging.about;
  }

  inWords(): string {
    const { says, at } = this.judging;
    return at === undefined ? says : `${says}: ${at}`;
  }
}

/** The clauses that a history breaks, each request and each response heard at its time. */
function brokenIn(
  history: readonly Exchange[],
  { model: modelOf, who }: Judging,
): ReadonlySet<string> {
  const evidence = new Evidence();
  const model = modelOf({ evidence, isAlone: true });
  const heard = history.flatMap((exchange) => [
    { at: exchange.startedAt, hear: () => model.sent(exchange, exchange.startedAt) },
    {
      at: exchange.endedAt,
      hear: () => model.answered(exchange, who(exchange.caller), { read: readAnswer(exchange) }),
    },
  ]);
  for (const { hear } of heard.sort((a, b) => a.at - b.at)) hear();
  model.finish();
  return new Set(evidence.brokenIds);
}
