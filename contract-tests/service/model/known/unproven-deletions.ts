import type { ClauseId } from '../../../../src/spec/clauses.generated.ts';
import { RecentlyUsed } from '../../../../src/values/recently-used.ts';
import { formatAnswer } from '../../../judging/talk/format.ts';
import type { Evidence } from '../../../judging/verdict/evidence.ts';
import { mayClauseOf, mayNotClauseOf } from '../rules/callers.ts';
import type { Step } from '../step.ts';
import type { KnownReport } from './known-report.ts';
import { admissionTo } from './who.ts';

/** A deletion that was answered as it must not be, if what it was answered by turns out to be so. */
interface Suspicion {
  readonly clause: ClauseId;
  readonly step: Step;
  /** The report was fetched afterwards, so it existed. */
  isThere?: boolean;
}

/** Of those that await proof, the oldest are dropped. */
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
  /** Refusals of callers who may delete, by the id of the report. */
  readonly #refused = new RecentlyUsed<Suspicion>(waiting);
  /** Successes of callers who may not, by their number. */
  readonly #wrong = new RecentlyUsed<Suspicion>(waiting);
  readonly #absent = new Set<'accepted' | 'refused'>();

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
    const isSuccess = answer.outcome === 'success';
    if (isSetback && !isSuccess) return;
    const earlier = report.deletions.find(
      (one) => one.outcome === 'success' && one.endedAt < exchange.startedAt,
    );
    if (earlier) {
      if (earlier.by === exchange.caller) this.#noteRepeat(step);
      return;
    }
    const { may, as } = admissionTo('delete', who, report);
    if (may === undefined) return;
    const forbidding = who.token === 'none' ? 'delete/token-required' : mayNotClauseOf(step);
    const clause = may ? mayClauseOf(step, as) : forbidding;
    if (!clause) return;
    if (isSuccess === may) this.#evidence.addMet(clause);
    else if (may) this.#refused.set(report.id, { clause, step }, sizeOf(step));
    else {
      this.#wrong.set(String(exchange.number), { clause, step }, sizeOf(step));
      this.#accuse();
    }
  }

  /** A token was used successfully for something that requires a valid one. */
  #accuseRefusalsOf({ exchange }: Step): void {
    for (const one of [...this.#refused.values()]) {
      const before = one.step.exchange;
      const isProof = before.caller === exchange.caller && exchange.startedAt > before.endedAt;
      if (!one.isThere || !isProof) continue;
      this.#refused.delete(before.about.report ?? '');
      this.#tell(one, 'this deletion to succeed: the report was there before and after');
    }
  }

  /** A caller repeats its own deletion. */
  #noteRepeat({ answer, exchange }: Step): void {
    const absent = answer.outcome === 'success' ? 'accepted' : 'refused';
    this.#absent.add(absent);
    this.#evidence.observe('delete.absent', absent, exchange);
    this.#accuse();
  }

  #accuse(): void {
    if (this.#absent.size !== 1 || !this.#absent.has('refused')) return;
    for (const one of [...this.#wrong.values()]) this.#tell(one, 'this deletion to be refused');
    this.#wrong.clear();
  }

  #tell({ clause, step }: Suspicion, expected: string): void {
    const { answer, exchange } = step;
    this.#evidence.addFinding({ clause, expected, actual: formatAnswer(answer), exchange });
  }
}
