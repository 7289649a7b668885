import type { Observation } from '../../judging/verdict/evidence.ts';
import type { ExpectationReport, ExpectationResult } from '../../judging/verdict/expected.ts';
import type { ExpectedAnswers, Target } from '../target/target.ts';
import { whyNotSeen } from './not-seen.ts';

/** Compares observed with expected answers. Unobserved ones neither match nor differ. */
export function judgeExpectations(
  { file, answers }: ExpectedAnswers,
  observations: readonly Observation[],
  target: Target,
): ExpectationReport {
  const results = Object.entries(answers).map(([openPoint, expected]): ExpectationResult => {
    const seen = observations.filter((one) => one.openPoint === openPoint);
    const other = seen.find(({ value }) => value !== expected);
    const [first] = seen;
    const base = { openPoint, expected };
    if (!first) return { ...base, verdict: 'not-seen', actual: whyNotSeen(openPoint, target) };
    const { exchange } = other ?? first;
    const shown = exchange && { exchange };
    if (!other) return { ...base, verdict: 'as-expected', ...shown };
    return { ...base, verdict: 'differs', actual: String(other.value), ...shown };
  });
  const count = (verdict: ExpectationResult['verdict']): number =>
    results.filter((one) => one.verdict === verdict).length;
  const summary =
    `${count('as-expected')} answers as expected, ${count('differs')} different, ` +
    `${count('not-seen')} not seen`;
  return { file, results, summary };
}
