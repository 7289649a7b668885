import { collectOpenPoints, type OpenPoint } from '../../spec/open-point.ts';
import { html, type Markup } from '../html.ts';
import { dialectLine, framed } from '../layout.ts';
import { inlineMarkup, rendered } from '../markdown.ts';
import type { Reference } from '../reference.ts';
import { openPointLines } from './open-point-line.ts';
import { operationSection, parts } from './operation-section.ts';
import { type OperationView, operationViews } from './operation-view.ts';

/** The API itself: every operation on one page, readable without a script. */
export async function referencePage(reference: Reference): Promise<string> {
  const { document, live } = reference;
  const inline = await inlineMarkup();
  const about = await rendered(document.info.description, () => undefined);
  const operations = operationViews(document);
  const body = html`<div class="reference">
${contents(operations)}
<div class="text">
<h1>${document.info.title}</h1>
<p class="dim">${dialectLine(reference)} Version ${document.info.version} of the API.</p>
<p class="actions"><a class="button" href="openapi.yaml" download>Download YAML</a><a class="button" href="openapi.json" download>Download JSON</a></p>
<div class="prose about">${about.body}</div>
<section class="operation" aria-labelledby="all">
<h2 id="all"><a href="#all">For every operation</a></h2>
<dl class="pairs">
<dt>Feed</dt><dd><code>${live?.baseUrl ?? '{base_url}'}</code></dd>
<dt>Lookup</dt><dd><code>${live?.baseUrl ?? '{analysis_url}'}</code></dd>
<dt>Authorization</dt><dd>${inline(document.components.securitySchemes.token?.description ?? '')}</dd>
</dl>
${openPointLines(reference, [...pointsIn(document.components.securitySchemes), ...ownPoints(document.info)])}
</section>
${operations.map((operation) => operationSection(reference, operation, inline))}
</div>
</div>`;
  return framed(reference, {
    file: 'index.html',
    title: 'API reference',
    head: html`<link rel="stylesheet" href="reference.css">`,
    body,
  });
}

const pointsIn = (part: object): OpenPoint[] => collectOpenPoints(part);
const ownPoints = (part: object): readonly OpenPoint[] =>
  (part as { 'x-open-point'?: readonly OpenPoint[] })['x-open-point'] ?? [];

/** Beside the text where there is room, above it where there is not. */
const contents = (operations: readonly OperationView[]): Markup =>
  html`<nav class="contents toc" aria-label="On this page"><ul>
<li><a href="#all">For every operation</a></li>
${operations.map(
  ({ name, method, summary }) =>
    html`<li><a href="#${name}"><span class="method ${name}">${method}</span> ${summary}</a><ul>${parts.map(
      ([id, title]) => html`<li><a href="#${name}-${id}">${title}</a></li>`,
    )}</ul></li>\n`,
)}</ul></nav>`;
