import { sectionHeading } from '../../src/spec/clauses.ts';
import { plural } from '../../src/spec/listed.ts';
import type { Cause } from '../causes/cause.ts';
import type { Finding } from '../model/evidence.ts';
import { causeLabel, confirmedBy } from './cause-lines.ts';
import { timeline } from './html-timeline.ts';
import { xml as text } from './xml.ts';

/** A link to a clause. */
export const clauseLink = (id: string): string =>
  `<a href="#${text(id)}"><code class="id">${text(id)}</code></a>`;

/** The class for parts of the page about a section. */
export const anchorOf = (section: string): string => `section-${section.replaceAll('.', '-')}`;

/** Deeper bodies are shown as they came: indentation would make them a thousand times as long. */
const deepestIndented = 20;

const isDeep = (body: string): boolean => {
  let depth = 0;
  for (const [bracket] of body.matchAll(/[[\]{}]/g)) {
    depth += '[{'.includes(bracket) ? 1 : -1;
    if (depth > deepestIndented) return true;
  }
  return false;
};

const pretty = (body: string): string => {
  if (isDeep(body)) return body;
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
};

const headerLines = (headers: object): string[] =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`);

/** Highlights the parts of a response that the finding names. */
const marked = (
  body: string,
  { expected, actual }: Pick<Finding, 'expected' | 'actual'>,
): string => {
  // `tags: []` and `only id` name fields; a response as a whole has no part to highlight.
  if (!/^(only |[a-z][\w.[\]]*: )/i.test(actual)) return text(pretty(body));
  const known = new Set(expected.match(/[\w-]{3,}/g));
  const words = (actual.match(/[\w-]{3,}/g) ?? []).filter((word) => !known.has(word));
  const shown = text(pretty(body));
  if (words.length === 0) return shown;
  return shown.replace(
    new RegExp(`&quot;(${words.join('|')})&quot;(: [^\\n{[]+)?`, 'g'),
    '<mark>$&</mark>',
  );
};

/** Tabs in one line with their content below, without a script. */
const tabs = (name: string, parts: readonly (readonly [title: string, inner: string])[]): string =>
  `<div class="tabs">${parts
    .map(
      ([title, inner], at) =>
        `<details name="${text(name)}"${at === 0 ? ' open' : ''}><summary>${title}</summary><pre tabindex="0">${inner}</pre></details>`,
    )
    .join('')}</div>`;

const sides = ({ expected, actual }: Pick<Finding, 'expected' | 'actual'>): string =>
  `<dl class="sides"><div><dt>expected</dt><dd>${text(expected)}</dd></div><div class="actual"><dt>actual</dt><dd>${text(actual)}</dd></div></dl>`;

/** One finding in full: request and response. */
export const evidence = (
  { expected, actual, exchange }: Omit<Finding, 'clause'>,
  name: string,
  calls: readonly string[] = [],
  picture = '',
): string => {
  const parts: [string, string][] = [];
  if (exchange) {
    const { request, response, caller } = exchange;
    const sent = [
      `${request.method} ${request.url}`,
      `as ${caller}`,
      ...headerLines(request.headers),
    ];
    const body = request.body === undefined ? '' : `\n\n${pretty(request.body)}`;
    const head = [`${response.status}`, ...headerLines(response.headers), '', ''].join('\n');
    parts.push(
      ['Answer', text(head) + marked(response.body, { expected, actual })],
      ['Request', text(sent.join('\n') + body)],
    );
  }
  if (calls.length > 0) parts.push(['Requests that reproduce it', text(`${calls.join('\n')}\n`)]);
  return sides({ expected, actual }) + picture + (parts.length > 0 ? tabs(name, parts) : '');
};

const pictured = ({ confirmation }: Cause): string =>
  confirmation && confirmation.calls.length > 1 ? timeline(confirmation) : '';

/** The faults of the server, each once. */
export const causeCard = (cause: Cause, nth: number, isNew = false): string => {
  const links = (title: string, ids: readonly string[]): string =>
    ids.length === 0 ? '' : `<p>${title}: ${ids.map(clauseLink).join(', ')}</p>`;
  return [
    `<article class="cause ${anchorOf(cause.section)}"><h3>${nth + 1}. ${text(cause.title)}${isNew ? ' <span class="new">new</span>' : ''}</h3>`,
    `<p>Against: ${text(cause.sentence)}</p>`,
    `<p class="dim">${clauseLink(cause.clause)} · ${text(sectionHeading(cause.section))}, ${causeLabel(cause)} · ${[`seen ${plural(cause.times, 'time')}`, confirmedBy(cause)].filter(Boolean).join(', ')}</p>`,
    evidence(cause, `cause-${nth}`, cause.curl, pictured(cause)),
    links('Likewise', cause.alike),
    links('What follows from it', cause.follows),
    '</article>',
  ].join('');
};
