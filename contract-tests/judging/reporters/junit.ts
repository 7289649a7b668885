import type { Cause } from '../causes/cause.ts';
import { type Clause, sectionsIn } from '../clause.ts';
import type { RunResult } from '../run/result.ts';
import { clauseCountsOf } from '../verdict/tally.ts';
import type { ClauseResult } from '../verdict/verdict.ts';
import { cutShort, endingLines } from './cut-short.ts';
import { expectedSuite } from './expectation-lines.ts';
import { heading, remarkLines } from './heading.ts';
import { xml } from './xml.ts';

/** The calls of a cause, or the cause that a clause follows from. */
function behind({ id }: ClauseResult, causes: readonly Cause[]): string {
  const own = causes.find(({ clause }) => clause === id);
  if (own) return [...own.doubts.map((doubt) => `or ${doubt}`), ...own.curl].join('\n');
  const other = causes.find(({ follows, alike }) => [...follows, ...alike].includes(id));
  return other ? `One fault with ${other.clause}` : '';
}

function failure(clause: ClauseResult, causes: readonly Cause[]): string {
  const found = clause.findings.slice(0, 5).map(({ expected, actual, exchange }) => {
    const { request, response } = exchange ?? {};
    return [
      `expected: ${expected}`,
      `actual: ${actual}`,
      ...(request && response
        ? [`${request.method} ${request.url}`, `${response.status} ${response.body}`]
        : []),
    ].join('\n');
  });
  const [first] = clause.findings;
  const message = `${first?.expected}, but ${first?.actual}`;
  const text = [...found, behind(clause, causes)].filter(Boolean).join('\n\n');
  return `<failure message="${xml(message)}" type="${clause.kind}">${xml(text)}</failure>`;
}

/** The result of a clause in JUnit's terms. */
function innerOf(clause: ClauseResult, causes: readonly Cause[]): string {
  const { verdict, reason = '' } = clause;
  if (verdict === 'broken') return failure(clause, causes);
  return verdict === 'met' ? '' : `<skipped message="${xml(`${verdict}: ${reason}`)}"/>`;
}

/** Open points are not tests: observations are listed as properties. */
function property({ id, observations, reason = '' }: ClauseResult): string {
  const seen = observations.map(({ value }) => String(value)).join(', ');
  return `      <property name="${xml(id)}" value="${xml(seen || `not seen: ${reason}`)}"/>`;
}

function isOpen({ kind }: ClauseResult): boolean {
  return kind === 'open';
}

function testcase(clause: ClauseResult, causes: readonly Cause[]): string {
  const open = `    <testcase classname="${xml(clause.section)}" name="${xml(clause.id)}: ${xml(clause.sentence)}" time="0"`;
  const inner = innerOf(clause, causes);
  return inner ? `${open}>\n      ${inner}\n    </testcase>` : `${open}/>`;
}

function numbers(clauses: readonly ClauseResult[]) {
  const { broken, untested, waived, notApplicable } = clauseCountsOf(clauses);
  return { failures: broken, skipped: untested + waived + notApplicable };
}

function suiteOf(
  { section, heading }: Pick<Clause, 'section' | 'heading'>,
  { clauses, causes, startedAt }: RunResult,
): string {
  const own = clauses.filter((one) => one.section === section);
  const open = own.filter(isOpen);
  const list = own.filter((one) => !isOpen(one));
  const { failures, skipped } = numbers(list);
  return [
    `  <testsuite name="${xml(heading)}" tests="${list.length}" failures="${failures}" errors="0" skipped="${skipped}" time="0" timestamp="${startedAt.slice(0, 19)}">`,
    ...(open.length > 0 ? ['    <properties>', ...open.map(property), '    </properties>'] : []),
    ...list.map((clause) => testcase(clause, causes)),
    '  </testsuite>',
  ].join('\n');
}

/** One suite per section. A run that is inconclusive or was cut short is an error, the first, so that a build does not turn green. */
export function junit(result: RunResult): string {
  const suites = sectionsIn(result.clauses).map((section) => suiteOf(section, result));
  const isIncomplete = result.verdict === 'inconclusive' || result.aborted;
  if (isIncomplete) {
    const type = result.aborted ? 'aborted' : 'inconclusive';
    suites.unshift(
      `  <testsuite name="verdict" tests="1" failures="0" errors="1" skipped="0" time="0">\n    <testcase classname="verdict" name="verdict" time="0">\n      <error message="${xml(result.summary)}" type="${type}">${xml(endingLines(result).join('\n'))}</error>\n    </testcase>\n  </testsuite>`,
    );
  }
  const extra = isIncomplete ? 1 : 0;
  const expected = result.expectations && expectedSuite(result.expectations);
  if (expected) suites.push(expected.text);
  const remarks = [...(result.conditions ?? []), ...remarkLines(result)];
  if (remarks.length > 0)
    suites.push(
      `  <testsuite name="remarks" tests="0" failures="0" errors="0" skipped="0" time="0">\n    <system-out>${xml(remarks.join('\n'))}</system-out>\n  </testsuite>`,
    );
  const own = numbers(result.clauses);
  const judged = result.clauses.filter((one) => !isOpen(one)).length;
  const tests = judged + extra + (expected?.tests ?? 0);
  const failures = own.failures + (expected?.failures ?? 0);
  const skipped = own.skipped + (expected?.skipped ?? 0);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${xml(`${heading(result.target)}${cutShort(result)}`)}" tests="${tests}" failures="${failures}" errors="${extra}" skipped="${skipped}" time="${(result.durationMs / 1000).toFixed(3)}">`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n');
}
