import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import type { Answer } from '../../src/spec/open-point.ts';
import type { Observation } from '../judge/evidence.ts';
import type { Exchange } from '../talk/exchange.ts';
import { type Target, TargetError } from '../target/target.ts';
import { whyUnseen } from './unseen.ts';
import { problemWith } from './vocabulary.ts';

/** The answers a team wants its server to keep giving. */
export interface Expectations {
  readonly file: string;
  readonly answers: { readonly [openPoint: string]: Answer };
}

export interface ExpectationResult {
  readonly openPoint: string;
  readonly expected: Answer;
  readonly verdict: 'as-expected' | 'differs' | 'not-seen';
  /** What was seen instead, or why nothing was. */
  readonly actual?: string;
  readonly exchange?: Exchange;
}

export interface ExpectationReport {
  readonly file: string;
  readonly results: readonly ExpectationResult[];
  /** One line that sums it up. */
  readonly summary: string;
}

const parsed = (text: string, file: string): unknown => {
  // A file of comments alone is an empty document, which the parser does not take.
  if (!/^\s*[^#\s]/m.test(text)) return {};
  try {
    return load(text);
  } catch (error) {
    const [line] = String(error instanceof Error ? error.message : error).split('\n');
    throw new TargetError(`expect: ${file} is no YAML: ${line}`);
  }
};

/** Reads the dialect file that `expect` names; a mistake in it is said with its key. */
export const readExpectations = (path: string, file: string): Expectations => {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new TargetError(`expect: ${file}: no such file, or not readable`);
  }
  const raw = parsed(text, file);
  if (!raw || typeof raw !== 'object' || Array.isArray(raw))
    throw new TargetError(`expect: ${file} holds no map of open points`);
  for (const [id, value] of Object.entries(raw)) {
    const problem = problemWith(id, value);
    if (problem) throw new TargetError(`expect: ${file}: ${problem}`);
  }
  return { file, answers: raw as Expectations['answers'] };
};

/** Compares what was seen with what is expected. What was not seen is neither. */
export const judgeExpectations = (
  { file, answers }: Expectations,
  observations: readonly Observation[],
  target: Target,
): ExpectationReport => {
  const results = Object.entries(answers).map(([openPoint, expected]): ExpectationResult => {
    const seen = observations.filter((one) => one.openPoint === openPoint);
    const other = seen.find(({ value }) => value !== expected);
    const [first] = seen;
    const base = { openPoint, expected };
    if (!first) return { ...base, verdict: 'not-seen', actual: whyUnseen(openPoint, target) };
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
};
