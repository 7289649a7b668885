import { html, inlineMarkup, type Markup } from '../../../src/pages/html.ts';
import { rowFilter } from '../../../src/pages/report-page.ts';
import { plural } from '../../../src/values/listed.ts';
import type { ClauseResult } from '../verdict/verdict.ts';
import { evidence, type ShownExchanges } from './html-evidence.ts';
import {
  causeBehind,
  countsIn,
  type End,
  endOf,
  ends,
  type Section,
  seenIn,
  type View,
} from './view.ts';

/** A link to a clause. */
export function clauseLink(id: string): Markup {
  return html`<a href="#${id}"><code class="id">${id}</code></a>`;
}

export function fold(summary: string, inner: Markup): Markup {
  return html`<details class="fold"><summary>${summary}</summary>${inner}</details>`;
}

export function marked(end: End): Markup {
  const { mark, says } = ends[end];
  return html`<span class="mark" role="img" aria-label="${says}">${mark}</span>`;
}

/** More show the same. */
const mostShown = 3;

function clauseItem(clause: ClauseResult, { result }: View, shown: ShownExchanges): Markup {
  const { id, findings, observations, sentence, reason } = clause;
  const end = endOf(clause);
  const values = seenIn(clause);
  const seen = observations
    .filter(({ exchange }) => exchange)
    .map(({ value, exchange }) => ({ expected: 'open', actual: String(value), exchange }));
  const folded = [...findings.slice(0, mostShown), ...seen].map((one) =>
    evidence(one, { at: [id, id], shown }),
  );
  const cause = causeBehind(clause, result.causes) + 1;
  const link = cause > 0 && html`<p><a class="alone" href="#cause-${cause}">its cause</a></p>`;
  return html`<li class="${end}" id="${id}" data-row="clause" data-section="${clause.section}" data-result="${end}" data-text="${sentence} ${id}">${marked(end)}
${sentence} ${values !== '' && html`<b>${values}</b> `}${clauseLink(id)}${
    reason !== undefined && html`<p class="dim">${ends[end].says}: ${reason}</p>`
  }${folded.length > 0 && fold('Evidence', html`${link}${folded}`)}</li>`;
}

function sectionGroup(
  { section, heading, counts, clauses }: Section,
  view: View,
  shown: ShownExchanges,
): Markup {
  const about = view.result.sections?.[section];
  const tally = counts.map(
    ([end, count]) => html`<span class="${end}">${count} ${ends[end].says}</span>`,
  );
  return html`<details class="group" id="section-${section}" data-group="clause"><summary><span class="title">${heading}</span><span class="tally">${tally}</span></summary>
${about !== undefined && html`<p>${inlineMarkup(about)}</p>`}<ul class="clauses plain">${clauses.map((one) => clauseItem(one, view, shown))}</ul></details>`;
}

/** Every clause, folded by section. */
export function bySections(view: View, shown: ShownExchanges): Markup {
  const results = countsIn(view.result.clauses).map(
    ([end, count]) => [end, `${ends[end].says} (${count})`] as const,
  );
  const sections = view.sections.map(({ section, heading }) => [section, heading] as const);
  const filter = rowFilter({
    rows: 'clause',
    choices: [
      ['result', 'Result', results],
      ['section', 'Section', sections],
    ],
  });
  return html`${filter}${view.sections.map((one) => sectionGroup(one, view, shown))}`;
}

/** The counts, also as a bar. */
export function overview({ result, counts }: View): Markup {
  let x = 0;
  const parts = countsIn(result.clauses).map(([end, count]) => {
    x += count;
    return html`<rect class="${end}" x="${x - count}" width="${count}" height="10"><title>${count} ${ends[end].says}</title></rect>`;
  });
  const told = counts.filter(([end]) => end !== 'waived' || result.counts.waived > 0);
  return html`<svg class="share" viewBox="0 0 ${x} 10" preserveAspectRatio="none" role="img" aria-label="How ${plural(x, 'clause')} ended">${parts}</svg>
<p class="tally">${told.map(([end, says]) => html`<span class="${end}">${says}</span>`)}</p>`;
}
