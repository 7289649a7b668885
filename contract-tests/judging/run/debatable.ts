import { plural } from '../../../src/values/listed.ts';
import type { Clause } from '../clause.ts';
import type { Debatable, Evidence } from '../verdict/evidence.ts';
import type { Remark } from './conclusions.ts';

/** What breaks a clause by one reading of its section only, as remarks. */
export function debatableRemarks({ debatable }: Evidence, clauses: readonly Clause[]): Remark[] {
  return clauses.flatMap((clause) =>
    debatable.filter((one) => one.clause === clause.id).map((one) => remarkOn(clause, one)),
  );
}

function remarkOn(
  { id, section }: Clause,
  { expected, actual, times, exchange }: Debatable,
): Remark {
  const { method, url } = exchange?.request ?? {};
  const such = exchange ? `, such as ${method} ${url} as ${exchange.caller}` : '';
  return {
    id,
    section,
    says: `Section ${section} can be read to demand ${expected}; here it is ${actual} (${plural(times, 'time')}${such}). In doubt for the server, it is no fault: ${id}.`,
  };
}
