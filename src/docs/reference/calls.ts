import { codeMarkup, html, type Markup } from '../../pages/html.ts';
import { asCurl, asFetch, asPython, type SentCall } from './call-code.ts';
import { type Sample, urlOf } from './call-samples.ts';

/** A request in common client languages. */
const languages: readonly {
  readonly name: string;
  readonly id: string;
  readonly write: (sample: Sample) => string;
}[] = [
  { name: 'curl', id: 'curl', write: (sample) => asCurl(sentBy(sample)) },
  { name: 'fetch', id: 'fetch', write: (sample) => asFetch(sentBy(sample)) },
  { name: 'Python', id: 'python', write: (sample) => asPython(sentBy(sample)) },
];

/** One is open; the others open by click or key, without a script. */
export function callsMarkup(name: string, sample: Sample): Markup {
  return html`<div class="calls code-tabs">${languages.map(
    (language, at) =>
      html`<details name="call-${name}"${at === 0 && html` open`}><summary>${language.name}</summary>
<pre class="code" tabindex="0" aria-label="${name} in ${language.name}"><code data-call="${language.id}">${codeMarkup(language.write(sample))}</code></pre></details>
`,
  )}</div>`;
}

/** The request of a sample, as it is sent. */
export function sentBy(sample: Sample): SentCall {
  return {
    method: sample.method,
    url: urlOf(sample),
    headers: {
      Authorization: sample.authorization,
      ...(sample.body && { 'Content-Type': 'application/json' }),
    },
    ...(sample.body && { body: JSON.stringify(sample.body, null, 2) }),
  };
}
