import { html, type Markup } from '../../../src/pages/html.ts';
import { rowFilter } from '../../../src/pages/report-page.ts';
import { kindWords } from '../../../src/values/clause-kinds.ts';
import { plural } from '../../../src/values/listed.ts';
import { bySection } from '../../../src/values/section-order.ts';
import type { Cause } from '../causes/cause.ts';
import type { Confirmation } from '../causes/confirm.ts';
import type { RunResult } from '../run/result.ts';
import { callLines, causeLabel, confirmedBy } from './cause-lines.ts';
import { clauseLink } from './html-clauses.ts';
import { evidence, type ShownExchanges } from './html-evidence.ts';

function related(title: string, ids: readonly string[]): Markup | false {
  const links = ids.map((id, nth) => html`${nth > 0 && ', '}${clauseLink(id)}`);
  return ids.length > 0 && html`<p>${title}: ${links}</p>`;
}

/** A cause among the others of the page. */
interface Row {
  readonly cause: Cause;
  readonly nth: number;
  readonly before: number | undefined;
  readonly after: number | undefined;
  /** The labels by which causes differ. */
  readonly labels: readonly string[];
  readonly shown: ShownExchanges;
}

/** The calls, each with the status it got; the last one shows it. */
function story({ calls, answers = [] }: Confirmation): Markup {
  return html`<ol class="story">${callLines(calls).map((line, nth) => html`<li>${line} <b>${answers[nth]}</b></li>`)}</ol>`;
}

function step(rel: 'previous' | 'next', to: number | undefined): Markup {
  return html`<a class="button" rel="${rel}"${to ? html` href="#cause-${to}"` : html` hidden`}>${rel === 'next' ? 'Next' : 'Previous'}</a>`;
}

/** One line, with the evidence folded in it. */
function causeRow({ cause, nth, before, after, labels, shown }: Row): Markup {
  const { section, heading, kind, title, confirmation, operation, curl } = cause;
  const id = `cause-${nth}`;
  const said = [causeLabel(cause), `seen ${plural(cause.times, 'time')}`, confirmedBy(cause)];
  const calls = confirmation && confirmation.calls.length > 1 ? story(confirmation) : undefined;
  const place = { at: [id, `cause ${nth}`] as const, shown, isCause: true, curl, calls };
  const isOnly = before === undefined && after === undefined;
  return html`<details class="cause" id="${id}" data-row="cause" data-operation="${operation}" data-section="${section}" data-kind="${kind}" data-text="${title} ${cause.clause}"${isOnly && html` open`}>
<summary><span class="nth">${nth}</span><span class="title">${title}</span><span class="chips">${labels.map((label) => html`<span class="chip">${label}</span>`)}<span class="times dim">${cause.times.toLocaleString('en')}×</span></span></summary>
<div class="inner"><p class="against">${cause.sentence}</p>
<p class="dim">${clauseLink(cause.clause)} · <a href="#section-${section}">${heading}</a>, ${said.filter(Boolean).join(', ')}</p>
${cause.doubts.map((doubt) => html`<p class="doubt">If ${doubt}</p>`)}
${evidence(cause, place)}
${related('Likewise', cause.alike)}${related('What follows from it', cause.follows)}
${!isOnly && html`<p class="steps row">${step('previous', before)}${step('next', after)}<a class="button" href="#causes">All causes</a></p>`}</div>
</details>`;
}

/** By what causes can be filtered: the value of each, and its words. */
const choices = {
  operation: ['Operation', ({ operation }: Cause) => operation],
  section: ['Section', ({ heading }: Cause) => heading],
  kind: ['Kind', ({ kind }: Cause) => kindWords[kind]],
} as const;

/** Fewer are seen at a glance. */
const fewestFiltered = 4;

function filterOf(causes: readonly Cause[]): Markup {
  const names = Object.keys(choices) as (keyof typeof choices)[];
  return rowFilter({
    rows: 'cause',
    choices: names.map((name) => {
      const [label, words] = choices[name];
      const values = [...new Set(causes.map((one) => one[name]))].sort(bySection).map((value) => {
        const own = causes.filter((one) => one[name] === value);
        return [value, `${own[0] ? words(own[0]) : value} (${own.length})`] as const;
      });
      return [name, label, values] as const;
    }),
  });
}

/** A label that every row has tells nothing. */
function labelsOf(cause: Cause, causes: readonly Cause[]): string[] {
  const labels = [
    ({ section, heading }: Cause) => (section === '0' ? heading : `§ ${section}`),
    ({ kind }: Cause) => kindWords[kind],
  ];
  return labels.filter((label) => new Set(causes.map(label)).size > 1).map((label) => label(cause));
}

/** The faults of the server, each once, by operation. */
export function causeList({ causes }: RunResult, shown: ShownExchanges): Markup | undefined {
  if (causes.length === 0) return undefined;
  const operations = [...new Set(causes.map(({ operation }) => operation))];
  const inOrder = operations.flatMap((operation) =>
    causes.flatMap((cause, at) => (cause.operation === operation ? [{ cause, nth: at + 1 }] : [])),
  );
  const rows = inOrder.map(({ cause, nth }, place) => ({
    operation: cause.operation,
    markup: causeRow({
      cause,
      nth,
      before: inOrder[place - 1]?.nth,
      after: inOrder[place + 1]?.nth,
      labels: labelsOf(cause, causes),
      shown,
    }),
  }));
  const lists = operations.map((operation) => {
    const own = rows.filter((one) => one.operation === operation).map(({ markup }) => markup);
    const title = html`<h3>${operation} <span class="dim">${plural(own.length, 'cause')}</span></h3>`;
    return html`<section class="of-operation" data-group="cause">${operations.length > 1 && title}<div class="causes">${own}</div></section>`;
  });
  const openAll = html`<button type="button" class="button" data-open-all="details.cause" hidden>Open all</button>`;
  return html`<div class="choices">${causes.length >= fewestFiltered && filterOf(causes)}${causes.length > 1 && openAll}</div>${lists}`;
}
