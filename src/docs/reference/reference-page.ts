import { html, inlineMarkup, type Markup } from '../../pages/html.ts';
import { collectOpenPoints, pointsOf } from '../../spec/open-point.ts';
import { dialectLine, filterField, pageFrame } from '../layout.ts';
import type { ReferenceModel } from '../reference.ts';
import { asCurl } from './call-code.ts';
import { callerOf, sampleOf } from './call-samples.ts';
import { sentBy } from './calls.ts';
import { describedMarkup } from './cited-sections.ts';
import { openPointLines } from './open-point-line.ts';
import { breakable, operationSection, parts } from './operation-section.ts';
import { type OperationView, operationViews } from './operation-view.ts';

/** All operations on one page, readable without a script. */
export function referencePage(reference: ReferenceModel): string {
  const { document } = reference;
  const [about = '', ...more] = aboutReading(document.info.description);
  const operations = operationViews(document);
  const body = html`<div class="reference">
${contents(operations)}
<div class="text">
<h1>${document.info.title}</h1>
<p class="dim">${dialectLine(reference)} Version ${document.info.version} of the API. <a href="openapi.yaml" download>openapi.yaml</a> · <a href="openapi.json" download>openapi.json</a></p>
<p class="lead">${inlineMarkup(about)}</p>
${firstCall(reference)}
<ul class="operation-cards cards-row plain">${operations.map(
    ({ name, method, path, summary }) =>
      html`<li><a class="card" href="#${name}"><span><span class="method ${name}">${method}</span> <strong>${summary}</strong></span><code>${breakable(path)}</code></a></li>\n`,
  )}</ul>
${filterField('fetch, hash, 404 …')}
<section class="operation" aria-labelledby="all" data-filter-group>
<div>
<h2 id="all"><a href="#all">For every operation</a></h2>
<p data-filter-row><strong>Authorization:</strong> ${describedMarkup(document.components.securitySchemes.token?.description ?? '')}</p>
${more.map((paragraph) => html`<p data-filter-row>${describedMarkup(paragraph)}</p>`)}
<div data-filter-row>${openPointLines(reference, [...collectOpenPoints(document.components.securitySchemes), ...pointsOf(document.info)])}</div>
</div>
</section>
${operations.map((operation) => operationSection(reference, operation))}
</div>
</div>`;
  return pageFrame(reference, {
    file: 'index.html',
    title: 'API reference',
    body,
    contents: [
      ['all', 'For every operation'],
      ...operations.map(({ name, summary }) => [name, summary] as const),
    ],
  });
}

/** How the document marks open points matters to readers of its YAML only. */
function aboutYaml(paragraph: string): boolean {
  return paragraph.includes('`x-open-point`');
}

function paragraphs(text: string): string[] {
  return text.trim().split(/\n{2,}/);
}

function aboutReading(text: string): string[] {
  return paragraphs(text).filter((one) => !aboutYaml(one));
}

export function aboutKeywords(text: string): string[] {
  return paragraphs(text).filter(aboutYaml);
}

/** What a first call needs, and the call itself. */
function firstCall(reference: ReferenceModel): Markup {
  const { live } = reference;
  const sample = sampleOf(reference, 'lookup');
  return html`<div class="beginning card">
<dl class="pairs">
<dt>Base URL</dt><dd><code>${live?.baseUrl ?? '{base_url}, {analysis_url}'}</code></dd>
<dt>Token</dt><dd><code>${sample.authorization}</code>${live && html` <span class="dim">${callerOf(live, 'lookup')?.note}</span>`}</dd>
</dl>
<div class="copyable"><pre class="code" tabindex="0" aria-label="A first request"><code>${asCurl(sentBy(sample))}</code></pre></div>
${
  live &&
  html`<form class="try" data-try="first" data-method="${sample.method}" data-template="${sample.template}" aria-label="Send the first request">
<input type="hidden" name="authorization" value="${sample.authorization}"><input type="hidden" name="hash" data-parameter value="${sample.path.hash}">
<button type="submit" class="button main">Send</button>
<output class="result" aria-live="polite" hidden></output>
</form>`
}
</div>`;
}

/** Beside the text if there is room; otherwise the menu has them. */
function contents(operations: readonly OperationView[]): Markup {
  return html`<nav class="contents toc" aria-label="On this page"><ul class="plain">
<li><a href="#all">For every operation</a></li>
${operations.map(
  ({ name, method, summary }) =>
    html`<li><a href="#${name}"><span class="method ${name}">${method}</span> ${summary}</a><ul class="plain">${parts.map(
      ([id, title]) => html`<li><a href="#${name}-${id}">${title}</a></li>`,
    )}</ul></li>\n`,
)}</ul></nav>`;
}
