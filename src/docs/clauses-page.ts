import { html, type Markup } from '../pages/html.ts';
import { bySection, type Clause, readClauses, sectionHeading } from '../spec/clauses.ts';
import { openPoints } from '../spec/open-points.ts';
import { plural } from '../values/listed.ts';
import { filterField, pageFrame } from './layout.ts';
import { mutantsByClause } from './mutants.generated.ts';
import type { ReferenceModel } from './reference.ts';

export const clauseKinds = {
  fixed: ['good', 'the specification says it'],
  derived: ['accent', 'it follows from what the specification says'],
  open: ['warn', 'the specification is silent: never judged'],
} as const;

/** Every statement a server is verified against, by section. */
export function clausesPage(reference: ReferenceModel): string {
  const { sections: titles, clauses } = readClauses();
  const sections = [...new Set(clauses.map(({ section }) => section))].sort(bySection);
  const count = (kind: Clause['kind']): number =>
    clauses.filter((clause) => clause.kind === kind).length;
  const body = html`<div class="text">
<h1>Clauses</h1>
<p>The specification, statement by statement, in our own words. <code>abuse-feed verify</code> holds a server to each of them. A <em>mutant</em> is the reference server with one clause broken: <code>abuse-feed selftest</code> proves that each of the ${Object.values(mutantsByClause).flat().length} is caught by its clause.</p>
<ul class="plain cards-row">${(['fixed', 'derived', 'open'] as const).map(
    (kind) =>
      html`<li class="card"><strong>${count(kind)} <span class="chip ${clauseKinds[kind][0]}">${kind}</span></strong><span class="dim">${clauseKinds[kind][1]}${kind === 'open' && html`; of the <a href="open-points.html">${openPoints.length} open points</a>, those that a run can see`}</span></li>`,
  )}</ul>
${filterField('delete, fixed, hash …')}
${sections.map((section) =>
  group(
    section,
    titles[section] ?? '',
    clauses.filter((clause) => clause.section === section),
  ),
)}
</div>`;
  const contents = sections.map(
    (section) => [`section-${section}`, sectionHeading(section)] as const,
  );
  return pageFrame(reference, { file: 'clauses.html', title: 'Clauses', body, contents });
}

const group = (
  section: string,
  title: string,
  clauses: readonly Clause[],
): Markup => html`<section data-filter-group>
<h2 id="section-${section}">${section !== '0' && html`<span class="dim">${section}</span> `}${title} <span class="chip">${clauses.length}</span></h2>
<table class="table cards clauses">
<thead><tr><th scope="col">Statement</th><th scope="col">Kind</th><th scope="col">Id</th><th scope="col">Catches</th></tr></thead>
<tbody>${clauses.map(row)}</tbody>
</table>
</section>`;

const row = ({
  id,
  kind,
  sentence,
  openPoint,
}: Clause): Markup => html`<tr id="${id}" data-filter-row>
<td>${sentence}</td>
<td><span class="chip ${clauseKinds[kind][0]}">${kind}</span></td>
<td><a class="id" href="#${id}"><code>${id}</code></a>${
  openPoint !== undefined &&
  html` <a class="id" href="open-points.html#${openPoint}">its answer here</a>`
}</td>
<td data-label="Catches">${mutantsOf(id)}</td>
</tr>`;

const mutantsOf = (clause: string): Markup => {
  const names = mutantsByClause[clause] ?? [];
  return names.length === 0
    ? html`<span class="dim">never judged</span>`
    : html`<details class="mutants"><summary>${plural(names.length, 'mutant')}</summary>${names.map((name) => html`<code>${name}</code> `)}</details>`;
};
