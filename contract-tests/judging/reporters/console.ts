import { styleText } from 'node:util';
import { plural } from '../../../src/values/listed.ts';
import { sectionsIn } from '../clause.ts';
import type { RunResult } from '../run/result.ts';
import { clauseCountsOf, untestedBy } from '../verdict/tally.ts';
import type { ClauseResult } from '../verdict/verdict.ts';
import { causeLines } from './cause-lines.ts';
import { cutShort, endingLines, leftoverLines } from './cut-short.ts';
import { expectedLines } from './expectation-lines.ts';
import { openPointsSeen, remarkLines, titled, withSpace } from './heading.ts';
import { type Heard, heardLines } from './traffic.ts';

export interface ConsoleOptions {
  readonly color: boolean;
  readonly verbose: boolean;
  /** Whether scripts are written to files, so that they need not be printed. */
  readonly hasFiles?: boolean;
}

type Style = Parameters<typeof styleText>[0];

const looks: {
  readonly [verdict in ClauseResult['verdict']]: readonly [mark: string, style: Style];
} = {
  met: ['✔', 'green'],
  broken: ['✘', 'red'],
  observed: ['·', 'cyan'],
  'not-testable': ['◌', 'yellow'],
  'not-applicable': ['-', 'gray'],
  waived: ['~', 'magenta'],
};

const verdictStyles: { readonly [verdict in RunResult['verdict']]: Style } = {
  conforms: 'green',
  violates: 'red',
  inconclusive: 'yellow',
};

/** The command has decided about colours, including NO_COLOR; Node must not decide again. */
function paint(on: boolean, style: Style, text: string): string {
  return on ? styleText(style, text, { validateStream: false }) : text;
}

/** Printed before the first request: what a run will use up. */
export function announcement({ spending, words }: Pick<RunResult, 'spending' | 'words'>): string {
  const spent = spending.filter(({ calls }) => calls > 0);
  if (spent.length === 0) return '';
  const lines = spent.map(
    ({ key, remaining, calls }) =>
      `  ${key}: all ${remaining} that are left (${plural(calls, ...words.counted)}; tried again when the server asks to wait)`,
  );
  return `This run uses up ${words.counted[1]}:\n${lines.join('\n')}\n\n`;
}

function observedOf(clause: ClauseResult): string {
  return clause.observations.map(({ value }) => String(value)).join(', ');
}

function treeOf(result: RunResult, { color, verbose }: ConsoleOptions): string {
  const lines: string[] = [];
  for (const { section, heading } of sectionsIn(result.clauses)) {
    lines.push(paint(color, 'bold', heading));
    for (const clause of result.clauses.filter((one) => one.section === section)) {
      const [symbol, style] = looks[clause.verdict];
      const mark = paint(color, style, symbol);
      const said = clause.verdict === 'observed' ? ` ${observedOf(clause)}` : '';
      lines.push(`  ${mark} ${clause.sentence}${said} ${paint(color, 'gray', clause.id)}`);
      if (clause.reason && (verbose || clause.kind !== 'open'))
        lines.push(paint(color, 'gray', `      ${clause.reason}`));
      for (const { expected, actual } of clause.findings)
        lines.push(`      expected ${expected}, but ${actual}`);
    }
    lines.push('');
  }
  return lines.join('\n');
}

function problemsOf(result: RunResult): string[] {
  return result.problems.flatMap(({ key, message, line }) => {
    const where = result.target.file ? `${result.target.file}${line ? `:${line}` : ''}: ` : '';
    return [`${where}${key}: ${message}`];
  });
}

/** The result of each section, one line each. */
function sectionLines({ clauses }: RunResult): string[] {
  const binding = clauses.filter(({ kind }) => kind !== 'open');
  const sections = sectionsIn(binding);
  const width = Math.max(...sections.map(({ heading }) => heading.length), 0);
  return sections.map(({ section, heading }) => {
    const { met, broken, untested, waived, notApplicable } = clauseCountsOf(
      binding.filter((one) => one.section === section),
    );
    const parts = [
      [met, 'met'],
      [broken, 'broken'],
      [untested, 'not testable'],
      [waived, 'waived'],
      [notApplicable, 'not asked for'],
    ] as const;
    const said = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
    return `  ${heading.padEnd(width)}  ${said.join(', ')}`;
  });
}

/** More would bury the verdict; --verbose names every clause. */
const mostNamed = 3;

function untestedLines({ clauses, counts }: RunResult): string[] {
  const groups = untestedBy(clauses);
  if (groups.length === 0) return [];
  const lines = groups.map(({ reason, clauses: ids }) => {
    const more = ids.length > mostNamed ? ', …' : '';
    return `  ${String(ids.length).padStart(3)}  ${reason}: ${ids.slice(0, mostNamed).join(', ')}${more}`;
  });
  return [`Not testable, ${counts.untested} of ${counts.judgeable} clauses:`, ...lines, ''];
}

/** Remarks of a run beside its verdict, if any. */
function details(result: RunResult, { color, verbose, hasFiles }: ConsoleOptions): string[] {
  const { unlocks, counting, words } = result;
  const mark = paint(color, 'red', '✘');
  return [
    ...(verbose || isAllOpen(result)
      ? [treeOf(result, { color, verbose })]
      : [...sectionLines(result), '']),
    ...causeLines(result, { mark, verbose, hasFiles }),
    ...untestedLines(result),
    ...titled('Not tried, since the target file does not say who is what:', unlocks),
    ...titled(
      `Kinds of ${words.counted[1]} not counted, with the tokens given:`,
      (counting?.uncounted ?? []).map(({ what, needs }) => `${what}: needs ${needs}`),
    ),
  ];
}

/** A run of open points only prints just their answers. */
function isAllOpen({ clauses }: RunResult): boolean {
  return clauses.every(({ kind }) => kind === 'open');
}

function isSeen({ counts }: RunResult): boolean {
  return counts.met + counts.broken + counts.openObserved > 0;
}

/** `CONFORMS (partly: …)`, and the counts common to all reports. */
function verdictLines(result: RunResult, color: boolean): string[] {
  const { counts, requests, cleaning, durationMs, expectations, summary } = result;
  const said = summary.startsWith('partly:') ? ` (${summary})` : `  ${summary}`;
  return [
    `${paint(color, verdictStyles[result.verdict], result.verdict.toUpperCase())}${cutShort(result)}${said}`,
    `${counts.met} met, ${counts.broken} broken${cutShort(result)}, ${counts.untested} not testable, ` +
      `${counts.waived} waived; ${openPointsSeen(result)} open points that a run can see; ` +
      `${requests} ${requests === 1 ? 'request' : 'requests'} in ${(durationMs / 1000).toFixed(1)} s` +
      (cleaning > 0 ? `, ${cleaning} of them to clean up` : ''),
    ...(expectations ? [`expected answers: ${expectations.summary}`] : []),
  ];
}

/** How the server stopped, if it did; causes, then what could not be tested, mistakes in the target file, the verdict. */
export function consoleText(result: RunResult & Heard, options: ConsoleOptions): string {
  return [
    ...heardLines(result),
    ...withSpace(endingLines(result)),
    ...(isSeen(result)
      ? [...details(result, options), ...titled('Look at the target file:', problemsOf(result))]
      : problemsOf(result)),
    ...titled('Left behind, since it could not be deleted:', leftoverLines(result)),
    ...titled('Remarks, no part of the verdict:', remarkLines(result)),
    ...withSpace(result.conditions ?? []),
    ...(result.expectations ? expectedLines(result.expectations, options.verbose) : []),
    ...verdictLines(result, options.color),
    '',
  ].join('\n');
}
