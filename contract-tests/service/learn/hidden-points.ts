import { openPoints } from '../../../src/spec/open-points.ts';
import type { Observation } from '../../judging/verdict/evidence.ts';

/** One answer can make another question meaningless: its answer cannot be seen, and does not matter. */
export interface HiddenPoint {
  readonly point: string;
  readonly by: string;
  readonly answers: readonly unknown[];
}

/** The statuses of an outcome, of every operation that has it. */
function statuses(of: string): string[] {
  return openPoints.flatMap(({ id }) => (id.endsWith(`.status.${of}`) ? [id] : []));
}

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

export const hiddenPoints: readonly HiddenPoint[] = hiding.flatMap(([by, answers, points]) =>
  points.map((point) => ({ point, by, answers })),
);

/** The observations, without those that another observed answer makes meaningless. */
export function withoutHidden(observations: readonly Observation[]): Observation[] {
  const answerTo = (id: string): unknown => {
    const [only, ...others] = observations.filter(({ openPoint }) => openPoint === id);
    return others.length === 0 ? only?.value : undefined;
  };
  return observations.filter(({ openPoint }) => !hiddenBy(openPoint, answerTo));
}

/** The answer that hides a point, if any. */
export function hiddenBy(
  point: string,
  answerTo: (id: string) => unknown,
): HiddenPoint | undefined {
  return hiddenPoints.find((one) => one.point === point && one.answers.includes(answerTo(one.by)));
}
