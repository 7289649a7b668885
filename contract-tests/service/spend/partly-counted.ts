import { inARow, plural } from '../../../src/values/listed.ts';
import type { Evidence } from '../../judging/verdict/evidence.ts';
import { faultsNotRuledOutBy } from '../model/counts/count-verdict.ts';
import { type CountFault, countFaults } from '../model/counts/counting-servers.ts';
import type { Counts } from '../model/counts/counts.ts';
import type { Target } from '../target/target.ts';
import { countPlans } from './count-plan.ts';
import { tellsFrom } from './planned-calls.ts';

/** Says at each clause about counts for which lookups it was not shown, and what would show it. */
export function notePartlyCounted(counts: Counts, target: Target, evidence: Evidence): void {
  const histories = counts.histories();
  const hidden = histories.length > 0 ? faultsNotRuledOutBy(histories) : [];
  if (hidden.length === 0) return;
  const needs = needsOf(hidden, target);
  for (const clause of new Set(hidden.map((fault) => fault.clause))) {
    const faults = countFaults.filter((fault) => fault.clause === clause);
    const counted = faults.filter((fault) => !hidden.includes(fault)).map(({ what }) => what);
    const uncounted = hidden.filter((fault) => fault.clause === clause);
    const parts = [...new Set(uncounted.map((fault) => needs.get(fault)))].map((need) => {
      const whats = uncounted.filter((one) => needs.get(one) === need).map(({ what }) => what);
      return `${inARow(whats, 'and')}, which needs ${need}`;
    });
    const met = counted.length > 0 ? `for ${inARow(counted, 'and')}; ` : '';
    evidence.addPart(clause, `${met}not counted: ${parts.join('; ')}`);
  }
}

/** Enough for every kind of call. */
const mostNeeded = 8;

/** What would rule each fault out: more requests of the largest token, or another one. */
export function needsOf(
  faults: readonly CountFault[],
  { tokens: { limited }, analyses, unknownHash }: Target,
): ReadonlyMap<CountFault, string> {
  const needs = new Map<CountFault, string>();
  const largest = limited.reduce((most, { remaining }, nth) => {
    return remaining > (limited[most]?.remaining ?? 0) ? nth : most;
  }, 0);
  const sizes = Array.from({ length: mostNeeded }, (_, nth) => nth + 1);
  const enlarged = sizes.map((more) => ({
    says: `${plural(more, 'more request')} in tokens.limited[${largest}]`,
    tokens: limited.map((one, nth) =>
      nth === largest ? { ...one, remaining: one.remaining + more } : one,
    ),
  }));
  const added = sizes.map((remaining) => ({
    says: `another entry in tokens.limited, with ${plural(remaining, 'request')} left`,
    tokens: [...limited, { token: '', remaining }],
  }));
  const again = { says: 'another run, undisturbed or over a faster link', tokens: limited };
  for (const { says, tokens } of [again, ...enlarged, ...added]) {
    const open = faults.filter((fault) => !needs.has(fault));
    if (open.length === 0) break;
    const tells = tellsFrom(countPlans(tokens), { analyses, ...(unknownHash && { unknownHash }) });
    for (const fault of open) if (tells(fault.server)) needs.set(fault, says);
  }
  for (const fault of faults)
    if (!needs.has(fault)) needs.set(fault, 'another file or hash in analyses');
  return needs;
}
