import { html, inlineMarkup, type Markup } from '../../../src/pages/html.ts';
import { rowFilter } from '../../../src/pages/report-page.ts';
import { plural } from '../../../src/values/listed.ts';
import { sectionsIn } from '../clause.ts';
import type { RunResult } from '../run/result.ts';
import type { ClauseResult } from '../verdict/verdict.ts';
import { cutShort } from './cut-short.ts';
import { openPointsSeen } from './heading.ts';
import { clauseLink } from './html-causes.ts';
import { evidence, type ShownExchanges } from './html-evidence.ts';

/** Open points are never judged: without evidence they were not seen. */
type End = ClauseResult['verdict'] | 'not-seen';

function endOf({ kind, verdict }: ClauseResult): End {
  return kind === 'open' && verdict === 'not-testable' ? 'not-seen' : verdict;
}

/** The results of a clause, in the order of the bar: mark and name. */
const ends: { readonly [end in End]: readonly [mark: string, name: string] } = {
  broken: ['✘', 'broken'],
  met: ['✔', 'met'],
  'not-testable': ['◌', 'not testable'],
  waived: ['~', 'waived'],
  observed: ['·', 'observed'],
  'not-seen': ['◌', 'open and not seen'],
  'not-applicable': ['–', 'not asked for'],
};
const all = Object.keys(ends) as End[];

export function fold(summary: string, inner: Markup): Markup {
  return html`<details class="fold"><summary>${summary}</summary>${inner}</details>`;
}

function markOf(mark: string, name: string): Markup {
  return html`<span class="mark" role="img" aria-label="${name}">${mark}</span>`;
}

/** More show the same. */
const mostShown = 3;

/** Leads to the cause of a broken clause. */
function causeLink({ causes }: RunResult, id: string): Markup | undefined {
  const nth = causes.findIndex((one) => one.clause === id || one.follows.includes(id)) + 1;
  return nth > 0 ? html`<p><a class="alone" href="#cause-${nth}">its cause</a></p>` : undefined;
}

function clauseItem(clause: ClauseResult, result: RunResult, shown: ShownExchanges): Markup {
  const { id, findings, observations, sentence, reason } = clause;
  const end = endOf(clause);
  const [mark, name] = ends[end];
  const values = observations.map(({ value }) => String(value)).join(', ');
  const seen = observations
    .filter(({ exchange }) => exchange)
    .map(({ value, exchange }) => ({ expected: 'open', actual: String(value), exchange }));
  const folded = [...findings.slice(0, mostShown), ...seen].map((one) =>
    evidence(one, { at: [id, id], shown }),
  );
  return html`<li class="${end}" id="${id}" data-row="clause" data-section="${clause.section}" data-result="${end}" data-text="${sentence} ${id}">${markOf(mark, name)}
${sentence} ${values !== '' && html`<b>${values}</b> `}${clauseLink(id)}${
    reason !== undefined && html`<p class="dim">${name}: ${reason}</p>`
  }${folded.length > 0 && fold('Evidence', html`${causeLink(result, id)}${folded}`)}</li>`;
}

function countsIn(clauses: readonly ClauseResult[]) {
  return all
    .map((end) => ({ end, count: clauses.filter((one) => endOf(one) === end).length }))
    .filter(({ count }) => count > 0);
}

/** Every clause, folded by section, with what is broken first. */
export function bySections(result: RunResult, shown: ShownExchanges): Markup {
  const { clauses, sections: about = {} } = result;
  const sections = sectionsIn(clauses);
  const groups = sections.map(({ section, heading }) => {
    const own = clauses.filter((one) => one.section === section);
    const counts = countsIn(own);
    const rows = counts.flatMap(({ end }) => own.filter((one) => endOf(one) === end));
    return html`<details class="group" id="section-${section}" data-group="clause"><summary><span class="title">${heading}</span><span class="tally">${counts.map(({ end, count }) => html`<span class="${end}">${count} ${ends[end][1]}</span>`)}</span></summary>
${about[section] !== undefined && html`<p>${inlineMarkup(about[section])}</p>`}<ul class="clauses plain">${rows.map((row) => clauseItem(row, result, shown))}</ul></details>`;
  });
  const filter = rowFilter({
    rows: 'clause',
    choices: [
      [
        'result',
        'Result',
        countsIn(clauses).map(({ end, count }) => [end, `${ends[end][1]} (${count})`]),
      ],
      ['section', 'Section', sections.map(({ section, heading }) => [section, heading])],
    ],
  });
  return html`${filter}${groups}`;
}

/** The counts, also as a bar. */
export function overview({ clauses, counts, aborted }: RunResult): Markup {
  let x = 0;
  const parts = countsIn(clauses).map(({ end, count }) => {
    x += count;
    return html`<rect class="${end}" x="${x - count}" width="${count}" height="10"><title>${count} ${ends[end][1]}</title></rect>`;
  });
  return html`<svg class="share" viewBox="0 0 ${x} 10" preserveAspectRatio="none" role="img" aria-label="How ${plural(x, 'clause')} ended">${parts}</svg>
<p class="tally"><span class="met">${counts.met} met</span><span class="broken">${counts.broken} broken${cutShort({ aborted })}</span><span class="not-testable">${counts.untested} not testable</span>${counts.waived > 0 && html`<span class="waived">${counts.waived} waived</span>`}<span class="observed">${openPointsSeen({ counts, clauses })} open points that a run can see</span></p>`;
}
