import type { ClauseId } from '../../../../src/spec/clauses.generated.ts';
import { RecentlyUsed } from '../../../../src/values/recently-used.ts';
import { formatAnswer } from '../../../judging/talk/format.ts';
import type { Evidence } from '../../../judging/verdict/evidence.ts';
import { mayClauseOf, mayNotClauseOf } from '../rules/callers.ts';
import type { Step } from '../step.ts';
import type { KnownReport } from './known-report.ts';
import { type Admission, admissionTo } from './who.ts';

/** A refused deletion by a caller that may delete, and what was seen since. */
interface Refused {
  readonly clause: ClauseId;
  readonly step: Step;
  /** The report was fetched afterwards, so it existed. */
  isThere: boolean;
}

/** A successful deletion by a caller that may not delete. */
interface Wrong {
  readonly clause: ClauseId;
  readonly step: Step;
}

/** Bounds for entries awaiting proof; the oldest are dropped. */
const waiting = { entries: 500, size: 4 * 1024 * 1024 };

function sizeOf({ exchange, answer }: Step): number {
  return answer.text.length + (exchange.request.body?.length ?? 0);
}

/**
 * Who may delete (4.3), judged from part of the traffic. Any client may have deleted a report unseen, so a
 * refusal is a violation only if the report existed afterwards and the token was still valid; and a success
 * only if deleting an absent report is known to be refused.
 */
export class UnprovenDeletions {
  readonly #evidence: Evidence;
  readonly #refused = new RecentlyUsed<Refused>(waiting);
  readonly #wrong = new RecentlyUsed<Wrong>(waiting);
  readonly #absent = new Set<'accepted' | 'refused'>();
  #count = 0;

  constructor(evidence: Evidence) {
    this.#evidence = evidence;
  }

  add(step: Step): void {
    const { exchange, answer, report, fetched } = step;
    const isSuccess = answer.outcome === 'success';
    if (isSuccess && exchange.operation !== 'fetch') this.#accuseRefusalsOf(step);
    if (!report || report.id !== exchange.about.report) return;
    if (exchange.operation === 'delete') this.#noteDeletion(step, report);
    const refused = fetched && this.#refused.get(report.id);
    if (refused && exchange.startedAt > refused.step.exchange.endedAt) refused.isThere = true;
  }

  #noteDeletion(step: Step, report: KnownReport): void {
    const { answer, exchange, isSetback, who } = step;
    const earlier = report.deletions.find(
      (one) => one.outcome === 'success' && one.endedAt < exchange.startedAt,
    );
    if (earlier) {
      this.#noteRepeat(step, earlier.by);
      return;
    }
    const admission = admissionTo('delete', who, report);
    const { may } = admission;
    const clause = clauseFor(step, admission);
    if (!clause) return;
    if (answer.outcome === 'success') {
      if (may) this.#evidence.addMet(clause);
      else this.#suspect({ clause, step });
      return;
    }
    if (isSetback) return;
    if (may) this.#refused.set(report.id, { clause, step, isThere: false }, sizeOf(step));
    else this.#evidence.addMet(clause);
  }

  /** A token was used successfully for something that requires a valid one. */
  #accuseRefusalsOf({ exchange }: Step): void {
    for (const { clause, step, isThere } of [...this.#refused.values()]) {
      const before = step.exchange;
      if (!isThere || before.caller !== exchange.caller || exchange.startedAt <= before.endedAt)
        continue;
      this.#refused.delete(before.about.report ?? '');
      this.#evidence.addFinding({
        clause,
        expected: 'this deletion to succeed: the report was there before and after',
        actual: formatAnswer(step.answer),
        exchange: before,
      });
    }
  }

  /** A caller repeats its own deletion. */
  #noteRepeat({ answer, exchange, isSetback }: Step, deleter: string): void {
    if (deleter !== exchange.caller || (answer.outcome !== 'success' && isSetback)) return;
    const absent = answer.outcome === 'success' ? 'accepted' : 'refused';
    this.#absent.add(absent);
    this.#evidence.observe('delete.absent', absent, exchange);
    this.#accuse();
  }

  #suspect(wrong: Wrong): void {
    this.#count += 1;
    this.#wrong.set(String(this.#count), wrong, sizeOf(wrong.step));
    this.#accuse();
  }

  #accuse(): void {
    if (this.#absent.size !== 1 || !this.#absent.has('refused')) return;
    for (const { clause, step } of [...this.#wrong.values()])
      this.#evidence.addFinding({
        clause,
        expected: 'this deletion to be refused',
        actual: formatAnswer(step.answer),
        exchange: step.exchange,
      });
    this.#wrong.clear();
  }
}

function clauseFor(step: Step, { may, as }: Admission): ClauseId | undefined {
  if (may === undefined) return undefined;
  if (may) return mayClauseOf(step, as);
  return step.who.token === 'none' ? 'delete/token-required' : mayNotClauseOf(step);
}
