import { codeMarkup, html, type Markup } from '../../pages/html.ts';
import { asCurl, asFetch, asPython, indented, jsString, type SentCall } from './call-code.ts';
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
  { name: 'openapi-fetch', id: 'typed', write: asTypedClient },
];

/** One is open; the others open by click or key, without a script. */
export const callsMarkup = (name: string, sample: Sample): Markup =>
  html`<div class="calls code-tabs">${languages.map(
    (language, at) =>
      html`<details name="call-${name}"${at === 0 && html` open`}><summary>${language.name}</summary>
<pre class="code" tabindex="0" aria-label="${name} in ${language.name}"><code data-call="${language.id}">${codeMarkup(language.write(sample))}</code></pre></details>
`,
  )}</div>`;

/** The request of a sample, as it is sent. */
export const sentBy = (sample: Sample): SentCall => ({
  method: sample.method,
  url: urlOf(sample),
  headers: {
    Authorization: sample.authorization,
    ...(sample.body && { 'Content-Type': 'application/json' }),
  },
  ...(sample.body && { body: JSON.stringify(sample.body, null, 2) }),
});

function asTypedClient({ method, baseUrl, template, path, query, authorization, body }: Sample) {
  const params = (values: { readonly [name: string]: string }): string =>
    `{ ${Object.entries(values)
      .map(([name, value]) => `${name}: ${jsString(value)}`)
      .join(', ')} }`;
  const hasQuery = Object.keys(query).length > 0;
  const lines = [
    "import type { paths } from 'abuse-feed-kit';",
    "import createClient from 'openapi-fetch';",
    '',
    'const client = createClient<paths>({',
    `  baseUrl: ${jsString(baseUrl)},`,
    `  headers: { Authorization: ${jsString(authorization)} },`,
    '});',
    `const { data, error, response } = await client.${method}(${jsString(template)}, {`,
    hasQuery
      ? `  params: { path: ${params(path)}, query: ${params(query)} },`
      : `  params: { path: ${params(path)} },`,
    ...(body ? [`  body: ${indented(body, 2)},`] : []),
    '});',
    'console.log(response.status, data ?? error);',
  ];
  return lines.join('\n');
}
