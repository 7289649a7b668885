import { embeddedJson, html } from './html.ts';
import { dialectLine, framed } from './layout.ts';
import type { Live, Reference } from './reference.ts';
import { shownDocument } from './shown-document.ts';

/** The API itself. The renderer draws it; what stands above is ours. */
export function referencePage(reference: Reference): string {
  const { live, document } = reference;
  const body = html`<div class="intro">
<h1>${document.info.title}</h1>
<p class="dim">${dialectLine(reference)} Version ${document.info.version} of the API.</p>
<p class="actions"><a class="button" href="openapi.yaml" download>Download YAML</a><a class="button" href="openapi.json" download>Download JSON</a></p>
${live ? tryIt(live) : noServer}
</div>
<div id="api"><p class="intro dim">Drawing the reference needs JavaScript. The documents above hold the same.</p></div>
<script type="application/json" id="reference">${embeddedJson({
    document: shownDocument(reference),
    live: live !== undefined,
  })}</script>
<script src="swagger-ui-bundle.js"></script>
<script src="reference.js"></script>`;
  return framed(reference, {
    file: 'index.html',
    title: 'API reference',
    head: html`<link rel="stylesheet" href="swagger-ui.css">`,
    body,
  });
}

const tryIt = ({ callers }: Live) =>
  callers.length === 0
    ? html`<div class="note"><p>“Try it out” calls this server. Authorize with a token of yours first.</p></div>`
    : html`<div class="note caller"><label for="caller">Try it as</label>
<select id="caller" class="field">${callers.map(
        ({ name, authorization, note }) =>
          html`<option value="${authorization}" data-note="${note}">${name}</option>`,
      )}</select>
<span id="caller-note" class="dim" role="status">${callers[0]?.note}</span></div>`;

const noServer = html`<div class="note"><p>These pages were written to files, so requests cannot be tried from here. Start <code>abuse-feed serve</code> and open <code>/docs</code> on it to try them.</p></div>`;
