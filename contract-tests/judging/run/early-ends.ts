import { readAnswer } from '../talk/answer.ts';
import type { BrokenShare } from '../talk/broken-responses.ts';
import type { Remark } from './conclusions.ts';
import type { Run } from './run.ts';

/** Judges requests whose responses end early again and again, while those to others do not. */
export function judgeBrokenResponses({ client, judge, outages }: Run): void {
  // What was in flight when a server stopped ended early for that.
  if (outages.length > 0) return;
  for (const exchange of client.brokenResponses.returning()) judge(readAnswer(exchange));
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
