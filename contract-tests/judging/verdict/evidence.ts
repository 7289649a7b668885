import { isDeepStrictEqual } from 'node:util';
import { Redactor } from '../../../src/traffic/redactor.ts';
import { abridged } from '../../../src/values/quoted.ts';
import type { Exchange } from '../talk/exchange.ts';
import type { NoAnswer } from '../talk/no-answer.ts';
import type { Contradiction } from './seen-values.ts';
import type { Sign } from './sign.ts';

/** Evidence that a clause is broken. */
export interface Finding {
  readonly clause: string;
  readonly expected: string;
  readonly actual: string;
  /** What is certain of it, where `actual` has explanations as well. */
  readonly title?: string;
  readonly exchange?: Exchange | undefined;
  /** Clauses that explain this finding if they are broken as well. */
  readonly rests?: readonly string[] | undefined;
  /** What in the response shows it. */
  readonly sign?: Sign | undefined;
}

/** A finding while a run is under way. */
export interface NotedFinding extends Finding {
  readonly contradicts?: Contradiction | undefined;
}

/** What is wrong by one reading only: the first of its kind, and how often it was seen. */
export interface Debatable extends Finding {
  readonly times: number;
}

/** The target's answer to a question that the specification leaves open. */
export interface Observation {
  readonly openPoint: string;
  readonly value: unknown;
  readonly exchange?: Exchange;
}

/** A key of the target file that seems to be wrong. */
export interface Problem {
  readonly key: string;
  readonly message: string;
  readonly exchange?: Exchange;
}

/** Everything seen in a run, by clause. Stored requests and responses contain no secrets. */
export class Evidence {
  readonly #met = new Map<string, number>();
  readonly #broken = new Map<string, NotedFinding[]>();
  readonly #debatable = new Map<string, Debatable>();
  readonly #reasons = new Map<string, Set<string>>();
  readonly #parts = new Map<string, string>();
  readonly observations: Observation[] = [];
  readonly problems: Problem[] = [];
  /** Requests without a response, and the clauses that could not be tested because of them. */
  readonly unanswered: { readonly clauses: readonly string[]; readonly error: NoAnswer }[] = [];
  readonly #onBroken: ((clause: string) => void) | undefined;
  readonly #hiding: Redactor;

  /** `onBroken` is called for every finding. */
  constructor(onBroken?: (clause: string) => void, hiding: Redactor = new Redactor()) {
    this.#onBroken = onBroken;
    this.#hiding = hiding;
  }

  /** Redacts secrets in stored requests and responses. */
  get hiding(): Redactor {
    return this.#hiding;
  }

  /** A message as it is kept: secrets are hidden, then what it quotes is abridged. */
  told(message: string): string {
    return abridged(this.hiding.theirs(message));
  }

  withoutSecrets<Kept extends Finding>(finding: Kept): Kept {
    const { expected, actual, exchange, sign } = finding;
    const { value } = this.hiding;
    return {
      ...finding,
      expected: this.told(expected),
      actual: this.told(actual),
      ...(exchange && { exchange: this.hiding.exchange(exchange) }),
      ...(sign && { sign: value(sign) }),
    };
  }

  addMet(clause: string): void {
    this.#met.set(clause, (this.#met.get(clause) ?? 0) + 1);
  }

  addFinding(finding: NotedFinding): void {
    const list = this.#broken.get(finding.clause) ?? [];
    list.push(this.withoutSecrets(finding));
    this.#broken.set(finding.clause, list);
    this.#onBroken?.(finding.clause);
  }

  /** In doubt for the server: it is told, and breaks nothing. */
  addDebatable(finding: Finding): void {
    const { times, ...first } = this.#debatable.get(finding.clause) ?? {
      ...this.withoutSecrets(finding),
      times: 0,
    };
    this.#debatable.set(finding.clause, { ...first, times: times + 1 });
  }

  get debatable(): readonly Debatable[] {
    return [...this.#debatable.values()];
  }

  /** Why a clause could not be tested. */
  addUntested(clause: string, reason: string): void {
    const reasons = this.#reasons.get(clause) ?? new Set();
    this.#reasons.set(clause, reasons.add(this.told(reason)));
  }

  /** Of a clause that is met in part: for what it is, and for what that was not shown. */
  addPart(clause: string, says: string): void {
    this.#parts.set(clause, this.told(says));
  }

  partOf(clause: string): string | undefined {
    return this.#parts.get(clause);
  }

  observe(openPoint: string, value: unknown, exchange?: Exchange): void {
    const same = this.observations.some(
      (seen) =>
        seen.openPoint === openPoint && JSON.stringify(seen.value) === JSON.stringify(value),
    );
    if (same) return;
    const shown = exchange && { exchange: this.hiding.exchange(exchange) };
    this.observations.push({ openPoint, value: this.hiding.value(value), ...shown });
  }

  addProblem(problem: Problem): void {
    if (this.problems.some(({ key }) => key === problem.key)) return;
    const { exchange, message } = problem;
    this.problems.push({
      ...problem,
      message: this.told(message),
      ...(exchange && { exchange: this.hiding.exchange(exchange) }),
    });
  }

  metCount(clause: string): number {
    return this.#met.get(clause) ?? 0;
  }

  findings(clause: string): readonly NotedFinding[] {
    return this.#broken.get(clause) ?? [];
  }

  /** The findings, once everything was seen: of two values that contradict each other, the rarer is accused. */
  accusations(clause: string): readonly Finding[] {
    const accused = new Map<unknown, Finding>();
    for (const finding of this.findings(clause)) {
      const { contradicts, ...plain } = finding;
      const seen = contradicts?.of.oddFirst;
      if (!contradicts || !seen) {
        accused.set(finding, plain);
        continue;
      }
      const { odd, usual } = seen;
      const isUsual = isDeepStrictEqual(contradicts.value, usual.value);
      const told = contradicts.tell(isUsual ? odd.value : contradicts.value, usual.value);
      const exchange = isUsual ? odd.exchange : finding.exchange;
      const key = isUsual ? odd : finding;
      if (!accused.has(key)) accused.set(key, this.withoutSecrets({ ...plain, ...told, exchange }));
    }
    return [...accused.values()];
  }

  reasons(clause: string): readonly string[] {
    return [...(this.#reasons.get(clause) ?? [])];
  }

  get brokenIds(): readonly string[] {
    return [...this.#broken.keys()];
  }

  get anyBroken(): boolean {
    return this.#broken.size > 0;
  }
}
