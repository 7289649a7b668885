import { strangerClauses } from '../judge/stranger-clauses.ts';
import type { Exchange } from '../talk/exchange.ts';
import { said } from '../talk/shown.ts';
import type { BoundedEvidence } from './bounded-evidence.ts';
import type { HeardReport } from './heard-reports.ts';
import { Recent } from './recent.ts';
import type { Told } from './told.ts';
import { isKnown, type Who } from './who.ts';

/** A deletion that somebody who may delete was refused, and what has shown itself since. */
interface Refused {
  readonly clause: string;
  readonly caller: string;
  readonly at: number;
  readonly told: Told;
  /** The report was fetched afterwards, so it had been there. */
  isThere: boolean;
}

/** A deletion that succeeded for somebody who may not delete. */
interface Wrong {
  readonly clause: string;
  readonly told: Told;
}

/** Where many wait for a proof, the oldest are given up. */
const waiting = { entries: 500, size: 4 * 1024 * 1024 };

const sizeOf = ({ answer: { exchange } }: Told): number =>
  exchange.response.body.length + (exchange.request.body?.length ?? 0);

const strangers: typeof strangerClauses = { ...strangerClauses, nobody: 'delete/token-required' };

/**
 * Who may delete (4.3). Anybody may have deleted a report unheard, so a refusal speaks against the
 * server only where the report was there afterwards and the token was still good; and a success only
 * where deleting what is not there is known to be refused.
 */
export class Deletions {
  readonly #evidence: BoundedEvidence;
  readonly #refused = new Recent<Refused>(waiting);
  readonly #wrong = new Recent<Wrong>(waiting);
  readonly #absent = new Set<'accepted' | 'refused'>();
  #count = 0;

  constructor(evidence: BoundedEvidence) {
    this.#evidence = evidence;
  }

  /** A deletion by the exact id of a report that was heard of. */
  heard(told: Told, report: HeardReport): void {
    const { answer, who } = told;
    const { exchange, outcome } = answer;
    if (report.deletedAt !== undefined && report.deletedAt < exchange.startedAt) {
      this.#repeated(told, report);
      return;
    }
    const clause = this.#clauseFor(who, report);
    if (outcome === 'success') {
      if (clause.may) this.#evidence.met(clause.may);
      if (clause.mayNot) this.#suspect({ clause: clause.mayNot, told });
      return;
    }
    if (told.isSetback) return;
    if (clause.mayNot) this.#evidence.met(clause.mayNot);
    if (clause.may === undefined) return;
    const { caller, endedAt } = exchange;
    const refused = { clause: clause.may, caller, at: endedAt, told, isThere: false };
    this.#refused.set(report.id, refused, sizeOf(told));
  }

  /** The report was fetched: it had not been deleted before. */
  isThere(report: HeardReport, exchange: Exchange): void {
    const refused = this.#refused.get(report.id);
    if (!refused || exchange.startedAt <= refused.at) return;
    refused.isThere = true;
  }

  /** A token did what only a good one can do. */
  isGood(exchange: Exchange): void {
    for (const refused of [...this.#refused.values()]) {
      const { caller, at, isThere, clause, told } = refused;
      if (!isThere || caller !== exchange.caller || exchange.startedAt <= at) continue;
      this.#refused.delete(told.answer.exchange.about.report ?? '');
      this.#evidence.broken({
        clause,
        expected: 'this deletion to succeed: the report was there before and after',
        actual: said(told.answer),
        exchange: told.answer.exchange,
      });
    }
  }

  get absent(): 'accepted' | 'refused' | undefined {
    return this.#absent.size === 1 ? [...this.#absent][0] : undefined;
  }

  /** Whoever deleted a report tries again. */
  #repeated({ answer, isSetback }: Told, report: HeardReport): void {
    if (report.deletedBy !== answer.exchange.caller) return;
    if (answer.outcome !== 'success' && isSetback) return;
    const absent = answer.outcome === 'success' ? 'accepted' : 'refused';
    this.#absent.add(absent);
    this.#evidence.observe('delete.absent', absent, answer.exchange);
    if (this.absent === 'refused') this.#accuse();
  }

  #suspect(wrong: Wrong): void {
    this.#count += 1;
    this.#wrong.set(String(this.#count), wrong, sizeOf(wrong.told));
    if (this.absent === 'refused') this.#accuse();
  }

  #accuse(): void {
    for (const { clause, told } of [...this.#wrong.values()])
      this.#evidence.broken({
        clause,
        expected: 'this deletion to be refused',
        actual: said(told.answer),
        exchange: told.answer.exchange,
      });
    this.#wrong.clear();
  }

  #clauseFor(who: Who, { creator, service }: HeardReport): { may?: string; mayNot?: string } {
    if (isKnown(who) && who.key === creator) return { may: 'delete/creator-may-delete' };
    if (who.owns?.(service)) {
      const other = who.key === 'tokens.otherServiceOwner';
      return { may: other ? 'delete/owner-of-any-feed' : 'delete/owner-may-delete-any' };
    }
    const mayNot = strangers[who.key];
    if (who.key === 'nobody') return mayNot ? { mayNot } : {};
    // Another token may be another of the same person, unless the target file names both.
    const areTwo = creator.startsWith('tokens.') && who.owns?.(service) === false;
    return areTwo && mayNot ? { mayNot } : {};
  }
}
