import { html, type Markup } from '../../../src/pages/html.ts';
import { rowFilter } from '../../../src/pages/report-page.ts';
import { kindWords } from '../../../src/values/clause-kinds.ts';
import { plural } from '../../../src/values/listed.ts';
import { bySection } from '../../../src/values/section-order.ts';
import type { Cause } from '../causes/cause.ts';
import type { Confirmation } from '../causes/confirm.ts';
import type { RunResult } from '../run/result.ts';
import { callLines, causeLabel, confirmedBy } from './cause-lines.ts';
import { evidence, type ShownExchanges } from './html-evidence.ts';

/** A link to a clause. */
export function clauseLink(id: string): Markup {
  return html`<a href="#${id}"><code class="id">${id}</code></a>`;
}

/** A link to a section, among the clauses. */
function sectionLink({ section, heading }: Pick<Cause, 'section' | 'heading'>): Markup {
  return html`<a href="#section-${section}">${heading}</a>`;
}

function joined(parts: readonly Markup[]): Markup {
  return html`${parts.map((part, nth) => html`${nth > 0 && ', '}${part}`)}`;
}

function related(title: string, ids: readonly string[]): Markup | false {
  return ids.length > 0 && html`<p>${title}: ${joined(ids.map(clauseLink))}</p>`;
}

interface Row {
  readonly nth: number;
  /** The numbers of the causes in the order of the page. */
  readonly inOrder: readonly number[];
  /** The labels by which causes differ. */
  readonly labels: readonly string[];
  readonly shown: ShownExchanges;
}

/** The calls, each with the status it got; the last one shows it. */
function story({ calls: made, answers = [] }: Confirmation): Markup {
  return html`<ol class="story">${callLines(made).map((line, nth) => html`<li>${line} <b>${answers[nth]}</b></li>`)}</ol>`;
}

function step(rel: 'previous' | 'next', to: number | undefined): Markup {
  return html`<a class="button" rel="${rel}"${to ? html` href="#cause-${to}"` : html` hidden`}>${rel === 'next' ? 'Next' : 'Previous'}</a>`;
}

function sectionLabel({ section, heading }: Cause): string {
  return section === '0' ? heading : `§ ${section}`;
}

/** One line, with the evidence folded in it. */
function causeRow(cause: Cause, { nth, inOrder, labels, shown }: Row): Markup {
  const { section, kind, title, confirmation, operation } = cause;
  const id = `cause-${nth}`;
  const said = [causeLabel(cause), `seen ${plural(cause.times, 'time')}`, confirmedBy(cause)];
  const calls = confirmation && confirmation.calls.length > 1 ? story(confirmation) : undefined;
  const at = [id, `cause ${nth}`] as const;
  const parts = { at, shown, isCause: true, curl: cause.curl, calls };
  const place = inOrder.indexOf(nth);
  const isOnly = inOrder.length === 1;
  return html`<details class="cause" id="${id}" data-row="cause" data-operation="${operation}" data-section="${section}" data-kind="${kind}" data-text="${title} ${cause.clause}"${isOnly && html` open`}>
<summary><span class="nth">${nth}</span><span class="title">${title}</span><span class="chips">${labels.map((label) => html`<span class="chip">${label}</span>`)}<span class="times dim">${cause.times.toLocaleString('en')}×</span></span></summary>
<div class="inner"><p class="against">${cause.sentence}</p>
<p class="dim">${clauseLink(cause.clause)} · ${sectionLink(cause)}, ${said.filter(Boolean).join(', ')}</p>
${cause.doubts.map((doubt) => html`<p class="doubt">Or ${doubt}</p>`)}
${evidence(cause, parts)}
${related('Likewise', cause.alike)}${related('What follows from it', cause.follows)}
${!isOnly && html`<p class="steps row">${step('previous', inOrder[place - 1])}${step('next', inOrder[place + 1])}<a class="button" href="#causes">All causes</a></p>`}</div>
</details>`;
}

/** A label that every row has tells nothing. */
function labelsOf(cause: Cause, causes: readonly Cause[]): string[] {
  const labels = [sectionLabel, ({ kind }: Cause) => kindWords[kind]];
  return labels.filter((label) => new Set(causes.map(label)).size > 1).map((label) => label(cause));
}

/** Fewer are seen at a glance. */
const fewestFiltered = 4;

function counted<T extends string>(values: readonly T[], words: (value: T) => string) {
  return [...new Set(values)]
    .sort(bySection)
    .map(
      (value) =>
        [value, `${words(value)} (${values.filter((one) => one === value).length})`] as const,
    );
}

/** The faults of the server, each once, by operation. */
export function causeList({ causes }: RunResult, shown: ShownExchanges): Markup | undefined {
  if (causes.length === 0) return undefined;
  const numbered = causes.map((cause, at) => ({ cause, nth: at + 1 }));
  const operations = [...new Set(causes.map(({ operation }) => operation))];
  const groups = operations.map((operation) => ({
    operation,
    rows: numbered.filter(({ cause }) => cause.operation === operation),
  }));
  const inOrder = groups.flatMap(({ rows }) => rows.map(({ nth }) => nth));
  const row = ({ cause, nth }: (typeof numbered)[number]): Markup =>
    causeRow(cause, {
      nth,
      inOrder,
      labels: labelsOf(cause, causes),
      shown,
    });
  const lists = groups.map(
    ({ operation, rows }) =>
      html`<section class="of-operation" data-group="cause">${groups.length > 1 && html`<h3>${operation} <span class="dim">${plural(rows.length, 'cause')}</span></h3>`}<div class="causes">${rows.map(row)}</div></section>`,
  );
  const sections = counted(
    causes.map(({ section }) => section),
    (section) => causes.find((one) => one.section === section)?.heading ?? section,
  );
  const kinds = counted(
    causes.map(({ kind }) => kind),
    (kind) => kindWords[kind],
  );
  const ofOperations = counted(
    causes.map(({ operation }) => operation),
    (operation) => operation,
  );
  const filter = rowFilter({
    rows: 'cause',
    choices: [
      ['operation', 'Operation', ofOperations],
      ['section', 'Section', sections],
      ['kind', 'Kind', kinds],
    ],
  });
  const openAll = html`<button type="button" class="button" data-open-all="details.cause" hidden>Open all</button>`;
  return html`<div class="choices">${causes.length >= fewestFiltered && filter}${causes.length > 1 && openAll}</div>${lists}`;
}
