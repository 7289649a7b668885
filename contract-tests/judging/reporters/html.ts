import { html, type Markup } from '../../../src/pages/html.ts';
import { type ReportPart, standalonePage } from '../../../src/pages/report-page.ts';
import { plural } from '../../../src/values/listed.ts';
import type { RunResult } from '../run/result.ts';
import { untestedBy } from '../verdict/tally.ts';
import { causeCount } from './cause-lines.ts';
import { cutShort, endingLines, leftoverLines } from './cut-short.ts';
import { expectedHtml } from './expectation-lines.ts';
import { heading, remarkLines } from './heading.ts';
import { causeList, clauseLink } from './html-causes.ts';
import { bySections, fold, overview } from './html-clauses.ts';
import type { ShownExchanges } from './html-evidence.ts';

function items(list: readonly string[]): Markup | undefined {
  return list.length === 0
    ? undefined
    : html`<ul>${list.map((item) => html`<li>${item}</li>`)}</ul>`;
}

function untested({ clauses }: RunResult): Markup | undefined {
  const groups = untestedBy(clauses).map(({ reason, clauses: ids }) =>
    fold(`${ids.length} × ${reason}`, html`<p>${ids.map((id) => html`${clauseLink(id)} `)}</p>`),
  );
  return groups.length > 0 ? html`${groups}` : undefined;
}

function coverage(result: RunResult): Markup {
  const rows = result.coverage.map(
    ({ operation, outcome, status, times }) =>
      html`<tr><td>${operation}</td><td>${outcome}</td><td class="number">${status}</td><td class="number">${times}</td></tr>`,
  );
  return html`<p class="dim">Which responses were seen, and how often.</p><div class="wide" tabindex="0"><table class="table"><thead><tr><th>operation</th><th>response</th><th class="number">status</th><th class="number">times</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

/** `2026-01-02 03:04:05 UTC, 12.3 s`. */
function whenOf({ startedAt, durationMs }: RunResult): string {
  return `${startedAt.slice(0, 19).replace('T', ' ')} UTC, ${(durationMs / 1000).toFixed(1)} s`;
}

/** Time, target, speed and cost. */
function conditions(result: RunResult): Markup {
  const { target, basis, spending, words } = result;
  const spent = spending
    .filter(({ calls }) => calls > 0)
    .map(
      ({ key, remaining, calls }) =>
        `${key}: all ${remaining} that were left, in ${plural(calls, ...words.counted)}`,
    );
  const rows: [string, string][] = [
    ['when', whenOf(result)],
    ['kit', `abuse-feed-kit ${result.kit}`],
    ['target', target.file ?? 'no file'],
    ...target.urls.map(({ area, url }): [string, string] => [area, url]),
    ...(target.about === undefined ? [] : [['about', target.about] as [string, string]]),
    ['areas', target.areas.join(', ')],
    ['pace', paceOf(target.pace)],
    [
      'requests',
      `${result.requests}${result.cleaning > 0 ? `, ${result.cleaning} of them to clean up` : ''}`,
    ],
    ...(basis ? [] : [['asked', 'nothing: only listened'] as [string, string]]),
    // Of a run that was stopped, what is left is said below.
    ...(result.aborted
      ? []
      : [['spent', spent.join('; ') || `no counted ${words.counted[1]}`] as [string, string]]),
    [
      'left behind',
      result.leftovers.length === 0 ? 'nothing' : plural(result.leftovers.length, ...words.created),
    ],
    ...(result.conditions ?? []).map((one): [string, string] => ['also', one]),
  ];
  return html`<dl class="pairs">${rows.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}

function paceOf(pace: RunResult['target']['pace']): string {
  return pace?.requestsPerSecond === undefined
    ? 'as fast as the target responds'
    : `${plural(pace.requestsPerSecond, 'request')} a second`;
}

function partsOf(result: RunResult): ReportPart[] {
  const line = (number: number | undefined): string => (number ? `, line ${number}` : '');
  const shown: ShownExchanges = new Map();
  const { problems, unlocks, counting, words, expectations } = result;
  const mistakes = problems.map((one) => `${one.key}${line(one.line)}: ${one.message}`);
  const uncounted = (counting?.uncounted ?? []).map(({ what, needs }) => `${what}: needs ${needs}`);
  const part = (id: string, title: string, inner: Markup | undefined) => ({ id, title, inner });
  return [
    { ...part('causes', 'Causes', causeList(result, shown)), note: causeCount(result) },
    part('target-file', 'Look at the target file', items(mistakes)),
    part('untested', 'Not testable', untested(result)),
    part('not-tried', 'Not tried, since the target file does not say who is what', items(unlocks)),
    part(
      'uncounted',
      `Kinds of ${words.counted[1]} not counted, with the tokens given`,
      items(uncounted),
    ),
    part('left-behind', 'Left behind', items(leftoverLines(result))),
    part('expected', 'Expected answers', expectations && expectedHtml(expectations, result)),
    part('remarks', 'Remarks, no part of the verdict', items(remarkLines(result))),
    part('clauses', 'Every clause', bySections(result, shown)),
    part('coverage', 'Coverage', coverage(result)),
    part('conditions', 'Conditions', conditions(result)),
  ];
}

/** The report of a run as one page. */
export function page(result: RunResult): string {
  const { verdict, summary } = result;
  const qualified = `${cutShort(result)}`;
  return standalonePage({
    title: `${verdict}${qualified}: ${result.target.urls[0]?.url}`,
    name: 'abuse-feed verify',
    top: html`<div class="verdict ${verdict}"><h1>${verdict.toUpperCase()}${qualified}</h1>${endingLines(
      result,
    ).map(
      (line) => html`<p>${line}</p>`,
    )}<p class="summary">${summary}</p><p class="dim">${heading(result.target)}</p><p class="dim">${whenOf(result)}</p></div>
${overview(result)}`,
    parts: partsOf(result),
  });
}
