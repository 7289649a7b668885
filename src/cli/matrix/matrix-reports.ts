import { escapedJson, xml } from '../../../contract-tests/index.ts';
import { failingAnswersOf } from '../../matrix/blame.ts';
import { combinations } from '../../matrix/combinations.ts';
import { calledApi } from '../../matrix/exercised-points.ts';
import { dialectCoverage } from '../../matrix/plan.ts';
import { reliances } from '../../matrix/reliances.ts';
import type { MatrixCommandRun, SearchResult } from '../../matrix/search-result.ts';
import { untouched } from '../../matrix/untouched.ts';
import { conclusion, notVaried } from '../../matrix/verdict.ts';
import { matrixHtml } from './matrix-html.ts';
import { because, exitCodeOf } from './table.ts';

function json(outcome: SearchResult): string {
  const { runs, all, blamed, isPartial, stopped, accepted } = outcome;
  const { causes, unresolved, unsteady } = blamed;
  const report = {
    kind: 'matrix',
    ...(isPartial && { isPartial }),
    ...(stopped !== undefined && { stopped }),
    results: runs.map(({ exercised: _, ...run }) => run),
    exitCode: exitCodeOf(outcome),
    says: conclusion(outcome),
    coverage: {
      ...{ ...dialectCoverage(all, failingAnswersOf(blamed)), runs: all.length, notVaried },
      ...{ pairs: combinations(all, 2), triples: combinations(all, 3) },
      untouched: untouched(all.flatMap(({ notes }) => notes)),
    },
    causes: Object.fromEntries(causes),
    reliesOn: reliances(outcome),
    accepted,
    waits: outcome.impatient === undefined,
    unresolved: Object.fromEntries(unresolved),
    ...(unsteady && { flaky: { dialect: unsteady.why, passed: unsteady.passed } }),
  };
  return `${escapedJson(JSON.stringify(report, null, 2))}\n`;
}

/** One test case per dialect. A run without API calls is an error, so that a build does not pass. */
function junit(outcome: SearchResult): string {
  const { runs, blamed } = outcome;
  const idle = runs.filter(({ passed, notes }) => passed && !calledApi(notes));
  const failures = runs.filter(({ passed }) => !passed).length;
  const seconds = (ms: number): string => (ms / 1000).toFixed(3);
  const time = seconds(runs.reduce((sum, { ms }) => sum + ms, 0));
  const counts = `tests="${runs.length}" failures="${failures}" errors="${idle.length}" skipped="0" time="${time}"`;
  const cases = runs.map((run) => {
    const open = `    <testcase classname="matrix" name="${xml(run.label)}" time="${seconds(run.ms)}"`;
    const output = `      <system-out>${xml(run.output)}</system-out>\n    </testcase>`;
    if (!run.passed) {
      const why = [`ended with ${run.end}`, ...because(blamed, run)].join('; ');
      return `${open}>\n      <failure message="${xml(why)}" type="failed"/>\n${output}`;
    }
    if (!idle.includes(run)) return `${open}/>`;
    return `${open}>\n      <error message="The stand-in saw no request of the API." type="inconclusive"/>\n${output}`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="abuse-feed matrix" ${counts}>`,
    `  <testsuite name="dialects" ${counts}>`,
    ...cases,
    `    <system-out>${xml(conclusion(outcome))}</system-out>`,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function markdown(outcome: SearchResult): string {
  const { runs, blamed } = outcome;
  const rows = runs.map((run) => {
    const label = run.passed ? run.label : linked(run.label, headingOf(run));
    const causes = because(blamed, run).map((cause) => linked(cause, cause.split(':', 1)[0] ?? ''));
    return `| ${label} | ${run.passed ? 'passed' : 'failed'} | ${(run.ms / 1000).toFixed(1)} s | ${causes.join(', ')} |`;
  });
  const points = reliances(outcome).flatMap(({ points, tests }) =>
    points.map((point) => ({ ...point, tests })),
  );
  const [verdict = '', ...remarks] = conclusion(outcome, []).trimEnd().split('\n').map(plainText);
  return [
    ...['# What the command relies on', '', verdict, ''],
    ...points.flatMap(({ id, question, section, passesWith, failsWith, advice, tests }) => [
      ...[`## ${id}`, '', `${question} (section ${section})`, ''],
      `- passes with ${passesWith.join(', ')}, fails with ${failsWith.join(', ')}`,
      `- ${advice}`,
      ...(tests.length > 0 ? [`- in ${plainText(tests.join(', '))}`] : []),
      '',
    ]),
    ...['## Runs', '', '| dialect | result | time | fails because of |', '|---|---|---|---|'],
    ...[...rows, '', ...remarks.map((line) => `- ${line.trim()}`), ''],
    ...runs
      .filter(({ passed }) => !passed)
      .flatMap((run) => [`## ${headingOf(run)}`, '', ...fenced(escapedJson(run.output))]),
  ].join('\n');
}

const headingOf = ({ label, end }: MatrixCommandRun): string => `${label} failed (${end})`;

/** A link to a heading, whose anchor has neither capitals nor punctuation. */
const linked = (shown: string, heading: string): string =>
  `[${plainText(shown)}](#${heading
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-')})`;

const plainText = (line: string): string => escapedJson(line).replace(/[<>[\]*_`|\\]/g, '\\$&');

/** A code fence longer than any in the text. */
function fenced(text: string): string[] {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return [fence, text.trimEnd(), fence, ''];
}

/** Report writers, by the option that names the file. */
export const reportFiles = { json, junit, markdown, html: matrixHtml };
export const reportKinds = Object.keys(reportFiles) as (keyof typeof reportFiles)[];
