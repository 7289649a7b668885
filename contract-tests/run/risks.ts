import type { Plan } from './plan.ts';

/** Something a run does that a faulty server could take amiss. */
export interface Risk {
  readonly clause: string;
  readonly does: string;
  readonly could: string;
}

const risks: readonly Risk[] = [
  {
    clause: 'delete/missing-id-is-refused',
    does: 'DELETE without an id, and with an empty one, as everybody the target names',
    could: 'delete all reports of the feed',
  },
  {
    clause: 'delete/removes-only-that-report',
    does: 'DELETE with ids that nobody has, with ones that are no UUID and with %, as everybody it names',
    could: 'delete a report of somebody else',
  },
  {
    clause: 'delete/own-feed-only',
    does: 'DELETE of a report of ours in the other feed, as everybody the target names',
    could: 'delete a report there',
  },
  {
    clause: 'create/token-must-be-known',
    does: 'requests with made-up tokens that look like tokens.researcher, some ten of them',
    could: 'lock that caller out, or raise an alarm',
  },
  {
    clause: 'create/stores-only-reports',
    does: 'bodies that are no report, or no JSON',
    could: 'store what it cannot read again',
  },
];

const whileLearning: Risk = {
  clause: '--learn',
  does: 'bodies of up to 2 MiB, and bursts where a rate limit was met',
  could: 'be slow for others meanwhile',
};

/** Those that a plan contains. */
export const risksOf = (plan: Plan, learns: boolean): readonly Risk[] => {
  const stages = ['main', 'last'] as const;
  const planned = new Set<string>(
    stages.flatMap((stage) => plan.checks('feed', stage).flatMap(({ clauses }) => clauses)),
  );
  return [...risks.filter(({ clause }) => planned.has(clause)), ...(learns ? [whileLearning] : [])];
};
