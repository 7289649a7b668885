import { listed } from '../../../src/values/listed.ts';
import type { NoAnswer } from '../talk/no-answer.ts';
import { type Outage, outageSummary, requestLine } from '../talk/outage.ts';
import type { Evidence } from '../verdict/evidence.ts';
import type { Remark } from './conclusions.ts';

/** The outage that has ended a run, if one has. */
export function endingOf(outages: readonly Outage[]): Outage | undefined {
  return outages.find(({ hasComeBack }) => !hasComeBack);
}

/** Why clauses could not be tested, after a request without an answer. */
export function unansweredReason({ outage, url }: NoAnswer): string {
  return outage
    ? `the server at ${outage.origin} stopped responding`
    : `no response came from ${url}`;
}

/** The first request that was lost with a server: it conforms only if it answers. */
export function crashOf({ unanswered, hiding }: Evidence): string | undefined {
  const [first] = unanswered.flatMap(({ error }) => error.outage ?? []);
  return first && outageSummary(hiding.value(first));
}

/** More would bury the others. */
const mostShown = 3;

function someOf(lines: readonly string[]): string {
  return listed(lines, (line) => line, mostShown).join('; ');
}

function unique(lines: readonly string[]): string[] {
  return [...new Set(lines)];
}

function crashRemark(origin: string, outages: readonly Outage[]): Remark {
  const inFlight = outages.map((one) => unique(one.inFlight.map(requestLine)));
  const timesLost = (line: string): number => inFlight.filter((one) => one.includes(line)).length;
  // What stops a server was in flight each time.
  const lost = unique(inFlight.flat()).sort((a, b) => timesLost(b) - timesLost(a));
  const errors = unique(outages.map(({ error }) => error)).join(', ');
  const times = outages.length === 1 ? 'once' : `${outages.length} times`;
  const forgot = outages.some(({ hasForgotten }) => hasForgotten)
    ? ', without what it had stored; what was stored before is not judged'
    : '';
  const after = lost.length > 0 ? ` In flight: ${someOf(lost)}.` : '';
  return {
    id: 'crash',
    says: `The server at ${origin} stopped responding ${times} (${errors}) and came back${forgot}.${after}`,
  };
}

/** One for each server that has stopped responding and come back. */
export function crashRemarks(outages: readonly Outage[]): Remark[] {
  const over = outages.filter(({ hasComeBack }) => hasComeBack);
  return unique(over.map(({ origin }) => origin)).map((origin) =>
    crashRemark(
      origin,
      over.filter((one) => one.origin === origin),
    ),
  );
}
