import { plural } from '../../../src/values/listed.ts';
import type { Debatable, Evidence } from '../verdict/evidence.ts';
import type { ClauseResult } from '../verdict/verdict.ts';
import type { Remark } from './conclusions.ts';

/** What breaks a clause by one reading of its section only, as remarks; of what is broken anyway, nothing. */
export function debatableRemarks(
  { debatable }: Evidence,
  clauses: readonly ClauseResult[],
): Remark[] {
  return clauses.flatMap((clause) =>
    debatable
      .filter((one) => one.clause === clause.id && clause.verdict === 'met')
      .map((one) => remarkOn(clause, one)),
  );
}

function remarkOn(
  { id, section }: ClauseResult,
  { expected, actual, times, exchange }: Debatable,
): Remark {
  const { method, url } = exchange?.request ?? {};
  const such = exchange ? `, such as ${method} ${url} as ${exchange.caller}` : '';
  return {
    id,
    section,
    says: `Section ${section} can be read to demand ${expected}; what came is ${actual} (${plural(times, 'time')}${such}). In doubt for the server, it is no fault: ${id}.`,
  };
}
