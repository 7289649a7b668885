import { bySection, sectionHeading } from '../../src/spec/clauses.ts';
import type { Finding } from '../judge/evidence.ts';
import type { ClauseResult } from '../judge/verdict.ts';
import type { RunResult } from '../run/result.ts';
import { curl, type Operation } from '../talk/exchange.ts';
import { safely } from './escaped.ts';
import { expectedHtml } from './expected.ts';
import { style } from './html-style.ts';
import { xml as text } from './xml.ts';

const marks: { readonly [verdict in ClauseResult['verdict']]: string } = {
  met: '✔',
  broken: '✘',
  observed: '·',
  'not-testable': '◌',
  'not-applicable': '–',
  waived: '~',
};

const evidence = ({ expected, actual, exchange }: Finding): string => {
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
  return `<pre>${text(lines.join('\n'))}</pre><pre>${text(curl(exchange))}</pre>`;
};

const fold = (summary: string, parts: readonly string[], open: boolean): string =>
  parts.length === 0
    ? ''
    : `<details${open ? ' open' : ''}><summary>${summary}</summary>${parts.join('')}</details>`;

const clauseItem = (clause: ClauseResult, open: boolean): string => {
  const seen = clause.observations.map(({ value }) => `<b>${text(String(value))}</b>`).join(', ');
  const shown = clause.observations.filter(({ exchange }) => exchange);
  const folded = [
    ...clause.findings.slice(0, 10).map(evidence),
    ...shown.map(({ value, exchange }) =>
      evidence({
        clause: clause.id,
        expected: 'open',
        actual: String(value),
        ...(exchange && { exchange }),
      }),
    ),
  ];
  return [
    `<li class="${clause.verdict}"><span class="mark" aria-label="${clause.verdict}">${marks[clause.verdict]}</span>`,
    `${text(clause.sentence)} ${seen} <code class="id">${text(clause.id)}</code>`,
    clause.reason ? `<p class="dim">${clause.verdict}: ${text(clause.reason)}</p>` : '',
    fold('evidence', open ? folded.slice(0, 1) : folded, open),
    fold(`${folded.length - 1} more`, open ? folded.slice(1) : [], false),
    '</li>',
  ].join('');
};

const bySections = (clauses: readonly ClauseResult[]): string =>
  [...new Set(clauses.map(({ section }) => section))]
    .sort(bySection)
    .map((number) => {
      const list = clauses.filter(({ section }) => section === number);
      return `<h2>${text(sectionHeading(number))}</h2><ul class="clauses">${list.map((one) => clauseItem(one, false)).join('')}</ul>`;
    })
    .join('');

const clausesOf = (operation: Operation): RegExp =>
  operation === 'lookup'
    ? /^(lookup|analysis)\//
    : operation === 'fetch'
      ? /^(fetch|report)\//
      : new RegExp(`^${operation}/`);

const coverage = (result: RunResult): string => {
  const rows = result.coverage.map(({ operation, outcome, status, times }) => {
    const clauses = result.clauses.filter(
      ({ id, kind }) => kind !== 'open' && clausesOf(operation).test(id),
    );
    const about = clauses.filter(({ id }) => /\/error-/.test(id) === (outcome === 'refusal'));
    const met = about.filter(({ verdict }) => verdict === 'met').length;
    const broken = about.filter(({ verdict }) => verdict === 'broken').length;
    return `<tr><td>${operation}</td><td>${outcome}</td><td class="n">${status}</td><td class="n">${times}</td><td class="n">${met}</td><td class="n">${broken}</td></tr>`;
  });
  return `<h2>Coverage</h2><p class="dim">Which answers were seen, how often, and how the clauses about such answers ended.</p><div class="wide"><table><thead><tr><th>operation</th><th>answer</th><th>status</th><th>times</th><th>met</th><th>broken</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
};

const list = (title: string, items: readonly string[]): string =>
  items.length === 0
    ? ''
    : `<h2>${title}</h2><ul>${items.map((item) => `<li>${text(item)}</li>`).join('')}</ul>`;

/** One page that needs nothing else: reads on a phone, in the dark, and on paper. */
export const htmlReport = safely((result): string => {
  const count = (verdict: ClauseResult['verdict']): number =>
    result.clauses.filter((one) => one.verdict === verdict).length;
  const broken = result.clauses.filter(({ verdict }) => verdict === 'broken');
  const unjudged = result.clauses.filter(
    ({ verdict, kind }) => kind !== 'open' && verdict !== 'met' && verdict !== 'broken',
  );
  const { target } = result;
  const line = (number: number | undefined): string => (number ? `, line ${number}` : '');
  const body = [
    `<h1>abuse-feed verify</h1><p class="dim">${text(target.baseUrl)}${target.analysisUrl && target.analysisUrl !== target.baseUrl ? ` and ${text(target.analysisUrl)}` : ''}, feed ${text(target.service)}, ${text(result.startedAt.slice(0, 19).replace('T', ' '))} UTC, ${result.requests} requests in ${(result.durationMs / 1000).toFixed(1)} s${result.cases ? `, cases planned by seed ${result.cases.seed}${result.cases.thorough ? ', thorough' : ''}` : ''}</p>`,
    `<div class="verdict ${result.verdict}"><b>${result.verdict}</b><p>${text(result.summary)}</p></div>`,
    `<div class="tally"><span>${count('met')} met</span><span>${count('broken')} broken</span><span>${count('not-testable')} not testable</span><span>${count('observed')} observed</span><span>${count('waived')} waived</span></div>`,
    list(
      'Look at the target file',
      result.problems.map((one) => `${one.key}${line(one.line)}: ${one.message}`),
    ),
    list('Not tried, since the target file does not say who is what', result.unlocks),
    list(
      'Kinds of lookup call not counted, with the tokens given',
      (result.counting?.uncounted ?? []).map(({ what, needs }) => `${what}: needs ${needs}`),
    ),
    list(
      'Left behind',
      result.leftovers.map(({ service, id, why }) => `${service} ${id}: ${why}`),
    ),
    broken.length > 0
      ? `<h2>Broken</h2><ul class="clauses">${broken.map((one) => clauseItem(one, true)).join('')}</ul>`
      : '',
    list(
      'Not judged',
      unjudged.map(({ id, verdict, reason }) => `${id}: ${verdict}, ${reason ?? ''}`),
    ),
    result.expectations ? expectedHtml(result.expectations) : '',
    bySections(result.clauses),
    coverage(result),
  ].join('\n');
  return `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${result.verdict}: ${text(target.baseUrl)}</title><style>${style}</style></head><body><main>${body}</main></body></html>\n`;
});
