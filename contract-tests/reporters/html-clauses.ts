import { bySection, sectionHeading } from '../../src/spec/clauses.ts';
import type { Finding } from '../model/evidence.ts';
import type { ClauseResult } from '../model/verdict.ts';
import { xml as text } from './xml.ts';

const marks: { readonly [verdict in ClauseResult['verdict']]: string } = {
  met: '✔',
  broken: '✘',
  observed: '·',
  'not-testable': '◌',
  'not-applicable': '–',
  waived: '~',
};

const names: { readonly [verdict in ClauseResult['verdict']]: string } = {
  met: 'met',
  broken: 'broken',
  observed: 'observed',
  'not-testable': 'not testable',
  'not-applicable': 'not asked for',
  waived: 'waived',
};

/** What a browser goes to for a clause, here and from elsewhere. */
export const clauseLink = (id: string): string =>
  `<a href="#${text(id)}"><code class="id">${text(id)}</code></a>`;

export const sectionAnchor = (number: string): string => `section-${number}`;

/** One finding in full: what was sent, and what came back. */
export const evidence = ({ expected, actual, exchange }: Omit<Finding, 'clause'>): string => {
  const plain = `expected  ${expected}\nactual    ${actual}`;
  if (!exchange) return `<pre>${text(plain)}</pre>`;
  const { request, response, caller } = exchange;
  const headers = Object.entries(response.headers).map(([name, value]) => `${name}: ${value}`);
  const lines = [
    plain,
    '',
    `${request.method} ${request.url}`,
    `as ${caller}`,
    ...(request.body === undefined ? [] : [request.body]),
    '',
    String(response.status),
    ...headers,
    '',
    response.body,
  ];
  return `<pre>${text(lines.join('\n'))}</pre>`;
};

export const fold = (summary: string, parts: readonly string[], open = false): string =>
  parts.length === 0
    ? ''
    : `<details${open ? ' open' : ''}><summary>${text(summary)}</summary>${parts.join('')}</details>`;

export const markOf = (verdict: ClauseResult['verdict']): string =>
  `<span class="mark" role="img" aria-label="${names[verdict]}">${marks[verdict]}</span>`;

const clauseItem = (clause: ClauseResult): string => {
  const seen = clause.observations.map(({ value }) => `<b>${text(String(value))}</b>`).join(', ');
  const folded = [
    ...clause.findings.slice(0, 10).map(evidence),
    ...clause.observations
      .filter(({ exchange }) => exchange)
      .map(({ value, exchange }) =>
        evidence({ expected: 'open', actual: String(value), ...(exchange && { exchange }) }),
      ),
  ];
  return [
    `<li class="${clause.verdict}" id="${text(clause.id)}">${markOf(clause.verdict)}`,
    `${text(clause.sentence)} ${seen} ${clauseLink(clause.id)}`,
    clause.reason ? `<p class="dim">${names[clause.verdict]}: ${text(clause.reason)}</p>` : '',
    fold('evidence', folded),
    '</li>',
  ].join('');
};

export const sectionsOf = (clauses: readonly ClauseResult[]): string[] =>
  [...new Set(clauses.map(({ section }) => section))].sort(bySection);

export const bySections = (clauses: readonly ClauseResult[]): string =>
  sectionsOf(clauses)
    .map((number) => {
      const list = clauses.filter(({ section }) => section === number);
      return `<h3 id="${sectionAnchor(number)}">${text(sectionHeading(number))}</h3><ul class="clauses">${list.map(clauseItem).join('')}</ul>`;
    })
    .join('');

/** Boxes that show and hide clauses by how they ended; style alone does it. */
export const filterOf = (clauses: readonly ClauseResult[]): string => {
  const kinds = (Object.keys(names) as ClauseResult['verdict'][]).map((verdict) => ({
    verdict,
    count: clauses.filter((one) => one.verdict === verdict).length,
  }));
  const boxes = kinds
    .filter(({ count }) => count > 0)
    .map(
      ({ verdict, count }) =>
        `<label><input type="checkbox" id="show-${verdict}" checked> ${names[verdict]} (${count})</label>`,
    );
  return `<fieldset class="filter"><legend>Show the clauses that are</legend>${boxes.join('')}</fieldset>`;
};

/** What the boxes above do. */
export const filterStyle = Object.keys(names)
  .map((verdict) => `main:has(#show-${verdict}:not(:checked)) .clauses>li.${verdict}{display:none}`)
  .join('\n');
