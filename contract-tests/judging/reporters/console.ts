import { styleText } from 'node:util';
import { plural } from '../../../src/values/listed.ts';
import type { RunResult } from '../run/result.ts';
import { causeLines } from './cause-lines.ts';
import {
  type End,
  endOf,
  ends,
  type Item,
  type List,
  type Shown,
  seenIn,
  type View,
  viewOf,
} from './view.ts';

export interface ConsoleOptions {
  readonly color: boolean;
  readonly verbose: boolean;
  /** Whether scripts are written to files, so that they need not be printed. */
  readonly hasFiles?: boolean;
}

type Style = Parameters<typeof styleText>[0];

const styles: { readonly [end in End]: Style } = {
  broken: 'red',
  met: 'green',
  'not-testable': 'yellow',
  waived: 'magenta',
  observed: 'cyan',
  'not-seen': 'yellow',
  'not-applicable': 'gray',
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

function markOf(end: End, color: boolean): string {
  return paint(color, styles[end], ends[end].mark);
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

/** Every clause, with what was seen of it. */
function clauseLines({ sections }: View, { color, verbose }: ConsoleOptions): string[] {
  return sections.flatMap(({ heading, clauses }) => [
    paint(color, 'bold', heading),
    ...clauses.flatMap((clause) => {
      const { id, kind, sentence, reason, findings } = clause;
      const values = seenIn(clause);
      const said = values === '' ? '' : ` ${values}`;
      return [
        `  ${markOf(endOf(clause), color)} ${sentence}${said} ${paint(color, 'gray', id)}`,
        ...(reason && (verbose || kind !== 'open')
          ? [paint(color, 'gray', `      ${reason}`)]
          : []),
        ...findings.map(({ expected, actual }) => `      expected ${expected}, but ${actual}`),
      ];
    }),
    '',
  ]);
}

/** The result of each section in one line; open points are only counted. */
function sectionLines({ sections }: View): string[] {
  const width = Math.max(...sections.map(({ heading }) => heading.length), 0);
  const lines = sections.flatMap(({ heading, counts }) => {
    const said = counts
      .filter(([end]) => end !== 'observed' && end !== 'not-seen')
      .sort(([one], [other]) => Number(other === 'met') - Number(one === 'met'))
      .map(([end, count]) => `${count} ${ends[end].says}`);
    return said.length === 0 ? [] : [`  ${heading.padEnd(width)}  ${said.join(', ')}`];
  });
  return [...lines, ''];
}

/** More would bury the verdict; --verbose names every clause. */
const mostNamed = 3;

function itemLines({ text, end, clauses = [], curl }: Item, color: boolean): string[] {
  const mark = end === undefined ? '' : `${markOf(end, color)} `;
  const more = clauses.length > mostNamed ? ', …' : '';
  const ids = clauses.length > 0 ? `: ${clauses.slice(0, mostNamed).join(', ')}${more}` : '';
  return [
    `  ${mark}${text}${ids}`,
    ...(curl === undefined ? [] : [`      request  ${curl.replaceAll('\n', '\n      ')}`]),
  ];
}

function listLines({ title, items }: List, { color, verbose }: ConsoleOptions): string[] {
  const told = items.filter(({ end }) => verbose || end !== 'met');
  return [`${title}:`, ...told.flatMap((item) => itemLines(item, color)), ''];
}

/** `CONFORMS (partly: …)`, and the counts common to all reports. */
function verdictLines({ result, verdict, counts, requests }: View, color: boolean): string[] {
  const { summary, expectations } = result;
  const said = summary.startsWith('partly:') ? ` (${summary})` : `  ${summary}`;
  const clauses = counts.slice(0, -1).map(([, says]) => says);
  return [
    paint(color, verdictStyles[result.verdict], verdict) + said,
    `${clauses.join(', ')}; ${counts.at(-1)?.[1]}; ${requests}`,
    ...(expectations ? [`expected answers: ${expectations.summary}`] : []),
  ];
}

/** What is of no use where nothing was seen. */
const ofClauses = ['untested', 'not-tried', 'in-part'];

/** How the server stopped, if it did; sections, causes and lists; the verdict. */
export function consoleText(result: Shown, options: ConsoleOptions): string {
  const { color, verbose, hasFiles = false } = options;
  const view = viewOf(result);
  const { counts, clauses } = result;
  const isSeen = counts.met + counts.broken + counts.openObserved > 0;
  // A run of open points only prints just their answers.
  const isWhole = verbose || clauses.every(({ kind }) => kind === 'open');
  const lists = view.lists.filter(({ id }) => isSeen || !ofClauses.includes(id));
  const lines = [
    ...(view.ending.length > 0 ? [...view.ending, ''] : []),
    ...(isSeen ? (isWhole ? clauseLines(view, options) : sectionLines(view)) : []),
    ...causeLines(view, { mark: markOf('broken', color), verbose, hasFiles }),
    ...lists.flatMap((list) => listLines(list, options)),
    ...verdictLines(view, color),
  ];
  return `${lines.join('\n')}\n`;
}
