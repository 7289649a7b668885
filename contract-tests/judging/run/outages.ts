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
export function unansweredReason({ outage, isCulprit, url }: NoAnswer): string {
  if (!outage) return `no response came from ${url}`;
  const what = `the server at ${outage.origin} stopped responding`;
  return isCulprit ? `${what} at a request that this needs` : what;
}

/** The first request that stops a server each time, or was lost with it: it conforms only if it answers. */
export function crashOf({ unanswered, hiding }: Evidence): string | undefined {
  const lost = unanswered.flatMap(({ error }) => error.outage ?? []);
  const [first] = [...lost.filter(({ culprit }) => culprit !== undefined), ...lost];
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
  const culprits = unique(
    outages.flatMap(({ inFlight, culprit = -1 }) => inFlight[culprit] ?? []).map(requestLine),
  );
  const others = outages.filter(({ culprit }) => culprit === undefined);
  const lost = unique(others.flatMap(({ inFlight }) => inFlight).map(requestLine));
  const errors = unique(outages.map(({ error }) => error)).join(', ');
  const forgot = outages.some(({ hasForgotten }) => hasForgotten);
  return {
    id: 'crash',
    says: [
      `The server at ${origin} stopped responding ${outages.length === 1 ? 'once' : `${outages.length} times`} (${errors}) and came back${
        forgot ? ', without what it had stored; what was stored before is not judged' : ''
      }.`,
      ...(culprits.length > 0 ? [`Alone, it does it again at ${someOf(culprits)}.`] : []),
      ...(lost.length > 0
        ? [`In flight${culprits.length > 0 ? ' at other times' : ''}: ${someOf(lost)}.`]
        : []),
    ].join(' '),
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
