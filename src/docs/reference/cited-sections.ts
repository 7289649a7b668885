import { html, inlineMarkup, type Markup } from '../../pages/html.ts';
import { sectionAnchor } from '../../spec/specification-anchors.ts';

/** `(2.1, 4.2)` */
const citation = /(\(\d(?:\.\d)?(?:, \d(?:\.\d)?)*\))/;

function sectionLink(number: string): Markup {
  return html`<a href="specification.html#${sectionAnchor(number)}">${number}</a>`;
}

function citationMarkup(cited: string): Markup {
  const numbers = cited.slice(1, -1).split(', ');
  return html`(${numbers.map((number, nth) => html`${nth > 0 && ', '}${sectionLink(number)}`)})`;
}

/** A description of the document; the sections that it cites lead to the page of the specification. */
export function describedMarkup(text: string): Markup {
  const parts = text.split(citation);
  return html`${parts.map((part, nth) => (nth % 2 === 1 ? citationMarkup(part) : inlineMarkup(part)))}`;
}
