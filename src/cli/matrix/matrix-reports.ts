import { xml } from '../../../contract-tests/index.ts';
import { reliances } from '../../matrix/reliances.ts';
import {
  endOf,
  type JudgedRun,
  type SearchResult,
  type Trial,
} from '../../matrix/search-result.ts';
import { calledApi } from '../../matrix/touched-points.ts';
import { untouched } from '../../matrix/untouched.ts';
import { conclusion, notVaried, verdictOf } from '../../matrix/verdict.ts';
import { printableLines } from '../../values/printable.ts';
import { type AboutMatrix, matrixHtml } from './matrix-html.ts';

function json(outcome: SearchResult, about: AboutMatrix): string {
  const { first, answers, mixes, isPartial, stopped, accepted } = outcome;
  const trials = [...answers, ...mixes];
  const runs = [...(first ? [first] : []), ...trials.flatMap((trial) => trial.runs)];
  const report = {
    kind: 'matrix',
    ...about,
    ...(isPartial && { isPartial }),
    ...(stopped !== undefined && { stopped }),
    exitCode: verdictOf(outcome).code,
    says: conclusion(outcome),
    runs: outcome.runs,
    first: first && runFacts(first),
    answers: answers.map((trial) => ({
      id: trial.id,
      answer: trial.answer,
      where: trial.where,
      ...trialFacts(trial),
    })),
    mixes: mixes.map((mix) => ({
      label: mix.label,
      switched: mix.switched,
      ...(mix.needs && { needs: mix.needs }),
      ...trialFacts(mix),
    })),
    reliesOn: reliances(outcome),
    accepted,
    waits: outcome.impatient === undefined,
    untouched: untouched(runs.flatMap(({ notes }) => notes)),
    notVaried: [...outcome.fixed, ...notVaried],
  };
  return `${printableLines(JSON.stringify(report, null, 2))}\n`;
}

function trialFacts(trial: Trial) {
  return { ends: endOf(trial), runs: trial.runs.map(runFacts) };
}

function runFacts({ passed, end, ms, output, notes, tests, elsewhere, touched }: JudgedRun) {
  return {
    passed,
    end,
    ms,
    output,
    notes,
    tests,
    elsewhere,
    touched: [...touched],
  };
}

/** A test case of JUnit: the first run, an answer, or a mix. */
interface Case {
  readonly name: string;
  readonly run: JudgedRun;
  readonly isBad: boolean;
}

/** One test case for each trial. A run without API calls is an error, so that a build does not pass. */
function junit(outcome: SearchResult): string {
  const { first, answers, mixes, accepted } = outcome;
  const acceptedIds = accepted.map(({ id }) => id);
  const tried = [...answers.filter(({ id }) => !acceptedIds.includes(id)), ...mixes];
  const cases: Case[] = [
    ...(first ? [{ name: first.label, run: first, isBad: !first.passed }] : []),
    ...tried.flatMap((trial) => {
      const isBad = endOf(trial) !== 'passes';
      const run = trial.runs.find(({ passed }) => passed !== isBad) ?? trial.runs[0];
      return run ? [{ name: trial.label, run, isBad }] : [];
    }),
  ];
  const isIdle = ({ run, isBad }: Case): boolean => !isBad && !calledApi(run.notes);
  const failures = cases.filter(({ isBad }) => isBad).length;
  const errors = cases.filter(isIdle).length;
  const time = seconds(cases.reduce((sum, { run }) => sum + run.ms, 0));
  const counts = `tests="${cases.length}" failures="${failures}" errors="${errors}" skipped="0" time="${time}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="abuse-feed matrix" ${counts}>`,
    `  <testsuite name="answers" ${counts}>`,
    ...cases.map((one) => testCase(one, isIdle(one))),
    `    <system-out>${xml(conclusion(outcome))}</system-out>`,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function testCase({ name, run, isBad }: Case, isIdle: boolean): string {
  const open = `    <testcase classname="matrix" name="${xml(name)}" time="${seconds(run.ms)}"`;
  const output = `      <system-out>${xml(run.output)}</system-out>\n    </testcase>`;
  if (isBad)
    return `${open}>\n      <failure message="${xml(`ended with ${run.end}`)}" type="failed"/>\n${output}`;
  if (isIdle)
    return `${open}>\n      <error message="The stand-in saw no request of the API." type="inconclusive"/>\n${output}`;
  return `${open}/>`;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

/** Report writers, by the option that names the file. */
export const reportFiles = { json, junit, html: matrixHtml };
export const reportKinds = Object.keys(reportFiles) as (keyof typeof reportFiles)[];
