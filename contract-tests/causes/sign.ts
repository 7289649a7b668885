import { analysisIn, isObject, readAnswer } from '../talk/answer.ts';
import type { Exchange } from '../talk/exchange.ts';
import { isCounted, isTriedAgain, type Made, type Reproduced } from './calls.ts';
import { type Differing, differingFor, normalForm, recorded } from './normal-form.ts';
import { countFunction, quoted } from './shell.ts';
import { isAboutAgreement, isAboutCounting, isAboutRefusal } from './story.ts';

const served = (exchange: Exchange): boolean => analysisIn(readAnswer(exchange).json) !== undefined;

/** The report that is looked at in the end has its own name; of two that are made, each has. */
const shownIds = (made: readonly Made[], last: Exchange): Differing['ids'] =>
  made.map(({ id, variable }) => ({
    id,
    variable,
    shownAs: last.operation === 'create' || id === last.about.report ? `<${variable}>` : '<uuid>',
  }));

/** What the script takes for the violation: the same answer again, the same calls served, or two looks that differ. */
export interface Sign {
  readonly functions: readonly string[];
  /** Sets `seen` and `recorded`. */
  readonly lines: readonly string[];
  readonly shows: string;
  /** Whether what was made is deleted already. */
  readonly isForgotten?: boolean;
}

export const signOf = (
  { clause, story }: Reproduced,
  made: readonly Made[],
  last: Exchange,
): Sign => {
  const sameAgain = `[ "$seen" = "$recorded" ]`;
  if (isAboutAgreement(clause) && story.length > 1)
    return {
      functions: [],
      lines: ['seen=$answer', 'recorded=$first'],
      shows: '[ "$seen" != "$recorded" ]',
    };
  if (isAboutCounting(clause)) {
    const calls = story.filter(isCounted).map((one) => (served(one) ? '+' : '-'));
    return {
      functions: [...countFunction, 'calls='],
      lines: ['seen=$calls', `recorded=${quoted(calls.join(''))}`],
      shows: sameAgain,
    };
  }
  const again = isTriedAgain(clause, last) ? lookAgain(made.find(({ by }) => by === last)) : [];
  if (clause.startsWith('fetch/') && isAboutRefusal(clause) && hasReport(last))
    return {
      functions: anyReport,
      lines: ["recorded='a report'", 'seen=$(see)', ...again],
      shows: sameAgain,
    };
  const differing = differingFor(clause, shownIds(made, last));
  const { form, inShell } = normalForm(recorded(last), differing);
  const recordedLines = `recorded=${quoted(form)}`.split('\n');
  return {
    functions: ['see() {', `  ${inShell}`, '}'],
    lines: [...recordedLines, 'seen=$(see)', ...again],
    shows: sameAgain,
  };
};

const hasReport = (exchange: Exchange): boolean => {
  const { report } = readAnswer(exchange).body;
  return isObject(report) && 'file256Hash' in report;
};

/** Which report is given out where none was asked for depends on what else is stored. */
const anyReport = [
  'see() {',
  `  case $answer in *'"report"'*'"file256Hash"'*) echo 'a report' ;; *) echo 'no report' ;; esac`,
  '}',
];

/** What is wrong only now and then may need some more tries; what has made a report is not tried again. */
const lookAgain = (own: Made | undefined): string[] => [
  'for again in 1 2 3 4 5 6 7 8 9 10; do',
  `  ${own ? `[ "$${own.variable}" != none ]` : '[ "$seen" = "$recorded" ]'} || { look > /dev/null; seen=$(see); }`,
  'done',
];
