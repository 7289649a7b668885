import type { ClauseId } from '../../../src/spec/clauses.generated.ts';
import type { KnownReport } from '../../service/model/known/known-report.ts';
import type { TokenHistory } from '../../service/model/known/tokens.ts';
import { rulesOn } from '../../service/model/rules/rules.ts';
import { blamedOnWhatWasSent } from '../../service/model/rules/section-2-1-accepted.ts';
import { errorShape, reportShape, successShape } from '../../service/model/shapes.ts';
import type { Step } from '../../service/model/step.ts';
import type { Evidence } from './evidence.ts';
import { type Failure, isRefused, type Rule } from './rule.ts';
import type { Requirement } from './shape.ts';

export interface JudgeOptions {
  readonly evidence: Evidence;
  readonly tokens: TokenHistory;
  readonly isAlone: boolean;
  /** Rules in addition to those of the specification. */
  readonly rules?: readonly Rule[] | undefined;
}

interface Provisional {
  readonly rule: Rule;
  readonly step: Step;
  readonly result: true | Failure;
}

const idShapes = ['create/id-type', 'create/id-format'] as const satisfies readonly ClauseId[];

/** Checks each step against the rules and the schemas of the contract. */
export class Judge {
  readonly #options: JudgeOptions;
  /** Results decided at the end, when it is clear which tokens the target knows. */
  readonly #provisional: Provisional[] = [];

  constructor(options: JudgeOptions) {
    this.#options = options;
  }

  judge(step: Step): void {
    const { operation } = step.exchange;
    const own = (this.#options.rules ?? []).filter(({ on }) => on === operation);
    const rules = [...rulesOn(operation), ...own];
    // All other faults of a success that should have been a refusal follow from that.
    const instead = rules.flatMap(({ id, when, demand }) => {
      const result = demand === isRefused && when(step) ? isRefused(step) : true;
      return result === true ? [] : [id as ClauseId, ...(result.rests ?? [])];
    });
    if (operation === 'fetch' && !step.report) instead.push('fetch/unknown-id-is-refused');
    this.#judgeShapes(step, instead);
    for (const rule of rules) {
      if (step.answer.outcome === 'unreadable' && !rule.id.endsWith('-is-json')) continue;
      if (!rule.when(step)) continue;
      const result = rule.demand(step);
      const isOwner = step.expected.because === 'owner';
      const needsToken = isOwner || rule.needsKnownCaller;
      // A refusal of a caller whose token may be mistyped.
      const isDoubtful = isOwner ? result !== true : result === true;
      if (needsToken && this.#options.isAlone && isDoubtful)
        this.#provisional.push({ rule, step, result });
      else this.#tell(rule, step, result, rule.demand === isRefused ? [] : instead);
    }
  }

  /** Called when it is clear which tokens the target knows. */
  finish(): void {
    for (const one of this.#provisional.splice(0)) this.#settle(one);
  }

  #settle({ rule, step, result }: Provisional): void {
    const { key } = step.who;
    const { evidence, tokens } = this.#options;
    if (step.expected.because === 'owner' && tokens.seemsMistyped(key)) {
      const message = 'the response is the same as to a token nobody knows';
      evidence.problem({ key, message, exchange: step.exchange });
      evidence.untested(rule.id, `${key} seems to be wrong: ${message}`);
    } else if (rule.needsKnownCaller && !tokens.isKnown(key))
      evidence.untested(
        rule.id,
        `${key} cannot be told from a token nobody knows: every response is the same`,
      );
    else this.#tell(rule, step, result);
  }

  #tell(
    { id, rests = [] }: Rule,
    step: Step,
    result: true | Failure,
    instead: readonly ClauseId[] = [],
  ): void {
    if (result === true) this.#options.evidence.met(id);
    else
      this.#options.evidence.broken({
        clause: id,
        expected: result.expected,
        actual: result.actual,
        exchange: step.exchange,
        rests: [...instead, ...rests, ...(result.rests ?? [])],
        sign: result.sign,
      });
  }

  #judgeShapes(step: Step, rests: readonly ClauseId[]): void {
    const { answer, exchange, fetched, lookup, report } = step;
    const { operation } = exchange;
    if (operation === 'lookup') {
      if (lookup?.analysis) this.#hold(successShape('lookup'), lookup.analysis, step, rests);
      return;
    }
    if (answer.outcome === 'unreadable') return;
    if (answer.outcome === 'refusal') this.#hold(errorShape(operation), answer.body, step, rests);
    else this.#hold(successShape(operation), answer.body, step, rests);
    if (fetched) this.#hold(reportShape(), fetched, step, rests, report);
  }

  #hold(
    list: readonly Requirement[],
    value: unknown,
    { exchange }: Step,
    rests: readonly ClauseId[],
    report?: KnownReport,
  ): void {
    for (const { clause, field, judge } of list) {
      const judgement = judge(value);
      if (!judgement) continue;
      if (judgement.ok) this.#options.evidence.met(clause);
      // The fault is that it was accepted as sent.
      else if (!report || report.creator === '' || !blamedOnWhatWasSent(report.sent, field, judge))
        this.#options.evidence.broken({
          clause,
          expected: judgement.expected,
          actual: judgement.actual,
          exchange,
          sign: judgement.sign,
          rests: clause.startsWith('report/id-') ? [...rests, ...idShapes] : rests,
        });
    }
  }
}
