import type { ClauseId } from '../../../../src/spec/clauses.generated.ts';
import { isObject, type JsonBody } from '../../../judging/talk/answer.ts';
import type { Exchange } from '../../../judging/talk/exchange.ts';
import { sameText } from '../../../judging/talk/same-text.ts';
import type { KnownReport } from './known-report.ts';
import type { Reports } from './reports.ts';
import { areEqual } from './same-report.ts';

/** Clauses that forbid a side effect on another report, strongest evidence first. */
export const sideEffectClauses = [
  'create/overwrites-nothing',
  'delete/refused-means-unchanged',
  'delete/own-feed-only',
  'delete/missing-id-is-refused',
  'create/repeats-make-new-reports',
  'delete/removes-only-that-report',
  'create/leaves-others-unchanged',
] as const satisfies readonly ClauseId[];

type SideEffectClause = (typeof sideEffectClauses)[number];

interface Act {
  readonly exchange: Exchange;
  readonly isSuccess: boolean;
  readonly deleted?: KnownReport | undefined;
}

export interface ChangesSince {
  /** Clauses about changes made by the same scenario. */
  readonly after: readonly SideEffectClause[];
  /** Clauses about all changes. */
  readonly suspects: readonly ClauseId[];
}

const none: ChangesSince = { after: [], suspects: [] };

/** All creates and deletes, to find out which of them may have changed a report. */
export class ChangeHistory {
  readonly #acts: Act[] = [];
  readonly #reports: Reports;

  constructor(reports: Reports) {
    this.#reports = reports;
  }

  add(exchange: Exchange, isSuccess: boolean, body: JsonBody): void {
    const { operation, about } = exchange;
    if (operation === 'create' && !isSuccess && !('id' in body) && !sentId(exchange)) return;
    if (operation !== 'create' && operation !== 'delete') return;
    const { report: id } = about;
    const deleted = operation === 'delete' && id ? this.#reports.withId(id) : undefined;
    this.#acts.push({ exchange, isSuccess, deleted });
  }

  /** Whether the same scenario created other reports concurrently. */
  isOfMany({ creation }: KnownReport): boolean {
    if (!creation) return false;
    return this.#acts.some(
      ({ exchange: one }) =>
        one !== creation &&
        one.operation === 'create' &&
        one.scenario === creation.scenario &&
        ((one.atOnce && creation.atOnce) ||
          (one.startedAt < creation.endedAt && creation.startedAt < one.endedAt)),
    );
  }

  /** The changes between the last fetch of a report and this one. */
  since(report: KnownReport, look: Exchange): ChangesSince {
    const from = report.seenAt ?? report.creation?.startedAt ?? report.createdAt;
    const here = new Set<SideEffectClause>();
    const all = new Set<ClauseId>();
    for (let at = this.#acts.length - 1; at >= 0; at -= 1) {
      const act = this.#acts[at] as Act;
      if (act.exchange.endedAt < from) break;
      if (act.exchange.startedAt > look.endedAt || act.exchange === report.creation) continue;
      const clause = forbiddenBy(act, report);
      if (!clause) continue;
      all.add(clause);
      if (act.exchange.scenario === look.scenario) here.add(clause);
    }
    if (all.size === 0) return none;
    return {
      after: sideEffectClauses.filter((one) => here.has(one)),
      suspects: sideEffectClauses.filter((one) => all.has(one)),
    };
  }
}

function sentId({ sent }: Exchange): unknown {
  return isObject(sent) ? sent.id : undefined;
}

function isSame(sent: unknown, report: KnownReport): boolean {
  return sent !== undefined && areEqual(sent, report.sent);
}

/** The clause that forbids what an act may have done to a report. */
function forbiddenBy(act: Act, report: KnownReport): SideEffectClause | undefined {
  const { exchange, isSuccess, deleted } = act;
  const { operation, about } = exchange;
  if (operation === 'create') {
    if (sameText(sentId(exchange), report.id)) return 'create/overwrites-nothing';
    if (isSuccess && isSame(exchange.sent, report)) return 'create/repeats-make-new-reports';
    return isSuccess ? 'create/leaves-others-unchanged' : undefined;
  }
  if (!about.report) return 'delete/missing-id-is-refused';
  if (about.service !== report.service) return 'delete/own-feed-only';
  if (sameText(about.report, report.id) && !isSuccess) return 'delete/refused-means-unchanged';
  if (about.report === report.id) return undefined;
  const other = deleted === report ? undefined : deleted;
  return isSuccess && other && isSame(other.sent, report)
    ? 'create/repeats-make-new-reports'
    : 'delete/removes-only-that-report';
}
