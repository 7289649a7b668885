import { reportShape } from '../judge/body-shapes.ts';
import type { Finding } from '../judge/evidence.ts';
import type { ClauseResult } from '../judge/verdict.ts';
import { isObject, readAnswer } from '../talk/answer.ts';
import type { Exchange } from '../talk/exchange.ts';
import { type Bond, consequences, sentFields, takersOfTheTried } from './follows.ts';
import type { Log } from './log.ts';
import { familyOf, rankOf } from './ranks.ts';

/** Broken clauses that one fault explains. */
export interface CauseGroup {
  readonly root: ClauseResult;
  /** Broken because the root is. */
  readonly follows: readonly ClauseResult[];
  /** The same for other operations. */
  readonly alike: readonly ClauseResult[];
}

/** Finds what lies behind the broken clauses. What nothing explains is a cause: nothing is hidden. */
export const causeGroups = (clauses: readonly ClauseResult[], log: Log): CauseGroup[] => {
  const broken = clauses.filter(({ verdict }) => verdict === 'broken');
  const explain = explainer(broken, log);
  const behind = new Map<ClauseResult, ClauseResult>();
  const settled = new Set<ClauseResult>();
  const open = new Set(broken);
  const settle = (clause: ClauseResult, root: ClauseResult): void => {
    behind.set(clause, root);
    settled.add(clause);
    open.delete(clause);
  };
  const all = new Set(broken);
  for (const clause of broken) if (!explain(clause, all)) settle(clause, clause);
  while (open.size > 0) {
    const found = [...open].flatMap((clause) => {
      const by = explain(clause, settled);
      return by ? [{ clause, by }] : [];
    });
    for (const { clause, by } of found) settle(clause, behind.get(by) ?? by);
    // Those that are left explain each other: the most basic of them is the cause.
    const [first] = [...open].sort((a, b) => rankOf(a.id) - rankOf(b.id));
    if (found.length === 0 && first) settle(first, first);
  }
  const roots = broken.filter((clause) => behind.get(clause) === clause);
  return joinedFamilies(
    roots.map((root) => ({
      root,
      follows: broken.filter((one) => one !== root && behind.get(one) === root),
      alike: [],
    })),
  );
};

/** Says by which of some clauses all findings of a clause are explained; the first of them. */
const explainer = (broken: readonly ClauseResult[], log: Log) => {
  const byId = new Map(broken.map((clause) => [clause.id, clause]));
  const possible = new Map(broken.map((clause) => [clause, possibleCauses(clause, byId)]));
  return (clause: ClauseResult, among: ReadonlySet<ClauseResult>): ClauseResult | undefined => {
    const candidates = (possible.get(clause) ?? []).filter(({ from }) => among.has(from));
    if (candidates.length === 0) return undefined;
    let first: ClauseResult | undefined;
    for (const finding of clause.findings) {
      const why = candidates.find(({ from, by }) => bound(by, clause, finding, from, log));
      if (!why) return undefined;
      first ??= why.from;
    }
    return first;
  };
};

const possibleCauses = (clause: ClauseResult, byId: ReadonlyMap<string, ClauseResult>) =>
  consequences.flatMap((rule) => {
    const match = rule.clause.exec(clause.id);
    if (!match) return [];
    return rule.from.flatMap((id) => {
      const from = byId.get(id.replace('$1', match[1] ?? ''));
      return from && from !== clause ? [{ from, by: rule.by }] : [];
    });
  });

const bound = (
  by: Bond,
  clause: ClauseResult,
  finding: Finding,
  from: ClauseResult,
  log: Log,
): boolean => {
  const { exchange } = finding;
  if (by === 'nothing') return true;
  if (!exchange) return false;
  if (by === 'vanished')
    return (
      log.hasVanished(exchange) &&
      takesReports(from, log) &&
      (!takersOfTheTried.includes(from.id) || log.wasTried(exchange))
    );
  if (by === 'lost')
    return log.hasVanished(exchange) && !log.wasSeen(exchange) && log.exchanges.some(isFetched);
  if (by === 'sent') return wasSentSo(clause.id, exchange, log);
  const others = from.findings.flatMap((one) => (one.exchange ? [one.exchange] : []));
  if (by === 'report') {
    const report = log.reportOf(exchange);
    return others.some((one) => one === exchange || (report && log.reportOf(one) === report));
  }
  return others.includes(exchange) && (by === 'answer' || sameField(finding, from.id));
};

/** Only of a report that was there before can be said that something took it. */
const takesReports = ({ findings }: ClauseResult, log: Log): boolean =>
  findings.some(
    ({ exchange }) => exchange && (exchange.operation !== 'fetch' || log.wasSeen(exchange)),
  );

const isFetched = (exchange: Exchange): boolean =>
  exchange.operation === 'fetch' && readAnswer(exchange).outcome === 'success';

/** Both findings are about the same field of an answer. */
const sameField = ({ expected }: Finding, id: string): boolean => {
  const field = sentFields.find(
    ({ name, keeps }) => id.startsWith(`report/${name}-`) || keeps.some((one) => one === id),
  )?.field;
  return field !== undefined && expected.startsWith(`${field}:`);
};

/** The report was posted with that very flaw: taking it is what was wrong. */
const wasSentSo = (clause: string, exchange: Exchange, log: Log): boolean => {
  const sent = log.sentFor(exchange);
  if (sent === undefined) return false;
  const body = isObject(sent) ? sent : {};
  const present = /^report\/(.+)-present$/.exec(clause)?.[1];
  if (present !== undefined)
    return sentFields.some(({ name, field }) => name === present && !(field in body));
  const requirement = reportShape().find((one) => one.clause === clause);
  return requirement?.judge(body)?.ok === false;
};

/** One fault may show in several operations: the first of them stands for all. */
const joinedFamilies = (groups: readonly CauseGroup[]): CauseGroup[] => {
  const joined: CauseGroup[] = [];
  for (const group of groups) {
    const family = familyOf(group.root.id);
    const at = joined.findIndex(({ root }) => family && familyOf(root.id) === family);
    const first = joined[at];
    if (!first) joined.push(group);
    else
      joined[at] = {
        ...first,
        alike: [...first.alike, group.root],
        follows: [...first.follows, ...group.follows],
      };
  }
  return joined;
};
