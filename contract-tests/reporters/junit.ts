import { bySection, sectionName } from '../../src/spec/clauses.ts';
import type { ClauseResult } from '../judge/verdict.ts';
import { curl } from '../talk/exchange.ts';
import { safely } from './escaped.ts';
import { expectedSuite } from './expected.ts';
import { xml } from './xml.ts';

const skipped = (verdict: ClauseResult['verdict']): boolean =>
  verdict === 'not-testable' || verdict === 'not-applicable' || verdict === 'waived';

const testcase = (clause: ClauseResult): string => {
  const open = `    <testcase classname="${xml(clause.section)}" name="${xml(clause.id)}: ${xml(clause.sentence)}" time="0"`;
  if (clause.verdict === 'broken') {
    const text = clause.findings
      .slice(0, 5)
      .map(({ expected, actual, exchange }) =>
        [
          `expected: ${expected}`,
          `actual: ${actual}`,
          ...(exchange
            ? [curl(exchange), `${exchange.response.status} ${exchange.response.body}`]
            : []),
        ].join('\n'),
      )
      .join('\n\n');
    const message = `${clause.findings[0]?.expected}, but ${clause.findings[0]?.actual}`;
    return `${open}>\n      <failure message="${xml(message)}" type="${clause.kind}">${xml(text)}</failure>\n    </testcase>`;
  }
  if (skipped(clause.verdict))
    return `${open}>\n      <skipped message="${xml(`${clause.verdict}: ${clause.reason ?? ''}`)}"/>\n    </testcase>`;
  const seen = clause.observations.map(({ value }) => String(value)).join(', ');
  return seen
    ? `${open}>\n      <system-out>${xml(`observed: ${seen}`)}</system-out>\n    </testcase>`
    : `${open}/>`;
};

/** One suite per section. A run that says nothing is an error, so that a build does not turn green. */
export const junitReport = safely((result): string => {
  const numbers = [...new Set(result.clauses.map(({ section }) => section))].sort(bySection);
  const count = (list: readonly ClauseResult[], test: (one: ClauseResult) => boolean): number =>
    list.filter(test).length;
  const broken = ({ verdict }: ClauseResult): boolean => verdict === 'broken';
  const left = (one: ClauseResult): boolean => skipped(one.verdict);
  const suites = numbers.map((number) => {
    const list = result.clauses.filter(({ section }) => section === number);
    const name = sectionName(number);
    return [
      `  <testsuite name="${xml(name)}" tests="${list.length}" failures="${count(list, broken)}" errors="0" skipped="${count(list, left)}" time="0" timestamp="${result.startedAt.slice(0, 19)}">`,
      ...list.map(testcase),
      '  </testsuite>',
    ].join('\n');
  });
  const inconclusive = result.verdict === 'inconclusive';
  if (inconclusive)
    suites.push(
      `  <testsuite name="verdict" tests="1" failures="0" errors="1" skipped="0" time="0">\n    <testcase classname="verdict" name="verdict" time="0">\n      <error message="${xml(result.summary)}" type="inconclusive"/>\n    </testcase>\n  </testsuite>`,
    );
  const extra = inconclusive ? 1 : 0;
  const expected = result.expectations && expectedSuite(result.expectations);
  if (expected) suites.push(expected.text);
  const tests = result.clauses.length + extra + (expected?.tests ?? 0);
  const failures = count(result.clauses, broken) + (expected?.failures ?? 0);
  const notSeen = count(result.clauses, left) + (expected?.skipped ?? 0);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="abuse-feed verify" tests="${tests}" failures="${failures}" errors="${extra}" skipped="${notSeen}" time="${(result.durationMs / 1000).toFixed(3)}">`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n');
});
