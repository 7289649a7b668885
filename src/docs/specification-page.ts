import { type SpecifiedSection, specifiedSections } from '../contract/specification.ts';
import { answerTo } from '../dialects/dialect.ts';
import { html, inlineMarkup, type Markup } from '../pages/html.ts';
import type { Clause } from '../spec/clauses/clause.ts';
import type { OpenPoint } from '../spec/open-point.ts';
import { sectionAnchor } from '../spec/specification-anchors.ts';
import { plural } from '../values/listed.ts';
import { dialectLine, filterField, pageFrame } from './layout.ts';
import { othersOf } from './reference/open-point-line.ts';
import { aboutKeywords } from './reference/reference-page.ts';
import type { ReferenceModel } from './reference.ts';

/** Lists longer than this are folded. */
const foldedFrom = 12;

/** The specification section by section: what it states, what follows, what it leaves open. */
export function specificationPage(reference: ReferenceModel): string {
  const sections = specifiedSections();
  const body = html`<div class="reference">
${contents(sections)}
<div class="text">
<h1>The specification, in our words</h1>
<p>What the service is specified to do, with the section numbers that reports and messages cite. What it says (<em>stated</em>), and what follows from that (<em>derived</em>), are <em>clauses</em>: <code>abuse-feed verify</code> holds a server to each. Where it says nothing, there is an <em>open point</em>: each has an answer here, and others that a <em>dialect</em> switches to. A client should rely on none of them.</p>
<p class="dim">${dialectLine(reference)}</p>
${differences(reference, sections)}
${filterField('delete, hash, 4.1, status …')}
${sections.map((section) => sectionMarkup(reference, section))}
<section data-filter-part>
<h2 id="in-the-document">In the document</h2>
${aboutKeywords(reference.document.info.description).map((one) => html`<p>${inlineMarkup(one)}</p>`)}
</section>
</div>
</div>`;
  return pageFrame(reference, {
    file: 'specification.html',
    title: 'Specification',
    body,
    contents: sections.map(
      (section) => [sectionAnchor(section.number), headingOf(section)] as const,
    ),
  });
}

function headingOf({ number, title }: SpecifiedSection): string {
  return number === '0' ? title : `${number} ${title}`;
}

function contents(sections: readonly SpecifiedSection[]): Markup {
  return html`<nav class="contents toc" aria-label="On this page"><ul class="plain">
${sections.map(
  (section) =>
    html`<li><a href="#${sectionAnchor(section.number)}">${headingOf(section)}</a></li>\n`,
)}</ul></nav>`;
}

function differences(
  reference: ReferenceModel,
  sections: readonly SpecifiedSection[],
): Markup | undefined {
  const points = sections.flatMap(({ open, statuses }) => [...open, ...statuses]);
  const changed = points.filter((point) => answerTo(reference.dialect, point.id) !== point.default);
  if (changed.length === 0) return undefined;
  const lines = changed.map(
    ({ id, question }) => html`<li><a href="#${id}">${question}</a> <code>${id}</code></li>\n`,
  );
  return html`<details id="changed"><summary>${plural(changed.length, 'answer differs', 'answers differ')} in this dialect</summary>
<ul>${lines}</ul></details>`;
}

function sectionMarkup(reference: ReferenceModel, section: SpecifiedSection): Markup {
  const pointItems = (points: readonly OpenPoint[]) =>
    points.map((point) => pointItem(reference, point));
  return html`<section data-filter-group>
<h2 id="${sectionAnchor(section.number)}"><a href="#${sectionAnchor(section.number)}">${headingOf(section)}</a></h2>
<p>${inlineMarkup(section.about)}</p>
${group('Stated', section.stated.map(clauseItem))}
${group('Derived', section.derived.map(clauseItem))}
${group('Open', pointItems(section.open))}
${group('Open: status codes', pointItems(section.statuses))}
</section>`;
}

function group(title: string, items: readonly Markup[]): Markup | undefined {
  if (items.length === 0) return undefined;
  const list = html`<ul class="statements plain">${items}</ul>`;
  if (items.length < foldedFrom) return html`<div data-filter-part><h3>${title}</h3>${list}</div>`;
  return html`<details class="folded"><summary><strong>${title}</strong> <span class="dim">${items.length}</span></summary>${list}</details>`;
}

function clauseItem({ id, sentence }: Clause): Markup {
  return html`<li id="${id}" data-filter-row>${sentence} <a class="id" href="#${id}"><code>${id}</code></a></li>\n`;
}

function pointItem({ dialect }: ReferenceModel, point: OpenPoint): Markup {
  const answer = answerTo(dialect, point.id);
  const changed =
    answer !== point.default &&
    html`<span class="chip warn">default: ${String(point.default)}</span>`;
  return html`<li id="${point.id}" data-filter-row><strong>${point.question}</strong> <a class="id" href="#${point.id}"><code>${point.id}</code></a>
<span class="below">Here <code class="answer">${String(answer)}</code>${changed} elsewhere ${othersOf(point, answer)}. <span class="dim">${point.why}</span></span></li>\n`;
}
