import type { ClientFinding } from '../../../src/traffic/flaw.ts';
import { bySection } from '../../../src/values/section-order.ts';
import { causesOf, foundCauses } from '../causes/cause.ts';
import type { Evicted } from '../model.ts';
import { resultOf } from '../run/conclude.ts';
import type { RunResult } from '../run/result.ts';
import { type ClauseResult, clauseResult, verdictOf } from '../verdict/verdict.ts';
import type { Listener, Unjudged } from './listener.ts';

/** The result of a listener, free of secrets. */
export interface ListenResult extends RunResult {
  /** Flaws of clients, separate from the server's. */
  readonly clients: readonly ClientFinding[];
  readonly heard: {
    readonly exchanges: number;
    /** The number of exchanges skipped, by reason. */
    readonly unjudged: { readonly [why in Unjudged]?: number };
    /** What was evicted because of memory limits. */
    readonly forgotten: readonly Evicted[];
    /** How often a clause was broken; the evidence covers the first occurrences. */
    readonly broken: { readonly [clause: string]: number };
  };
}

/** Makes the result, with the same verdict as any run. */
export function concludeListening(listener: Listener, startedAt: Date): ListenResult {
  const { service, evidence } = listener;
  const { target } = service;
  for (const { id, kind } of service.clauses.all)
    if (kind !== 'open') evidence.addUntested(id, service.whyNotObserved?.(id) ?? 'not seen');
  const clauses = service.clauses.all
    .map((clause) => clauseResult(clause, evidence, target))
    .sort((a, b) => bySection(a.section, b.section));
  const areas = target.areas.filter((area) => isTouched(area, clauses));
  const verdict = verdictOf({ clauses, areas, problems: [], aborted: false, requireAll: false });
  const broken = clauses.filter((one) => one.verdict === 'broken');
  const result = resultOf({
    service,
    evidence,
    startedAt,
    clauses,
    verdict,
    causes: causesOf(service, foundCauses(service, clauses)),
    coverage: listener.coverage.entries,
    found: (clause) => evidence.brokenCount(clause),
  });
  // All at once: a token may be met after an answer that showed it.
  return evidence.hiding.value({
    ...result,
    requests: listener.received,
    remarks: [...result.remarks, ...(listener.remarks?.list() ?? [])],
    clients: listener.clientFindings,
    heard: {
      exchanges: listener.received,
      unjudged: listener.unjudged,
      forgotten: listener.forgotten,
      broken: Object.fromEntries(broken.map(({ id }) => [id, evidence.brokenCount(id)])),
    },
  });
}

/** An unused area is not a gap for a listener. */
function isTouched(area: string, clauses: readonly ClauseResult[]): boolean {
  return clauses.some((one) => one.area === area && ['met', 'broken'].includes(one.verdict));
}
