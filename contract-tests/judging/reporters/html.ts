import { html, type Markup } from '../../../src/pages/html.ts';
import { type ReportPart, standalonePage } from '../../../src/pages/report-page.ts';
import { plural } from '../../../src/values/listed.ts';
import type { RunResult } from '../run/result.ts';
import { causeList } from './html-causes.ts';
import { bySections, clauseLink, fold, marked, overview } from './html-clauses.ts';
import type { ShownExchanges } from './html-evidence.ts';
import { type Item, type List, type Shown, type View, viewOf } from './view.ts';

function itemMarkup({ text, end, clauses, about, curl }: Item): Markup {
  if (clauses)
    return html`<li>${fold(text, html`<p>${clauses.map((id) => html`${clauseLink(id)} `)}</p>`)}</li>`;
  const code = curl !== undefined && html`<pre class="code" tabindex="0">${curl}</pre>`;
  return html`<li${end && html` class="${end}"`}>${end && marked(end)}${text}${about && html` ${clauseLink(about)}`}${code}</li>`;
}

function listPart({ id, title, items }: List): ReportPart {
  const isMarked = items.some(({ end }) => end !== undefined);
  const kind = isMarked && html` class="clauses plain"`;
  return { id, title, inner: html`<ul${kind}>${items.map(itemMarkup)}</ul>` };
}

function coverage({ coverage }: RunResult): Markup {
  const rows = coverage.map(
    ({ operation, outcome, status, times }) =>
      html`<tr><td>${operation}</td><td>${outcome}</td><td class="number">${status}</td><td class="number">${times}</td></tr>`,
  );
  return html`<p class="dim">Which responses were seen, and how often.</p><div class="wide" tabindex="0"><table class="table"><thead><tr><th>operation</th><th>response</th><th class="number">status</th><th class="number">times</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

/** Time, target, speed and cost. */
function conditions({ result, when }: View): Markup {
  const { kit, target, basis, spending, words, requests, cleaning, aborted, leftovers } = result;
  const perSecond = target.pace?.requestsPerSecond;
  const spent = spending
    .filter(({ calls }) => calls > 0)
    .map(
      ({ key, remaining, calls }) =>
        `${key}: all ${remaining} that were left, in ${plural(calls, ...words.counted)}`,
    );
  const rows: readonly (readonly [name: string, value: string | undefined])[] = [
    ['when', when],
    ['kit', `abuse-feed-kit ${kit}`],
    ['target', target.file ?? 'no file'],
    ...target.urls.map(({ area, url }) => [area, url] as const),
    ['about', target.about],
    ['areas', target.areas.join(', ')],
    [
      'pace',
      perSecond === undefined
        ? 'as fast as the target responds'
        : `${plural(perSecond, 'request')} a second`,
    ],
    ['requests', `${requests}${cleaning > 0 ? `, ${cleaning} of them to clean up` : ''}`],
    ['asked', basis ? undefined : 'nothing: only listened'],
    // Of a run that was stopped, what is left is said above.
    ['spent', aborted ? undefined : spent.join('; ') || `no counted ${words.counted[1]}`],
    [
      'left behind',
      leftovers.length === 0 ? 'nothing' : plural(leftovers.length, ...words.created),
    ],
  ];
  const told = rows.filter(([, value]) => value !== undefined);
  return html`<dl class="pairs">${told.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}

/** The report of a run as one page. */
export function page(result: Shown): string {
  const view = viewOf(result);
  const shown: ShownExchanges = new Map();
  const causes = causeList(result, shown);
  return standalonePage({
    title: `${view.verdict.replace(/^\w+/, result.verdict)}: ${result.target.urls[0]?.url}`,
    name: 'abuse-feed verify',
    top: html`<div class="verdict ${result.verdict}"><h1>${view.verdict}</h1>${view.ending.map((line) => html`<p>${line}</p>`)}<p class="summary">${result.summary}</p><p class="dim">${view.heading}</p><p class="dim">${view.when}</p></div>
${overview(view)}`,
    parts: [
      { id: 'causes', title: 'Causes', inner: causes, note: view.causes },
      ...view.lists.map(listPart),
      { id: 'clauses', title: 'Every clause', inner: bySections(view, shown) },
      { id: 'coverage', title: 'Coverage', inner: coverage(result) },
      { id: 'conditions', title: 'Conditions', inner: conditions(view) },
    ],
  });
}
