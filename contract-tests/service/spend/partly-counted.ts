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

/** What would rule each fault out: the same tokens in another run, or one more. */
export function needsOf(
  faults: readonly CountFault[],
  { tokens: { limited }, analyses, unknownHash }: Target,
): ReadonlyMap<CountFault, string> {
  const needs = new Map<CountFault, string>();
  for (let more = 0; more <= mostNeeded; more += 1) {
    const open = faults.filter((fault) => !needs.has(fault));
    if (open.length === 0) break;
    const tokens = more === 0 ? limited : [...limited, { token: '', remaining: more }];
    const says =
      more === 0
        ? 'another run, undisturbed or over a faster link'
        : `another entry in tokens.limited, with ${plural(more, 'request')} left`;
    const tells = tellsFrom(countPlans(tokens), { analyses, ...(unknownHash && { unknownHash }) });
    for (const fault of open) if (tells(fault.server)) needs.set(fault, says);
  }
  for (const fault of faults)
    if (!needs.has(fault)) needs.set(fault, 'another file or hash in analyses');
  return needs;
}
