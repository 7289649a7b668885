import { draftFlaws } from '../../../src/requests/request-flaws.ts';
import { isObject, jsonIn } from '../../judging/talk/answer.ts';
import type { Ask } from '../../judging/talk/ask.ts';
import type { Reports } from '../model/known/reports.ts';

/** A request of a run that could do damage on a faulty server. */
export interface Risk {
  readonly clause: string;
  readonly does: string;
  readonly could: string;
}

interface Recognised extends Risk {
  readonly is: (ask: Ask, reports: Reports) => boolean;
}

/** The report to delete, if it is one of our own and the id is exact. */
function ownReport({ about }: Ask, reports: Reports) {
  const known = about.report ? reports.withId(about.report) : undefined;
  return known && known.creator !== '' && known.id === about.report ? known : undefined;
}

function isReport({ body = '', sent = jsonIn(body).json }: Ask): boolean {
  return isObject(sent) && !draftFlaws(sent).some(({ id }) => /-(type|format|missing)$/.test(id));
}

/** Beside the token that nobody holds and the empty one. */
const forged = /^(?!unknown |blank )[a-z-]+ token$/;

/** In characters; a usual report has about 300. */
const longBody = 16 * 1024;

const risks: readonly Recognised[] = [
  {
    clause: 'delete/missing-id-is-refused',
    does: 'DELETE without an id, and with an empty one, as everybody the target names',
    could: 'delete all reports of the feed',
    is: ({ operation, about }) => operation === 'delete' && !about.report,
  },
  {
    clause: 'delete/removes-only-that-report',
    does: 'DELETE with ids that nobody has, with ones that are no UUID and with %, as everybody it names',
    could: 'delete a report of somebody else',
    is: (ask, reports) =>
      ask.operation === 'delete' && !!ask.about.report && !ownReport(ask, reports),
  },
  {
    clause: 'delete/own-feed-only',
    does: 'DELETE of a report of ours in the other feed, as everybody the target names',
    could: 'delete a report there',
    is: (ask, reports) =>
      ask.operation === 'delete' &&
      (ownReport(ask, reports)?.service ?? ask.about.service) !== ask.about.service,
  },
  {
    clause: 'create/token-must-be-known',
    does: 'requests with made-up tokens that look like tokens.researcher, some ten of them',
    could: 'lock that caller out, or raise an alarm',
    is: ({ caller }) => forged.test(caller.key),
  },
  {
    clause: 'create/stores-only-reports',
    does: 'bodies that are no report, or no JSON',
    could: 'store what it cannot read again',
    is: (ask) => ask.operation === 'create' && !isReport(ask),
  },
];

const whileLearning: Recognised = {
  clause: '--learn',
  does: 'bodies of up to 2 MiB',
  could: 'be slow for others meanwhile',
  is: ({ body = '' }) => body.length > longBody,
};

/** The risk of a request, if it is to be avoided: all risks, or those of some clauses. */
export function riskOf(
  ask: Ask,
  reports: Reports,
  refused: 'all' | readonly string[],
): Risk | undefined {
  return [...risks, whileLearning].find(
    ({ clause, is }) => (refused === 'all' || refused.includes(clause)) && is(ask, reports),
  );
}

/** The risks of scenarios about these clauses. */
export function risksOf(planned: ReadonlySet<string>, learns: boolean): readonly Risk[] {
  return [
    ...risks.filter(({ clause }) => planned.has(clause)),
    ...(learns ? [whileLearning] : []),
  ].map(({ is: _, ...risk }) => risk);
}
