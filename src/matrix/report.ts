import { printableLines } from '../values/printable.ts';
import type { FaultFinding } from './faults.ts';
import { type Reliance, relianceNotes } from './reliances.ts';
import { touchedPoints } from './touched-points.ts';
import { type Answers, answerTexts, type Run, type Trial } from './trial.ts';

/** 0: it passes, 1: it fails or does harm, 3: nothing that could be relied on. */
export type MatrixExit = 0 | 1 | 3;

/** The same at all of these requests. */
export interface FaultGroup extends Omit<FaultFinding, 'detail'> {
  readonly in: readonly string[];
}

/** A trial, and how it ended in one word. */
export interface ReportedTrial extends Trial {
  readonly ends: string;
  readonly isBad: boolean;
}

/** What the two kinds of search say, each in its own way. */
export interface Conclusion {
  readonly kind: 'matrix' | 'fault-matrix';
  readonly exitCode: MatrixExit;
  readonly sentence: string;
  readonly reliesOn: readonly Reliance[];
  readonly findings: readonly FaultGroup[];
  /** Each a remark of its own. */
  readonly remarks: readonly string[];
  /** The answers of the first run to all open points. */
  readonly usual: Answers;
  readonly trials: readonly ReportedTrial[];
  /** What only one kind of matrix knows. */
  readonly more: { readonly [name: string]: unknown };
}

/** What a matrix found: the terminal, JSON and HTML show this, and nothing else. */
export interface Report extends Conclusion {
  readonly control: readonly Run[];
  readonly runs: number;
  readonly stopped: string | undefined;
}

/** The verdict, what was found, and remarks, for the terminal. */
export function reportText({ sentence, reliesOn, findings, remarks }: Report): string {
  const harm = findings.filter((one) => one.is === 'harm');
  const allowed = findings.filter((one) => one.is === 'allowed');
  return [
    sentence,
    ...(reliesOn.length > 0 ? ['It relies on what the specification leaves open:', ''] : []),
    ...reliesOn.flatMap(relianceLines),
    ...harm.map(findingLine),
    ...(allowed.length > 0 ? ['Allowed, but worth knowing:', ...allowed.map(findingLine)] : []),
    ...remarks,
    '',
  ].join('\n');
}

function relianceLines(reliance: Reliance): string[] {
  return [
    ...(reliance.points.length > 1 ? ['  Together, and none of them alone:'] : []),
    ...reliance.points.flatMap(({ id, question, section, passesWith, failsWith, advice }) => [
      `  ${id}  ${question} (section ${section})`,
      `    passes with ${passesWith.join(', ')}, fails with ${failsWith.join(', ')}`,
      `    ${advice}`,
    ]),
    ...relianceNotes(reliance).map((note) => `    ${note}`),
    '',
  ];
}

function findingLine({ sentence, in: places }: FaultGroup): string {
  const more = places.length > 1 ? ` and ${places.length - 1} more` : '';
  return `  ${sentence} (${places[0]}${more})`;
}

/** What is said about the call that made a report. */
export interface AboutMatrix {
  /** The words after the two dashes. */
  readonly command: readonly string[];
  /** The words before them. */
  readonly options: readonly string[];
  readonly date: string;
  readonly version: string;
  /** The seed of the mixes. */
  readonly seed: number;
}

export function reportJson(report: Report, about: AboutMatrix, isPartial: boolean): string {
  const { more, control, trials, ...facts } = report;
  const [first] = control;
  const all = {
    ...about,
    ...facts,
    ...more,
    ...(isPartial && { isPartial }),
    says: reportText(report),
    first: first && runFacts(first),
    trials: trials.map(({ label, kind, answers, ends, isBad, needs, runs }) => {
      return { label, kind, answers, ends, isBad, needs, runs: runs.map(runFacts) };
    }),
  };
  return `${printableLines(JSON.stringify(all, null, 2))}\n`;
}

function runFacts({ events: _events, ...run }: Run) {
  return { ...run, touched: [...touchedPoints(run.notes)] };
}

/** The most lines of output that are shown without being asked for. */
const usualLines = 15;

/** The output of a failing run: its end, or all of it. */
export function outputOf({ label, end, output }: Run, all: boolean): string {
  const lines = output.trimEnd().split('\n');
  const shown = all ? lines : lines.slice(-usualLines);
  const left = lines.length - shown.length;
  return [
    `${label} failed (${end}):`,
    ...(left > 0 ? [`  | … ${left} lines before this; --verbose shows them`] : []),
    ...shown.map((line) => `  | ${line}`),
    '',
    '',
  ].join('\n');
}

/** The output of failing runs: once for each open point, and for each mix that no answer explains. */
export function failingOutputs({ control, trials }: Report, all: boolean): string {
  const bad = trials.filter(({ isBad }) => isBad);
  const answers = bad.filter(({ kind }) => kind === 'answer');
  const shown =
    answers.length > 0
      ? answers.filter(({ point }, nth) => nth === answers.findIndex((one) => one.point === point))
      : bad.filter(({ kind }) => kind === 'mix');
  const failed = [control.slice(0, 1), ...shown.map(({ runs }) => runs)].flatMap((runs) =>
    runs.filter(({ passed }) => !passed).slice(0, 1),
  );
  return failed.map((run) => outputOf(run, all)).join('');
}

/** `create.status.created: 200; auth.prefix: Bearer`, as --only takes it. */
export function onlyText(answers: Answers): string {
  return answerTexts(answers).join('; ');
}
