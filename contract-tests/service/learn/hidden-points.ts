import { openPoints } from '../../../src/spec/open-points.ts';
import type { Observation } from '../../judging/verdict/evidence.ts';

/** The statuses of an outcome, of every operation that has it. */
function statuses(of: string): string[] {
  return openPoints.flatMap(({ id }) => (id.endsWith(`.status.${of}`) ? [id] : []));
}

/** Some answers make other questions meaningless: whatever is seen there has another reason. */
const hiding: readonly (readonly [
  by: string,
  answers: readonly unknown[],
  points: readonly string[],
])[] = [
  ['feed.unknown-service', ['created'], statuses('unknown-service')],
  ['fetch.who', ['public'], ['fetch.status.no-token', 'fetch.status.unknown-token']],
  ['fetch.who', ['public', 'known'], ['fetch.status.may-not-fetch']],
  ['create.duplicates', ['accepted', 'same-id'], ['create.status.duplicate-report']],
  ['create.score.notation', ['any'], ['create.status.wrong-notation']],
  ['create.content-type', ['ignored'], ['create.status.wrong-content-type']],
  ['delete.absent', ['accepted'], ['delete.status.unknown-report', 'delete.status.deleted-report']],
  ['delete.afterwards', ['forgotten'], statuses('deleted-report')],
  ['lookup.who', ['known'], ['lookup.status.may-not-look-up']],
];

export function isHidden(point: string, answerTo: (id: string) => unknown): boolean {
  return hiding.some(
    ([by, answers, points]) => points.includes(point) && answers.includes(answerTo(by)),
  );
}

/** The observations, without those that another observed answer makes meaningless. */
export function withoutHidden(observations: readonly Observation[]): Observation[] {
  const answerTo = (id: string): unknown => {
    const [only, ...others] = observations.filter(({ openPoint }) => openPoint === id);
    return others.length === 0 ? only?.value : undefined;
  };
  return observations.filter(({ openPoint }) => !isHidden(openPoint, answerTo));
}
