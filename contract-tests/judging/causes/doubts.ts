import { isDeepStrictEqual } from 'node:util';
import type { Model } from '../model.ts';
import type { Doubt, Service } from '../service.ts';
import { readAnswer } from '../talk/answer.ts';
import type { Exchange } from '../talk/exchange.ts';
import { Evidence, type Finding } from '../verdict/evidence.ts';
import type { ClauseResult } from '../verdict/verdict.ts';
import { sliceOf } from './slice.ts';

/** What a history is judged by. */
type Judging = Pick<Doubt, 'model' | 'who'>;

/** The clauses that are broken, each with its findings. */
type Broken = ReadonlyMap<string, readonly Finding[]>;

/** More explanations than these explain nothing. */
const mostNamed = 3;

/**
 * The statements of the target file of which one alone explains a broken clause, if it is wrong: the whole
 * history, judged without it, breaks neither this clause nor another one that it did not break before. Where
 * none does, two that do so together.
 */
export function doubtsOn(
  service: Service,
  model: Model,
  history: readonly Exchange[],
): (clause: ClauseResult) => readonly string[] {
  const stated: Judging = { model: service.model, who: service.callers.who };
  const doubts = (service.doubts?.(model) ?? []).map((doubt) => new TriedDoubt(doubt, history));
  let known: Broken | undefined;
  /** The requests that show a finding, as few as can. */
  const shownBy = (finding: Finding) => {
    const { clause } = finding;
    // A part of the lookups says nothing about a count.
    const isCount = service.clauses.counts?.includes(clause) ?? false;
    const slice = isCount ? [] : sliceOf(service, finding, history);
    const isShown = brokenIn(slice, stated).has(clause);
    const counted = history.filter(({ caller }) => service.callers.isCounted(caller));
    const whole = isCount ? counted : history;
    return { shown: isShown ? slice : whole, isShown };
  };
  /** Those that can change what is said of a finding. */
  const concerning = (shown: readonly Exchange[]): TriedDoubt[] =>
    doubts.filter(({ judging }) => shown.some((one) => judging.concerns(one)));
  return ({ id, findings: [first] }) => {
    known ??= brokenIn(history, stated);
    const broken = known;
    if (!first || !broken.has(id)) return [];
    const { shown, isShown } = shownBy(first);
    const tried = concerning(shown).filter(
      ({ judging }) => !isShown || !brokenIn(shown, judging).has(id),
    );
    const explaining = tried.filter((doubt) => doubt.explains(id, broken));
    if (explaining.length === 0) {
      const about = (finding: Finding) => concerning(shownBy(finding).shown);
      const pair = pairOf(tried, { id, broken, about });
      const inOrder = doubts.filter((one) => pair?.includes(one)).map((one) => one.inWords());
      return pair ? [inOrder.join(', and ')] : [];
    }
    return explaining
      .filter((doubt, nth) => explaining.findIndex((one) => one.isLike(doubt)) === nth)
      .slice(0, mostNamed)
      .map((doubt) => doubt.inWords());
  };
}

interface Unexplained {
  readonly id: string;
  readonly broken: Broken;
  readonly about: (finding: Finding) => readonly TriedDoubt[];
}

/** Two statements that explain a clause together: the second explains what the first leaves. */
function pairOf(
  tried: readonly TriedDoubt[],
  { id, broken, about }: Unexplained,
): readonly [TriedDoubt, TriedDoubt] | undefined {
  const partly = tried
    .filter((doubt) => doubt.changes(broken) && doubt.breaksNothingNew(broken))
    .slice(0, mostNamed);
  for (const first of partly) {
    const [left] = first.otherwise.get(id) ?? [];
    const others = left ? about(left).filter((one) => !one.isLike(first)) : [];
    const second = others.find((one) => one.changes(broken) && one.and(first).explains(id, broken));
    if (second) return [first, second];
  }
  return undefined;
}

/** The whole history is judged anew only where a doubt may explain something. */
class TriedDoubt {
  readonly judging: Doubt;
  readonly #history: readonly Exchange[];
  #otherwise: Broken | undefined;

  constructor(doubt: Doubt, history: readonly Exchange[]) {
    this.judging = doubt;
    this.#history = history;
  }

  /** What is broken if it is right. */
  get otherwise(): Broken {
    this.#otherwise ??= brokenIn(this.#history, this.judging);
    return this.#otherwise;
  }

  explains(clause: string, broken: Broken): boolean {
    return !this.otherwise.has(clause) && this.breaksNothingNew(broken);
  }

  /** Whether something else is found if it is right. */
  changes(broken: Broken): boolean {
    return !isDeepStrictEqual(foundIn(this.otherwise), foundIn(broken));
  }

  breaksNothingNew(broken: Broken): boolean {
    return [...this.otherwise.keys()].every((one) => broken.has(one));
  }

  isLike({ judging }: TriedDoubt): boolean {
    return this.judging.about === judging.about;
  }

  and({ judging }: TriedDoubt): TriedDoubt {
    return new TriedDoubt(this.judging.and(judging), this.#history);
  }

  inWords(): string {
    const { says, at } = this.judging;
    return at === undefined ? says : `${says}: ${at}`;
  }
}

function foundIn(broken: Broken): readonly unknown[] {
  return [...broken].map(([clause, findings]) => [clause, findings.map(({ actual }) => actual)]);
}

/** What a history breaks, each request and each response heard at its time. */
function brokenIn(history: readonly Exchange[], judging: Judging): Broken {
  const evidence = new Evidence();
  const model = judging.model({ evidence, isAlone: true });
  const heard = history.flatMap((exchange) => [
    { at: exchange.startedAt, hear: () => model.noteSent(exchange, exchange.startedAt) },
    {
      at: exchange.endedAt,
      hear: () =>
        model.noteAnswer(exchange, judging.who(exchange.caller), { read: readAnswer(exchange) }),
    },
  ]);
  for (const { hear } of heard.sort((a, b) => a.at - b.at)) hear();
  model.finish();
  return new Map(evidence.brokenIds.map((id) => [id, evidence.findings(id)]));
}
