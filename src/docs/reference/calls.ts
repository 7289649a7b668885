import { codeMarkup, html, type Markup } from '../../pages/html.ts';
import { curl, inLines } from '../../spec/traffic/curl.ts';
import { type Sample, urlOf } from './call-samples.ts';

/** A request in common client languages. */
const languages: { readonly [name: string]: (sample: Sample) => string } = {
  curl: asCurl,
  fetch: asFetch,
  Python: asPython,
};

/** One is open; the others open by click or key, without a script. */
export const callsMarkup = (name: string, sample: Sample): Markup =>
  html`<div class="calls code-tabs">${Object.entries(languages).map(
    ([language, write], at) =>
      html`<details name="call-${name}"${at === 0 && html` open`}><summary>${language}</summary>
<pre class="code" tabindex="0" aria-label="${name} in ${language}"><code>${codeMarkup(write(sample))}</code></pre></details>
`,
  )}</div>`;

const headersOf = ({ authorization, body }: Sample) => ({
  Authorization: authorization,
  ...(body && { 'Content-Type': 'application/json' }),
});

export function asCurl(sample: Sample): string {
  const { method, body } = sample;
  const sent = body && JSON.stringify(body, null, 2);
  return curl({ method, url: urlOf(sample), headers: headersOf(sample), body: sent }, inLines);
}

const indented = (value: unknown, by: number): string =>
  JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(by)}`);

function asFetch(sample: Sample): string {
  const { method, body } = sample;
  const lines = [
    `const answer = await fetch(${JSON.stringify(urlOf(sample))}, {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    `  headers: ${indented(headersOf(sample), 2)},`,
    ...(body ? [`  body: JSON.stringify(${indented(body, 2)}),`] : []),
    '});',
    'console.log(answer.status, await answer.json());',
  ];
  return lines.join('\n');
}

const pythonWords: { readonly [json: string]: string } = {
  true: 'True',
  false: 'False',
  null: 'None',
};

function asPython(sample: Sample): string {
  const { method, body } = sample;
  const literal = (value: unknown): string =>
    indented(value, 4).replace(
      /(?<=: |^ *)(true|false|null)(?=,?$)/gm,
      (word) => pythonWords[word] ?? word,
    );
  const lines = [
    'import json',
    'from urllib.request import Request, urlopen',
    '',
    'request = Request(',
    `    ${JSON.stringify(urlOf(sample))},`,
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    `    headers=${indented(headersOf(sample), 4)},`,
    ...(body ? [`    data=json.dumps(${literal(body)}).encode(),`] : []),
    ')',
    'with urlopen(request) as answer:',
    '    print(answer.status, json.load(answer))',
  ];
  return lines.join('\n');
}
