import { plural } from '../../../src/values/listed.ts';
import type { Leftover } from '../run/cleanup.ts';
import type { RunResult } from '../run/result.ts';
import { outageLines } from '../talk/outage.ts';

/** Stands beside the number of broken clauses, which is then not that of a whole run. */
export function cutShort({ aborted }: Pick<RunResult, 'aborted'>): string {
  return aborted ? ' (cut short)' : '';
}

/** How a server stopped answering for good: the first lines of every report. */
export function endingLines({ outages = [] }: Pick<RunResult, 'outages'>): string[] {
  return outages.filter(({ hasComeBack }) => !hasComeBack).flatMap(outageLines);
}

/** Of more with the same reason, one is named. */
const mostListed = 20;

/** One line for each, but one for many with the same reason: all ids are in the JSON report. */
export function leftoverLines({
  leftovers,
  words,
}: Pick<RunResult, 'leftovers' | 'words'>): string[] {
  const groups = new Map<string, Leftover[]>();
  for (const one of leftovers) {
    const key = one.isUnanswered ? 'unanswered' : `${placeOf(one)} ${one.why}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first?.isUnanswered && group.length <= mostListed)
      return group.map((one) => `${placeOf(one)} ${one.id}: ${one.why}`);
    const places = [...new Set(group.map(placeOf))].join(', ');
    const such = first?.isUnanswered ? '' : `, such as ${first?.id}`;
    const [one, many] = words.created;
    return [`${plural(group.length, one, many)} in ${places}${such}: ${first?.why ?? ''}`];
  });
}

/** The parameters of a request for it, besides its id. */
function placeOf({ id, about }: Leftover): string {
  return Object.values(about)
    .filter((value) => value !== id)
    .join(' ');
}
