import { type GuidePage, guideGroups, guideText, siteLink } from './guide.ts';
import { html, type Markup } from './html.ts';
import { pageFrame } from './layout.ts';
import { rendered } from './markdown.ts';
import type { ReferenceModel } from './reference.ts';

/** A page of the guide, with the list of its pages. */
export async function guidePage(reference: ReferenceModel, page: GuidePage): Promise<string> {
  const { title, body, headings } = await rendered(guideText(page), (href) =>
    siteLink(page.source, href),
  );
  return pageFrame(reference, {
    file: page.file,
    within: 'guide.html',
    title,
    body: html`<div class="guide">
<nav class="contents" aria-label="Guide">${Object.entries(guideGroups).map(
      ([group, pages]) =>
        html`<h2>${group}</h2><ul class="plain">${pages.map((other) => entry(other, page))}</ul>`,
    )}</nav>
<article class="prose">
${body}</article>
${
  headings.length > 1 &&
  html`<nav class="contents toc" aria-label="On this page"><h2>On this page</h2><ul class="plain">${headings.map(
    ({ id, text, depth }) => html`<li class="depth-${depth}"><a href="#${id}">${text}</a></li>`,
  )}</ul></nav>`
}
</div>`,
  });
}

const entry = ({ file, name }: GuidePage, current: GuidePage): Markup =>
  html`<li><a href="${file}"${file === current.file && html` aria-current="page"`}>${name}</a></li>`;
