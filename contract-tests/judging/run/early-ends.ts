import { readAnswer } from '../talk/answer.ts';
import type { BrokenShare } from '../talk/broken-responses.ts';
import { canonical } from '../talk/canonical.ts';
import { NoAnswer } from '../talk/client.ts';
import type { Exchange } from '../talk/exchange.ts';
import { NotTestable } from '../talk/not-testable.ts';
import type { Remark } from './conclusions.ts';
import type { Run } from './run.ts';

/** Enough to tell every fourth response from one in forty. */
const timesAgain = 20;
const mostSuspects = 3;

/** Judges requests whose responses end early again and again, while those to others do not. */
export async function judgeBrokenResponses(run: Run): Promise<void> {
  const { client, outages, judge } = run;
  // What was in flight when a server stopped ended early for that.
  if (outages.length > 0) return;
  const deleted = deletedIn(run);
  const suspects = client.brokenResponses
    .suspects()
    .filter((one) => mayRepeat(run, one) && !deleted.has(canonical(one.about)));
  for (const exchange of suspects.slice(0, mostSuspects)) await askAgain(run, exchange);
  for (const exchange of client.brokenResponses.returning()) judge(readAnswer(exchange));
}

/** What successful deletions were about: fetched again, it is another response. */
function deletedIn({ service, client }: Run): ReadonlySet<string> {
  const deletions = client.exchanges.filter(
    ({ operation, outcome }) =>
      outcome === 'success' && service.operations.of(operation).effect === 'deletes',
  );
  return new Set(deletions.map(({ about }) => canonical(about)));
}

/** A plain request that changes and uses up nothing. */
function mayRepeat({ service }: Run, { operation, caller, way, request }: Exchange): boolean {
  const { effect } = service.operations.of(operation);
  return (
    effect === 'nothing' &&
    way === undefined &&
    request.body === undefined &&
    service.callers.byKey.has(caller)
  );
}

async function askAgain(run: Run, { operation, caller: key, about }: Exchange): Promise<void> {
  const conversation = run.conversation('responses that ended early');
  const caller = run.service.callers.known.find((one) => one.key === key);
  const { area } = run.service.operations.of(operation);
  if (!caller || run.isStopped || run.client.isGivenUp(area)) return;
  const asked = Array.from({ length: timesAgain }, () =>
    conversation.ask({ operation, caller, about }),
  );
  for (const one of await Promise.allSettled(asked))
    if (one.status === 'rejected' && !isUnanswered(one.reason)) throw one.reason;
}

function isUnanswered(error: unknown): boolean {
  return error instanceof NoAnswer || error instanceof NotTestable;
}

/** What ends early more often than the link explains. */
function unexplainedIn({ client, outages }: Run): readonly BrokenShare[] {
  return outages.length > 0 ? [] : client.brokenResponses.unexplained();
}

function shareInWords({ service, client }: Run, share: BrokenShare): string {
  const { operation, caller, broken, all } = share;
  const { count, responses } = client.brokenResponses;
  const { calls } = service.operations.of(operation).words;
  const whose = caller === undefined ? '' : ` as ${caller}`;
  return `${broken} of ${all} responses to ${calls}${whose} ended early, ${count - broken} of ${responses - all} others`;
}

/** One sentence without its full stop, for the summary; undefined if the link explains what ended early. */
export function brokenResponseSummary(run: Run): string | undefined {
  const [first] = unexplainedIn(run);
  return first && shareInWords(run, first);
}

export function brokenResponseRemarks(run: Run): Remark[] {
  return unexplainedIn(run).map((share) => ({
    id: 'ends-early',
    says: `${shareInWords(run, share)}: more than the link explains. Each was shorter than announced, and was requested again.`,
  }));
}

/** The same for a link that loses some of all. */
export function brokenResponseConditions(run: Run): string[] {
  const { count, responses } = run.client.brokenResponses;
  if (count === 0 || unexplainedIn(run).length > 0) return [];
  return [`Of ${responses} responses, ${count} ended early, as far as can be told by the link.`];
}
