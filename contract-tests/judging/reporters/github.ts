import type { Cause } from '../causes/cause.ts';
import type { RunResult } from '../run/result.ts';
import { untestedBy } from '../verdict/tally.ts';
import { causeCount, causeText } from './cause-lines.ts';
import { cutShort, endingLines } from './cut-short.ts';
import { heading, openPointsSeen, remarkLines } from './heading.ts';

/** Escapes Markdown and HTML. */
function plain(text: string): string {
  return text.replace(/[\\`*_{}[\]<>()#+!|~&@:]/g, (one) => `&#${one.charCodeAt(0)};`);
}

/** A fence longer than any inside its content. */
function fenced(text: string, language = ''): string {
  const longest = Math.max(...(text.match(/`+/g) ?? []).map(({ length }) => length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

function code(text: string): string {
  return `<code>${plain(text)}</code>`;
}

function causeSection(cause: Cause, nth: number): string {
  const [title = '', ...lines] = causeText(cause);
  return [
    `### ${nth + 1}. ${plain(title)}`,
    fenced(lines.join('\n')),
    ...(cause.curl.length > 0
      ? [
          `<details><summary>Requests that reproduce it</summary>\n\n${fenced(cause.curl.join('\n'), 'sh')}\n\n</details>`,
        ]
      : []),
  ].join('\n\n');
}

/** A summary of a run in Markdown, for the workflow page. */
export function summary(result: RunResult): string {
  const { counts, causes, problems, target } = result;
  const line = (number: number | undefined): string => (number ? `:${number}` : '');
  const file = target.file ?? 'the target';
  const untested = untestedBy(result.clauses);
  const ending = endingLines(result);
  const parts = [
    `## ${result.verdict.toUpperCase()}${cutShort(result)}: ${plain(result.summary)}`,
    ...(ending.length > 0 ? [fenced(ending.join('\n'))] : []),
    plain(heading(target)),
    '| met | broken | not testable | waived | open points, of those that a run can see | requests |\n|---|---|---|---|---|---|\n' +
      `| ${counts.met} | ${counts.broken}${cutShort(result)} | ${counts.untested} | ${counts.waived} | ${openPointsSeen(result)} | ${result.requests} |`,
    ...problems.map(
      (one) => `- ${code(`${file}${line(one.line)}`)} ${code(one.key)}: ${plain(one.message)}`,
    ),
    ...(causes.length > 0 ? [`**${causeCount(result)}**`] : []),
    ...causes.slice(0, 20).map(causeSection),
    ...(causes.length > 20 ? [`And ${causes.length - 20} more causes.`] : []),
    ...(untested.length > 0
      ? [
          `Not testable:\n${untested
            .map(({ reason, clauses }) => `- ${clauses.length} × ${plain(reason)}`)
            .join('\n')}`,
        ]
      : []),
    ...(remarkLines(result).length > 0
      ? [
          `Remarks, no part of the verdict:\n${remarkLines(result)
            .map((one) => `- ${plain(one)}`)
            .join('\n')}`,
        ]
      : []),
  ];
  return `${parts.join('\n\n')}\n\n`;
}
