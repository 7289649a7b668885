import { type Area, allClauses, areaOf, bySection } from '../../src/spec/clauses.ts';
import { version } from '../../src/spec/package-root.ts';
import type { ClientFinding } from '../../src/spec/requests/client-judge.ts';
import { causesOf } from '../causes/cause.ts';
import { choiceCard } from '../learn/choice-card.ts';
import { clauseCountsOf } from '../model/tally.ts';
import { type ClauseResult, clauseResult, verdictOf } from '../model/verdict.ts';
import { targetSummary } from '../run/conclude.ts';
import type { RunResult } from '../run/result.ts';
import type { Listener } from './listener.ts';
import type { Unjudged } from './tally.ts';
import { whyNotObserved } from './unobservable.ts';

/** All that a listener has to say, free of secrets. */
export interface ListenResult extends RunResult {
  /** What clients did that the specification has not; apart from the server. */
  readonly clients: readonly ClientFinding[];
  readonly heard: {
    readonly exchanges: number;
    /** How many were passed over, by the reason. */
    readonly unjudged: { readonly [why in Unjudged]?: number };
    /** What had to be forgotten, for want of room. */
    readonly forgotten: {
      readonly reports: number;
      readonly analyses: number;
      readonly callers: number;
    };
    /** How often a clause was broken; the evidence is of the first times. */
    readonly broken: { readonly [clause: string]: number };
  };
}

export interface ConcludeListenOptions {
  readonly startedAt: Date;
  readonly learn?: boolean;
}

/** Makes a result of all that was heard, by the verdict that every run ends with. */
export const concludeListening = (
  listener: Listener,
  { startedAt, learn = false }: ConcludeListenOptions,
): ListenResult => {
  const { target, evidence, tally } = listener;
  if (learn) listener.conclude();
  for (const clause of allClauses())
    if (clause.kind !== 'open') evidence.untested(clause.id, whyNotObserved(clause));
  const clauses = allClauses()
    .map((clause) => clauseResult(clause, evidence, target))
    .sort((a, b) => bySection(a.section, b.section));
  const areas = target.areas.filter((area) => isTouched(area, clauses));
  const verdict = verdictOf({ clauses, areas, problems: [], aborted: false, requireAll: false });
  const broken = clauses.filter((one) => one.verdict === 'broken');
  return {
    ...verdict,
    kit: version(),
    target: targetSummary(target),
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    requests: tally.heard,
    cleaning: 0,
    counts: clauseCountsOf(clauses),
    causes: causesOf(clauses),
    clauses,
    remarks: evidence.hiding.value(listener.remarks.list(listener.model.reports)),
    observations: evidence.observations,
    ...(learn && { card: choiceCard(evidence.observations, target) }),
    problems: [],
    spending: [],
    unlocks: [],
    leftovers: [],
    coverage: tally.coverage,
    aborted: false,
    clients: listener.clients.findings.map((one) => ({
      ...one,
      first: evidence.hiding.value(one.first),
    })),
    heard: {
      exchanges: tally.heard,
      unjudged: tally.unjudged,
      forgotten: listener.forgotten,
      broken: Object.fromEntries(broken.map(({ id }) => [id, evidence.brokenCount(id)])),
    },
  };
};

/** An area that nobody used is no gap of a listener. */
const isTouched = (area: Area, clauses: readonly ClauseResult[]): boolean =>
  clauses.some((one) => areaOf(one) === area && ['met', 'broken'].includes(one.verdict));
