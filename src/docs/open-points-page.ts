import { readContract } from '../contract/document.ts';
import { answerTo } from '../dialects/dialect.ts';
import { html, inlineMarkup, type Markup } from '../pages/html.ts';
import { allClauses } from '../spec/clauses.ts';
import { collectOpenPoints, isStatus, type OpenPoint } from '../spec/open-point.ts';
import { plural } from '../values/listed.ts';
import { dialectLine, filterField, pageFrame } from './layout.ts';
import { othersOf } from './reference/open-point-line.ts';
import { aboutKeywords } from './reference/reference-page.ts';
import type { ReferenceModel } from './reference.ts';

/** Every open question of the specification, and how it is answered here. */
export function openPointsPage(reference: ReferenceModel): string {
  // From the contract itself: a dialect's document omits some outcomes and their points.
  const points = collectOpenPoints(readContract());
  const seen = allClauses().filter(({ kind }) => kind === 'open').length;
  const changed = points.filter((point) => isChanged(reference, point));
  const others = points.filter((point) => !changed.includes(point));
  const groups = (
    [
      ['changed', 'Different in this dialect', changed],
      ['rules', 'Rules and shapes', others.filter(({ id }) => !isStatus(id))],
      ['status', 'Status codes', others.filter(({ id }) => isStatus(id))],
    ] as const
  ).filter(([, , own]) => own.length > 0);
  const body = html`<div class="text">
<h1>Open points</h1>
<p>The specification leaves ${plural(points.length, 'question')} open; <a href="clauses.html">${seen} of them</a> show in a run of <code>abuse-feed verify</code>. Each has an answer here that can be switched, by a <em>dialect</em>: <code>abuse-feed serve --dialect NAME</code>, or <code>abuse-feed dialects</code> for a list. A client should not depend on any of these answers.</p>
<p class="dim">${dialectLine(reference)}</p>
${filterField('status, tags, 4.1 …')}
${groups.map(([id, title, own]) => section(reference, id, title, own))}
<h2 id="in-the-document">In the document</h2>
${aboutKeywords(reference.document.info.description).map((one) => html`<p>${inlineMarkup(one)}</p>`)}
</div>`;
  const contents = [
    ...groups.map(([id, title]) => [id, title] as const),
    ['in-the-document', 'In the document'] as const,
  ];
  return pageFrame(reference, { file: 'open-points.html', title: 'Open points', body, contents });
}

const isChanged = ({ dialect }: ReferenceModel, point: OpenPoint): boolean =>
  answerTo(dialect, point.id) !== point.default;

const section = (
  reference: ReferenceModel,
  id: string,
  title: string,
  points: readonly OpenPoint[],
): Markup => html`<section data-filter-group>
<h2 id="${id}">${title} <span class="chip">${points.length}</span></h2>
<table class="table cards points">
<thead><tr><th scope="col">Question</th><th scope="col">Answer here</th><th scope="col">Alternatives</th><th scope="col">Why</th><th scope="col" class="number">Section</th></tr></thead>
<tbody>${points.map((point) => row(reference, point))}</tbody>
</table>
</section>`;

function row(reference: ReferenceModel, point: OpenPoint): Markup {
  const answer = answerTo(reference.dialect, point.id);
  return html`<tr id="${point.id}" data-filter-row>
<th scope="row"><span>${point.question}</span><a class="id" href="#${point.id}"><code>${point.id}</code></a></th>
<td data-label="Answer here"><code class="answer">${String(answer)}</code>${
    answer !== point.default &&
    html`<span class="chip warn">default: ${String(point.default)}</span>`
  }</td>
<td data-label="Alternatives">${othersOf(point, answer)}</td>
<td data-label="Why">${point.why}</td>
<td data-label="Section" class="number">${point.section}</td>
</tr>`;
}
