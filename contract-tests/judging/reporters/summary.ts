import type { Cause } from '../causes/cause.ts';
import { causeText } from './cause-lines.ts';
import { type Shown, viewOf } from './view.ts';

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

function causeSection(cause: Cause, nth: number): string[] {
  const [title = '', ...lines] = causeText(cause);
  const curl = fenced(cause.curl.join('\n'), 'sh');
  const requests = `<details><summary>Requests that reproduce it</summary>\n\n${curl}\n\n</details>`;
  return [
    `### ${nth + 1}. ${plain(title)}`,
    fenced(lines.join('\n')),
    ...(cause.curl.length > 0 ? [requests] : []),
  ];
}

/** A page of GitHub takes no more than 1 MiB. */
const mostCauses = 20;

/** A summary of a run in Markdown, for the workflow page. */
export function markdown(result: Shown): string {
  const { verdict, ending, heading, counts, requests, causes: count, lists } = viewOf(result);
  const { causes, summary } = result;
  const more = causes.length - mostCauses;
  const parts = [
    `## ${verdict}: ${plain(summary)}`,
    ...(ending.length > 0 ? [fenced(ending.join('\n'))] : []),
    plain(heading),
    plain([...counts.map(([, says]) => says), requests].join(', ')),
    ...(causes.length > 0 ? [`**${count}**`] : []),
    ...causes.slice(0, mostCauses).flatMap(causeSection),
    ...(more > 0 ? [`And ${more} more causes.`] : []),
    ...lists.map(({ title, items }) =>
      [`${plain(title)}:`, ...items.map(({ text }) => `- ${plain(text)}`)].join('\n'),
    ),
  ];
  return `${parts.join('\n\n')}\n\n`;
}
