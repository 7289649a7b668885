import { plural } from '../values/listed.ts';

interface Planned {
  readonly answers: number;
  readonly mixes: number;
  readonly limits: number;
}

interface Known {
  /** Of all open points, those that the first run touches. */
  readonly touched: number;
  readonly points: number;
  /** The answers to them that the first run did not get. */
  readonly others: number;
  readonly firstMs: number;
  readonly jobs: number;
  /** How often each is made at least. */
  readonly times: number;
  /** The runs that are left of the budget. */
  readonly left: number;
}

/** What is tried and what that costs, said before it begins. */
export function costLine({ answers, mixes, limits }: Planned, known: Known): string {
  const { touched, points, others, firstMs, jobs, times, left } = known;
  const all = (answers + mixes + limits) * times;
  const runs = Math.min(all, left);
  const parts = [
    ...(answers > 0 ? ['each of them alone'] : []),
    ...(mixes > 0 ? [`${plural(mixes, 'mix', 'mixes')} of them`] : []),
    ...(limits > 0 ? [plural(limits, 'limit of requests', 'limits of requests')] : []),
  ];
  const found = `It touches ${touched} of ${plural(points, 'open point')}, which have ${plural(others, 'other answer')}.`;
  if (all === 0) return found;
  const width = jobs > 1 ? `, ${jobs} at a time` : '';
  const each = times > 1 ? `, each made ${times} times or more` : '';
  const allowed = runs < all ? `, of which the budget allows ${runs}` : '';
  return [
    found,
    `To be tried: ${parts.join(', then ')}. That takes ${plural(all, 'run')}${each}${allowed}${width}: ${aboutTime((runs * firstMs) / jobs)}, at ${seconds(firstMs)} a run. Failures are repeated.`,
  ].join('\n');
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function aboutTime(ms: number): string {
  if (ms < 90_000) return `about ${Math.ceil(ms / 1000)} s`;
  return `about ${plural(Math.ceil(ms / 60_000), 'minute')}`;
}
