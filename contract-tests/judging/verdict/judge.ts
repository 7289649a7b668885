import type { Evidence } from './evidence.ts';
import type { Failure, JudgedStep, Rule } from './rule.ts';
import type { Requirement } from './shape.ts';

/** A value in a response, and what its shape has to be. */
export interface ShapedValue {
  readonly value: unknown;
  readonly requirements: readonly Requirement[];
  /** Whether another clause is to blame for a requirement that is not met. */
  readonly isExcused?: (requirement: Requirement) => boolean;
  /** Clauses that explain what is wrong with it. */
  readonly rests?: (clause: string) => readonly string[];
}

/** What the target is known to make of tokens. */
interface KnownTokens {
  isKnown(caller: string): boolean;
  seemsMistyped(caller: string): boolean;
}

export interface JudgeOptions<Step extends JudgedStep> {
  readonly evidence: Evidence;
  readonly tokens: KnownTokens;
  /** Whether no other client acts on what this history created. */
  readonly isAlone: boolean;
  readonly rulesOn: (operation: string) => readonly Rule<Step>[];
  readonly shapesIn: (step: Step) => readonly ShapedValue[];
  /** Whether a rule says that a request must be refused. */
  readonly demandsRefusal: (rule: Rule<Step>) => boolean;
  /** Clauses that explain all else that is wrong with a response, if they are broken. */
  readonly instead?: (step: Step) => readonly string[];
  /** Whether a request must succeed only because its caller is who the target file says. */
  readonly restsOnRole?: (step: Step) => boolean;
}

interface Provisional<Step extends JudgedStep> {
  readonly rule: Rule<Step>;
  readonly step: Step;
  readonly result: true | Failure;
}

/** Checks each step against the rules and shapes of a service. */
export class Judge<Step extends JudgedStep> {
  readonly #options: JudgeOptions<Step>;
  /** Results decided at the end, when it is clear which tokens the target knows. */
  readonly #provisional: Provisional<Step>[] = [];

  constructor(options: JudgeOptions<Step>) {
    this.#options = options;
  }

  judge(step: Step): void {
    const { rulesOn, demandsRefusal, restsOnRole, isAlone } = this.#options;
    const { operation, way } = step.exchange;
    // What servers read differently may be answered as they like, in the form of the operation.
    const rules = rulesOn(operation).filter(({ isForm = false }) => isForm || !way?.isOdd);
    const instead = this.#insteadOf(step, rules);
    this.#judgeShapes(step, instead);
    for (const rule of rules) {
      if (step.answer.outcome === 'unreadable' && !rule.judgesUnreadable) continue;
      if (!rule.when(step)) continue;
      const result = rule.demand(step);
      const isByRole = restsOnRole?.(step) ?? false;
      const needsToken = isByRole || rule.needsKnownCaller;
      // A refusal of a caller whose token may be mistyped.
      const isDoubtful = isByRole ? result !== true : result === true;
      if (needsToken && isAlone && isDoubtful) this.#provisional.push({ rule, step, result });
      else this.#tell(rule, step, result, demandsRefusal(rule) ? [] : instead);
    }
  }

  /** Called when it is clear which tokens the target knows. */
  finish(): void {
    for (const one of this.#provisional.splice(0)) this.#settle(one);
  }

  /** All other faults of a success that should have been a refusal follow from that. */
  #insteadOf(step: Step, rules: readonly Rule<Step>[]): string[] {
    const { demandsRefusal, instead } = this.#options;
    const broken = rules.flatMap((rule) => {
      if (!demandsRefusal(rule) || !rule.when(step)) return [];
      const result = rule.demand(step);
      return result === true || result.isDebatable ? [] : [rule.id, ...(result.rests ?? [])];
    });
    return [...broken, ...(instead?.(step) ?? [])];
  }

  #settle({ rule, step, result }: Provisional<Step>): void {
    const { key } = step.who;
    const { evidence, tokens, restsOnRole } = this.#options;
    if (restsOnRole?.(step) && tokens.seemsMistyped(key)) {
      const message = 'the response is the same as to a token nobody knows';
      evidence.addProblem({ key, message, exchange: step.exchange });
      evidence.addUntested(rule.id, `${key} seems to be wrong: ${message}`);
    } else if (rule.needsKnownCaller && !tokens.isKnown(key))
      evidence.addUntested(
        rule.id,
        `${key} cannot be told from a token nobody knows: every response is the same`,
      );
    else this.#tell(rule, step, result);
  }

  #tell(
    { id, rests = [] }: Rule<Step>,
    step: Step,
    result: true | Failure,
    instead: readonly string[] = [],
  ): void {
    const { evidence } = this.#options;
    if (result === true || result.isDebatable) evidence.addMet(id);
    if (result === true) return;
    const { expected, actual } = result;
    const { exchange } = step;
    if (result.isDebatable) evidence.addDebatable({ clause: id, expected, actual, exchange });
    else
      evidence.addFinding({
        clause: id,
        expected,
        actual,
        exchange,
        rests: [...instead, ...rests, ...(result.rests ?? [])],
        sign: result.sign,
        contradicts: result.contradicts,
      });
  }

  #judgeShapes(step: Step, instead: readonly string[]): void {
    const { evidence, shapesIn } = this.#options;
    for (const { value, requirements, isExcused, rests } of shapesIn(step))
      for (const requirement of requirements) {
        const { clause, judge } = requirement;
        const judgement = judge(value);
        if (!judgement) continue;
        if (judgement.ok) evidence.addMet(clause);
        else if (!isExcused?.(requirement))
          evidence.addFinding({
            clause,
            expected: judgement.expected,
            actual: judgement.actual,
            exchange: step.exchange,
            sign: judgement.sign,
            rests: [...instead, ...(rests?.(clause) ?? [])],
          });
      }
  }
}
