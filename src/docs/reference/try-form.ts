import { html, type Markup } from '../../pages/html.ts';
import type { ReferenceModel, TryItOptions } from '../reference.ts';
import { callerOf, sampleOf } from './call-samples.ts';

/** The form that sends a request to this server. It is shown only if scripts run. */
export function trialMarkup(reference: ReferenceModel, name: string): Markup {
  const { live } = reference;
  if (!live) return noServer;
  const sample = sampleOf(reference, name);
  const { path, query, body } = sample;
  return html`<form class="try fields card" data-try="${name}" data-method="${sample.method}" data-template="${sample.template}" aria-label="Try ${name}">
${callersMarkup(live, sample.authorization)}
<label><span>Authorization <span class="dim">(left out when empty)</span></span><input class="field mono" name="authorization" autocomplete="off" spellcheck="false" value="${callerOf(live, name)?.authorization ?? ''}"></label>
${Object.entries(path).map(([key, value]) => parameterMarkup(key, value, '(path)'))}
${Object.entries(query).map(([key, value]) => parameterMarkup(key, value, '(query, left out when empty)'))}
${body && bodyMarkup(body)}
${resultMarkup}
</form>
<p class="dim no-script">Sending from here needs JavaScript. The requests above do the same.</p>`;
}

export const resultMarkup = html`<div class="wide row"><button type="submit" class="button main">Send</button><button type="reset" class="button">Reset the form</button></div>
<output class="wide result" aria-live="polite" hidden></output>`;

/** The fields of a body of JSON. */
export function bodyMarkup(body: unknown): Markup {
  return html`<label><span>Content-Type</span><input class="field mono" name="contentType" autocomplete="off" spellcheck="false" value="application/json"></label>
<label class="wide"><span>Body</span><textarea class="field mono" name="body" rows="${linesOf(body)}" spellcheck="false">${JSON.stringify(body, null, 2)}</textarea><span role="status" data-body-problem></span></label>`;
}

/** A long line is folded where the form is narrow; where browsers can, the field grows with its text. */
const narrow = 48;

function linesOf(body: unknown): number {
  const lines = JSON.stringify(body, null, 2).split('\n');
  return lines.reduce((sum, line) => sum + Math.ceil(line.length / narrow), 0);
}

function callersMarkup({ callers }: TryItOptions, chosen: string): Markup | undefined {
  return callers.length === 0
    ? undefined
    : html`<label class="wide"><span>As</span><select class="field" name="caller">${callers.map(
        ({ name, authorization, note }) =>
          html`<option value="${authorization}"${authorization === chosen && ' selected'}>${name} · ${note}</option>`,
      )}<option value="" hidden>somebody else</option></select></label>`;
}

export function parameterMarkup(name: string, value: string, hint: string): Markup {
  return html`<label><span>${name} <span class="dim">${hint}</span></span><input class="field mono" name="${name}" data-parameter autocomplete="off" spellcheck="false" value="${value}"></label>`;
}

const noServer = html`<div class="note"><p>These pages were written to files, so requests cannot be sent from here. Start <code>abuse-feed serve</code> and open <code>/docs</code> on it to try them.</p></div>`;
