import { styleText } from 'node:util';
import { bySection, sectionHeading } from '../../src/spec/clauses.ts';
import type { ClauseResult } from '../judge/verdict.ts';
import type { RunResult } from '../run/result.ts';
import { curl } from '../talk/exchange.ts';
import { safely } from './escaped.ts';
import { expectedLines } from './expected.ts';

export interface ConsoleOptions {
  readonly color: boolean;
  readonly verbose: boolean;
}

const marks: { readonly [verdict in ClauseResult['verdict']]: string } = {
  met: '✔',
  broken: '✘',
  observed: '·',
  'not-testable': '◌',
  'not-applicable': '-',
  waived: '~',
};

type Style = Parameters<typeof styleText>[0];

const styles: { readonly [verdict in ClauseResult['verdict'] | RunResult['verdict']]: Style } = {
  met: 'green',
  broken: 'red',
  observed: 'cyan',
  'not-testable': 'yellow',
  'not-applicable': 'gray',
  waived: 'magenta',
  conforms: 'green',
  violates: 'red',
  inconclusive: 'yellow',
};

/** The command has decided about colours, NO_COLOR included; Node must not decide again. */
const paint = (on: boolean, style: Style, text: string): string =>
  on ? styleText(style, text, { validateStream: false }) : text;

/** Before the first request: what a run will use up (8). */
export const announcement = (spending: RunResult['spending']): string => {
  const spent = spending.filter(({ calls }) => calls > 0);
  if (spent.length === 0) return '';
  const lines = spent.map(
    ({ key, remaining, calls }) =>
      `  ${key}: all ${remaining} that are left, in ${calls} calls, repeated where the target asks to wait`,
  );
  return `This run uses up lookup requests:\n${lines.join('\n')}\n\n`;
};

const indented = (text: string, by: string): string =>
  text
    .split('\n')
    .map((line) => by + line)
    .join('\n');

const evidenceOf = (clause: ClauseResult, verbose: boolean): string[] => {
  const shownFindings = verbose ? clause.findings : clause.findings.slice(0, 1);
  const lines = shownFindings.flatMap(({ expected, actual, exchange }) => {
    const list = [`expected  ${expected}`, `actual    ${actual}`];
    if (!exchange) return list;
    const { request, response, caller } = exchange;
    list.push(
      `request   ${request.method} ${request.url} as ${caller}`,
      ...(request.body === undefined ? [] : [`          ${clipped(request.body)}`]),
      `answer    ${response.status} ${response.headers['content-type'] ?? ''}`,
      `          ${clipped(response.body) || '(empty)'}`,
      `again     ${curl(exchange)}`,
    );
    return list;
  });
  const more = clause.findings.length - shownFindings.length;
  if (more > 0) lines.push(`and ${more} more of these; --verbose shows them`);
  return lines;
};

const clipped = (text: string): string => (text.length > 600 ? `${text.slice(0, 600)}…` : text);

const observedOf = (clause: ClauseResult): string =>
  clause.observations.map(({ value }) => String(value)).join(', ');

const treeOf = (result: RunResult, { color, verbose }: ConsoleOptions): string => {
  const lines: string[] = [];
  const numbers = [...new Set(result.clauses.map(({ section }) => section))].sort(bySection);
  for (const number of numbers) {
    lines.push(paint(color, 'bold', sectionHeading(number)));
    for (const clause of result.clauses.filter(({ section }) => section === number)) {
      const mark = paint(color, styles[clause.verdict], marks[clause.verdict]);
      const said = clause.verdict === 'observed' ? ` ${observedOf(clause)}` : '';
      lines.push(`  ${mark} ${clause.sentence}${said} ${paint(color, 'gray', clause.id)}`);
      if (clause.reason && (verbose || clause.kind !== 'open'))
        lines.push(paint(color, 'gray', `      ${clause.reason}`));
      for (const line of clause.verdict === 'broken' ? evidenceOf(clause, verbose) : [])
        lines.push(indented(line, '      '));
    }
    lines.push('');
  }
  return lines.join('\n');
};

const problemsOf = (result: RunResult): string[] =>
  result.problems.flatMap(({ key, message, line }) => {
    const where = result.target.file ? `${result.target.file}${line ? `:${line}` : ''}: ` : '';
    return [`${where}${key}: ${message}`];
  });

/** Open points that did not show are no gap in the verdict. */
const untested = ({ clauses }: RunResult): number =>
  clauses.filter(({ verdict, kind }) => verdict === 'not-testable' && kind !== 'open').length;

const casesOf = ({ seed, thorough }: NonNullable<RunResult['cases']>): string =>
  `cases planned by seed ${seed}${thorough ? ', thorough' : ''}`;

const word = { conforms: 'CONFORMS', violates: 'VIOLATES', inconclusive: 'INCONCLUSIVE' };

/** The tree by section, what is wrong with the target file, what is left behind, the verdict. */
export const consoleReport = safely((result, options: ConsoleOptions): string => {
  const count = (verdict: ClauseResult['verdict']): number =>
    result.clauses.filter((one) => one.verdict === verdict).length;
  const lines = [treeOf(result, options)];
  const problems = problemsOf(result);
  if (problems.length > 0)
    lines.push('Look at the target file:', ...problems.map((p) => `  ${p}`), '');
  if (result.unlocks.length > 0)
    lines.push(
      'Not tried, since the target file does not say who is what:',
      ...result.unlocks.map((unlock) => `  ${unlock}`),
      '',
    );
  const uncounted = result.counting?.uncounted ?? [];
  if (uncounted.length > 0)
    lines.push(
      'Kinds of lookup call not counted, with the tokens given:',
      ...uncounted.map(({ what, needs }) => `  ${what}: needs ${needs}`),
      '',
    );
  if (result.leftovers.length > 0)
    lines.push(
      'Left behind, since it could not be deleted:',
      ...result.leftovers.map(({ service, id, why }) => `  ${service} ${id}: ${why}`),
      '',
    );
  if (result.circumstances?.length) lines.push(...result.circumstances, '');
  if (result.expectations) lines.push(...expectedLines(result.expectations, options.verbose));
  const broken = result.clauses.filter(({ verdict }) => verdict === 'broken');
  if (broken.length > 0) lines.push('Broken:', ...broken.map(({ id }) => `  ✘ ${id}`), '');
  lines.push(
    `${paint(options.color, styles[result.verdict], word[result.verdict])}  ${result.summary}`,
    `${count('met')} met, ${count('broken')} broken, ${untested(result)} not testable, ` +
      `${count('waived')} waived; ${count('observed')} open points observed; ` +
      `${result.requests} requests in ${(result.durationMs / 1000).toFixed(1)} s` +
      (result.cases ? `; ${casesOf(result.cases)}` : ''),
    ...(result.expectations ? [`expected answers: ${result.expectations.summary}`] : []),
    '',
  );
  return lines.join('\n');
});
