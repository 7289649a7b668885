import type { ClauseId } from '../../../../src/spec/clauses.generated.ts';
import { isObject, type JsonBody } from '../../../judging/talk/answer.ts';
import { type Exchange, overlap } from '../../../judging/talk/exchange.ts';
import { sameText } from '../../../judging/talk/same-text.ts';
import type { KnownReport } from './known-report.ts';
import type { Reports } from './reports.ts';
import { areEqual } from './same-report.ts';

/** A create or a deletion. */
interface Act {
  readonly exchange: Exchange;
  readonly isSuccess: boolean;
  /** For a deletion: the report with that id, in whichever feed. */
  readonly deleted: KnownReport | undefined;
}

/** Whether an act may have been taken for one on this report, or have changed it as well. */
type MayChange = (act: Act, report: KnownReport) => boolean;

function onDelete(test: MayChange): MayChange {
  return (act, report) => act.exchange.operation === 'delete' && test(act, report);
}

function isCreated({ exchange, isSuccess }: Act): boolean {
  return exchange.operation === 'create' && isSuccess;
}

/** The clauses that forbid a side effect on another report, strongest evidence first: the first that applies is broken. */
const sideEffects = {
  'create/overwrites-nothing': ({ exchange }, { id }) =>
    exchange.operation === 'create' && sameText(sentId(exchange), id),
  'delete/refused-means-unchanged': onDelete(
    ({ exchange: { about }, isSuccess }, report) =>
      !isSuccess && about.service === report.service && sameText(about.report, report.id),
  ),
  'delete/own-feed-only': onDelete(
    ({ exchange: { about } }, report) => !!about.report && about.service !== report.service,
  ),
  'delete/missing-id-is-refused': onDelete(({ exchange: { about } }) => !about.report),
  'create/repeats-make-new-reports': (act, report) => {
    const { exchange, deleted, isSuccess } = act;
    const sent = exchange.operation === 'create' ? exchange.sent : deleted?.sent;
    return isSuccess && sent !== undefined && deleted !== report && areEqual(sent, report.sent);
  },
  'delete/removes-only-that-report': onDelete(
    ({ exchange }, { id }) => exchange.about.report !== id,
  ),
  'create/leaves-others-unchanged': isCreated,
} as const satisfies { readonly [clause in ClauseId]?: MayChange };

type SideEffectClause = keyof typeof sideEffects;

export const sideEffectClauses = Object.keys(sideEffects) as SideEffectClause[];

export interface ChangesSince {
  /** Clauses about changes made by the same scenario. */
  readonly after: readonly SideEffectClause[];
  /** Clauses about all changes. */
  readonly suspects: readonly SideEffectClause[];
}

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
    const deleted = about.report ? this.#reports.withId(about.report) : undefined;
    this.#acts.push({ exchange, isSuccess, deleted });
  }

  /** Whether the same scenario created other reports concurrently. */
  isOfMany({ creation }: KnownReport): boolean {
    return this.#acts.some(
      ({ exchange: one }) =>
        creation !== undefined &&
        one !== creation &&
        one.operation === 'create' &&
        one.scenario === creation.scenario &&
        ((one.atOnce && creation.atOnce) || overlap(one, creation)),
    );
  }

  /** The changes between the last fetch of a report and this one. */
  since(report: KnownReport, look: Exchange): ChangesSince {
    const from = report.seenAt ?? report.creation?.startedAt ?? report.createdAt;
    const here = new Set<SideEffectClause>();
    const all = new Set<SideEffectClause>();
    for (let at = this.#acts.length - 1; at >= 0; at -= 1) {
      const act = this.#acts[at] as Act;
      const { exchange } = act;
      if (exchange.endedAt < from) break;
      if (exchange.startedAt > look.endedAt || exchange === report.creation) continue;
      const clause = sideEffectClauses.find((one) => sideEffects[one](act, report));
      if (!clause) continue;
      all.add(clause);
      if (exchange.scenario === look.scenario) here.add(clause);
    }
    const inOrder = (some: ReadonlySet<SideEffectClause>) =>
      sideEffectClauses.filter((one) => some.has(one));
    return { after: inOrder(here), suspects: inOrder(all) };
  }
}

function sentId({ sent }: Exchange): unknown {
  return isObject(sent) ? sent.id : undefined;
}
