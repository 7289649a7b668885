import { clausesOfAllCalls, countClauses } from '../model/counts/counting-servers.ts';
import type { Rule } from '../model/rule.ts';
import { rules } from '../model/rules/rules.ts';

function rulesOf(id: string): readonly Rule[] {
  return rules.filter((rule) => rule.id === id);
}

/** Why no traffic can show that a clause is broken. */
function whyUnobservable(id: string): string | undefined {
  if (clausesOfAllCalls.some((one) => one === id))
    return 'the same caller may also send requests directly to the server';
  const own = rulesOf(id);
  return own.every(({ unobservable: unheard }) => unheard) ? own[0]?.unobservable : undefined;
}

/** The traffic needed to observe a clause. */
function trafficFor(id: string): string {
  const told = rulesOf(id).find(({ traffic }) => traffic)?.traffic;
  if (told) return told;
  if (countClauses.some((one) => one === id))
    return 'a caller of tokens.limited of the target file who uses up its requests';
  const [about = '', statement = ''] = id.split('/');
  if (about === 'report') return 'a report that is fetched';
  if (about === 'analysis') return 'an analysis that is looked up';
  return statement.startsWith('error-') ? `a ${about} that is refused` : `a ${about}`;
}

/** Why a clause has no verdict. */
export function whyNotObserved(id: string): string {
  const never = whyUnobservable(id);
  return never
    ? `not seen: no traffic can show it, since ${never}`
    : `not seen: ${trafficFor(id)} would show it`;
}
