import { printableLines } from '../values/printable.ts';
import type { FaultFinding } from './faults.ts';
import { type Reliance, relianceNotes } from './reliances.ts';
import { type Answers, answerTexts, type Run } from './trial.ts';

/** 0: it passes, 1: it fails or does harm, 3: nothing that could be relied on. */
export type MatrixExit = 0 | 1 | 3;

/** The same at all of these requests. */
export interface FaultGroup extends Omit<FaultFinding, 'detail'> {
  readonly in: readonly string[];
}

/** A trial, and how it ended in one word. */
export interface ReportedTrial {
  readonly label: string;
  readonly kind: string;
  readonly answers: Answers;
  readonly ends: string;
  readonly isBad: boolean;
  readonly needs?: Answers | undefined;
  readonly runs: readonly Run[];
}

/** What a matrix found: the terminal, JSON and HTML show this, and nothing else. */
export interface Report {
  readonly kind: 'matrix' | 'fault-matrix';
  readonly exitCode: MatrixExit;
  readonly sentence: string;
  readonly reliesOn: readonly Reliance[];
  readonly findings: readonly FaultGroup[];
  /** Each a remark of its own. */
  readonly remarks: readonly string[];
  /** The answers of the first run to all open points. */
  readonly usual: Answers;
  readonly control: readonly Run[];
  readonly trials: readonly ReportedTrial[];
  readonly runs: number;
  /** What only one kind of matrix knows. */
  readonly more: { readonly [name: string]: unknown };
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
    trials: trials.map((trial) => ({ ...trial, runs: trial.runs.map(runFacts) })),
  };
  return `${printableLines(JSON.stringify(all, null, 2))}\n`;
}

function runFacts({ events: _events, touched, ...run }: Run) {
  return { ...run, touched: [...touched] };
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
  const points = new Map<string, ReportedTrial>();
  for (const trial of trials) {
    const point = Object.keys(trial.answers).at(-1) ?? '';
    if (trial.kind === 'answer' && trial.isBad && !points.has(point)) points.set(point, trial);
  }
  const mixes = trials.filter(({ kind, isBad }) => kind === 'mix' && isBad);
  const shown = points.size > 0 ? [...points.values()] : mixes;
  const [first] = control;
  const failed = [...(first ? [[first]] : []), ...shown.map(({ runs }) => runs)].flatMap((runs) =>
    runs.filter(({ passed }) => !passed).slice(0, 1),
  );
  return failed.map((run) => outputOf(run, all)).join('');
}

/** `create.status.created: 200; auth.prefix: Bearer`, as --only takes it. */
export function onlyText(answers: Answers): string {
  return answerTexts(answers).join('; ');
}
