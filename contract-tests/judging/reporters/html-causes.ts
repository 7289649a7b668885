import { html, type Markup } from '../../../src/pages/html.ts';
import { rowFilter } from '../../../src/pages/report-page.ts';
import { plural } from '../../../src/values/listed.ts';
import type { Cause } from '../causes/cause.ts';
import type { Confirmation } from '../causes/confirm.ts';
import { bySection } from '../clause.ts';
import type { RunResult } from '../run/result.ts';
import { callLines, causeLabel, confirmedBy } from './cause-lines.ts';
import { evidence, type ShownExchanges } from './html-evidence.ts';
import { brokenIn, type Former } from './since.ts';

/** A link to a clause. */
export function clauseLink(id: string): Markup {
  return html`<a href="#${id}"><code class="id">${id}</code></a>`;
}

/** In a list of faults, `fixed` would be read as repaired. */
const kindWords: { readonly [kind in Cause['kind']]: string } = {
  fixed: 'stated',
  derived: 'derived',
  open: 'left open',
  own: 'own rule',
};

function joined(parts: readonly Markup[]): Markup {
  return html`${parts.map((part, nth) => html`${nth > 0 && ', '}${part}`)}`;
}

function related(title: string, ids: readonly string[]): Markup | false {
  return ids.length > 0 && html`<p>${title}: ${joined(ids.map(clauseLink))}</p>`;
}

interface Row {
  readonly nth: number;
  readonly of: number;
  readonly isNew: boolean;
  readonly finding: Parameters<typeof evidence>[0];
  readonly shown: ShownExchanges;
}

/** The calls, each with the status it got; the last one shows it. */
function story({ calls: made, answers = [] }: Confirmation): Markup {
  return html`<ol class="story">${callLines(made).map((line, nth) => html`<li>${line} <b>${answers[nth]}</b></li>`)}</ol>`;
}

function step(rel: 'previous' | 'next', to: number | false): Markup {
  return html`<a class="button" rel="${rel}"${to ? html` href="#cause-${to}"` : html` hidden`}>${rel === 'next' ? 'Next' : 'Previous'}</a>`;
}

/** One line, with the evidence folded in it. */
function causeRow(cause: Cause, { nth, of, isNew, finding, shown }: Row): Markup {
  const { section, kind, title, confirmation } = cause;
  const id = `cause-${nth}`;
  const said = [causeLabel(cause), `seen ${plural(cause.times, 'time')}`, confirmedBy(cause)];
  const calls = confirmation && confirmation.calls.length > 1 ? story(confirmation) : undefined;
  const at = [id, `cause ${nth}`] as const;
  const parts = { at, shown, isCause: true, curl: cause.curl, calls };
  return html`<details class="cause" id="${id}" data-row="cause" data-section="${section}" data-kind="${kind}" data-text="${title} ${cause.clause}"${of === 1 && html` open`}>
<summary><span class="nth">${nth}</span><span class="title">${title}</span><span class="chips">${isNew && html`<span class="chip bad">new</span>`}<span class="chip">${section === '0' ? cause.heading : `§ ${section}`}</span><span class="chip">${kindWords[kind]}</span><span class="times dim">${cause.times.toLocaleString('en')}×</span></span></summary>
<div class="inner"><p class="against">${cause.sentence}</p>
<p class="dim">${clauseLink(cause.clause)} · ${cause.heading}, ${said.filter(Boolean).join(', ')}</p>
${cause.doubts.map((doubt) => html`<p class="doubt">Or ${doubt}</p>`)}
${evidence(finding, parts)}
${related('Likewise', cause.alike)}${related('What follows from it', cause.follows)}
${of > 1 && html`<p class="steps row">${step('previous', nth > 1 && nth - 1)}${step('next', nth < of && nth + 1)}<a class="button" href="#causes">All causes</a></p>`}</div>
</details>`;
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

/** The faults of the server, each once. */
export function causeList(
  { causes, clauses }: RunResult,
  shown: ShownExchanges,
  former?: Former,
): Markup | undefined {
  if (causes.length === 0) return undefined;
  const known = former && brokenIn(former);
  const findings = new Map(clauses.map(({ id, findings }) => [id, findings]));
  const rows = causes.map((cause, at) => {
    const number = cause.exchange?.number;
    const found = findings.get(cause.clause)?.find(({ exchange }) => exchange?.number === number);
    return causeRow(cause, {
      nth: at + 1,
      of: causes.length,
      isNew: known !== undefined && !known.includes(cause.clause),
      finding: { ...cause, sign: found?.sign },
      shown,
    });
  });
  const sections = counted(
    causes.map(({ section }) => section),
    (section) => causes.find((one) => one.section === section)?.heading ?? section,
  );
  const kinds = counted(
    causes.map(({ kind }) => kind),
    (kind) => kindWords[kind],
  );
  const filter = rowFilter({
    rows: 'cause',
    choices: [
      ['section', 'Section', sections],
      ['kind', 'Kind', kinds],
    ],
  });
  return html`${causes.length >= fewestFiltered && filter}<div class="causes">${rows}</div>`;
}
