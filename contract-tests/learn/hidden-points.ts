import type { Observation } from '../model/evidence.ts';

/** One answer can make another question meaningless: its answer cannot be seen, and does not matter. */
export interface HiddenPoint {
  readonly point: string;
  readonly by: string;
  readonly answers: readonly unknown[];
}

const hides = (by: string, answers: readonly unknown[], points: readonly string[]): HiddenPoint[] =>
  points.map((point) => ({ point, by, answers }));

export const hiddenPoints: readonly HiddenPoint[] = [
  ...hides(
    'feed.unknown-service',
    ['created'],
    [
      'create.status.unknown-service',
      'fetch.status.unknown-service',
      'delete.status.unknown-service',
    ],
  ),
  ...hides('fetch.who', ['public'], ['fetch.status.no-token', 'fetch.status.unknown-token']),
  ...hides('fetch.who', ['public', 'known'], ['fetch.status.may-not-fetch']),
  ...hides('create.duplicates', ['accepted'], ['create.status.duplicate-report']),
  ...hides('create.content-type', ['ignored'], ['create.status.wrong-content-type']),
  ...hides(
    'delete.absent',
    ['accepted'],
    ['delete.status.unknown-report', 'delete.status.deleted-report'],
  ),
  ...hides(
    'delete.afterwards',
    ['forgotten'],
    ['fetch.status.deleted-report', 'delete.status.deleted-report'],
  ),
  ...hides('lookup.who', ['known'], ['lookup.status.may-not-look-up']),
  ...hides(
    'any.rate-limit',
    ['none'],
    [
      'create.status.rate-limited',
      'fetch.status.rate-limited',
      'delete.status.rate-limited',
      'lookup.status.rate-limited',
    ],
  ),
];

/** The observations, without those that another observed answer makes meaningless. */
export const withoutHidden = (observations: readonly Observation[]): Observation[] => {
  const answerTo = (id: string): unknown => {
    const [only, ...others] = observations.filter(({ openPoint }) => openPoint === id);
    return others.length === 0 ? only?.value : undefined;
  };
  return observations.filter(({ openPoint }) => !hiddenBy(openPoint, answerTo));
};

/** The answer that hides a point, if any. */
export const hiddenBy = (
  point: string,
  answerTo: (id: string) => unknown,
): HiddenPoint | undefined =>
  hiddenPoints.find((one) => one.point === point && one.answers.includes(answerTo(one.by)));
