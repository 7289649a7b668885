import { codeMarkup, html, type Markup } from '../../pages/html.ts';
import { curl, inLines } from '../../spec/curl.ts';
import { type Sample, urlOf } from './call-samples.ts';

/** A request in common client languages. */
const languages: readonly {
  readonly name: string;
  readonly id: string;
  readonly write: (sample: Sample) => string;
}[] = [
  { name: 'curl', id: 'curl', write: asCurl },
  { name: 'fetch', id: 'fetch', write: asFetch },
  { name: 'Python', id: 'python', write: asPython },
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

export function asCurl(sample: Sample): string {
  const { method, authorization, body } = sample;
  const headers = {
    Authorization: authorization,
    ...(body && { 'Content-Type': 'application/json' }),
  };
  const text = body && JSON.stringify(body, null, 2);
  return curl({ method, url: urlOf(sample), headers, body: text }, inLines);
}

/** A single-quoted string literal. */
const quoted = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

const indented = (value: unknown, by: number): string =>
  JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(by)}`);

function asFetch(sample: Sample): string {
  const { method, authorization, body } = sample;
  const headers = body
    ? `{ Authorization: ${quoted(authorization)}, 'Content-Type': 'application/json' }`
    : `{ Authorization: ${quoted(authorization)} }`;
  const lines = [
    `const answer = await fetch(${quoted(urlOf(sample))}, {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    `  headers: ${headers},`,
    ...(body ? [`  body: JSON.stringify(${indented(body, 2)}),`] : []),
    '});',
    'console.log(answer.status, await answer.json());',
  ];
  return lines.join('\n');
}

function asPython(sample: Sample): string {
  const { method, authorization, body } = sample;
  const lines = [
    'import json',
    'from urllib.request import Request, urlopen',
    '',
    'request = Request(',
    `    ${JSON.stringify(urlOf(sample))},`,
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    '    headers={',
    `        "Authorization": ${JSON.stringify(authorization)},`,
    ...(body ? ['        "Content-Type": "application/json",'] : []),
    '    },',
    ...(body ? [`    data=json.dumps(${indented(body, 4)}).encode(),`] : []),
    ')',
    'with urlopen(request) as answer:',
    '    print(answer.status, json.load(answer))',
  ];
  return lines.join('\n');
}

function asTypedClient({ method, baseUrl, template, path, query, authorization, body }: Sample) {
  const params = (values: { readonly [name: string]: string }): string =>
    `{ ${Object.entries(values)
      .map(([name, value]) => `${name}: ${quoted(value)}`)
      .join(', ')} }`;
  const hasQuery = Object.keys(query).length > 0;
  const lines = [
    "import type { paths } from 'abuse-feed-kit';",
    "import createClient from 'openapi-fetch';",
    '',
    'const client = createClient<paths>({',
    `  baseUrl: ${quoted(baseUrl)},`,
    `  headers: { Authorization: ${quoted(authorization)} },`,
    '});',
    `const { data, error, response } = await client.${method}(${quoted(template)}, {`,
    hasQuery
      ? `  params: { path: ${params(path)}, query: ${params(query)} },`
      : `  params: { path: ${params(path)} },`,
    ...(body ? [`  body: ${indented(body, 2)},`] : []),
    '});',
    'console.log(response.status, data ?? error);',
  ];
  return lines.join('\n');
}
