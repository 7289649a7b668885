import { curl, inLines } from '../../traffic/curl.ts';

/** A request as it is sent, valid or not. */
export interface SentCall {
  readonly method: string;
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly body?: string;
}

export function asCurl(call: SentCall): string {
  return curl({ body: undefined, ...call }, inLines);
}

/** A single-jsString string literal. */
function jsString(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

function indented(value: unknown, by: number): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(by)}`);
}

/** A value of the language if the body is JSON, and otherwise its text. */
function bodyIn(body: string, value: (json: unknown) => string, text: string): string {
  try {
    return value(JSON.parse(body));
  } catch {
    return text;
  }
}

export function asFetch({ method, url, headers, body }: SentCall): string {
  const given = Object.entries(headers).map(
    ([name, value]) => `${/^\w+$/.test(name) ? name : jsString(name)}: ${jsString(value)}`,
  );
  const sent = (text: string): string =>
    bodyIn(text, (json) => `JSON.stringify(${indented(json, 2)})`, jsString(text));
  const lines = [
    `const answer = await fetch(${jsString(url)}, {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(given.length > 0 ? [`  headers: { ${given.join(', ')} },`] : []),
    ...(body === undefined ? [] : [`  body: ${sent(body)},`]),
    '});',
    'console.log(answer.status, await answer.json());',
  ];
  return lines.join('\n');
}

/** What Python writes otherwise is not in the bodies of this API, but may be typed. */
function isPythonToo(json: unknown): boolean {
  return !/\b(true|false|null)\b/.test(JSON.stringify(json));
}

export function asPython({ method, url, headers, body }: SentCall): string {
  const sent = (text: string): string => {
    const raw = `${JSON.stringify(text)}.encode()`;
    const dumped = (json: unknown) => `json.dumps(${indented(json, 4)}).encode()`;
    return bodyIn(text, (json) => (isPythonToo(json) ? dumped(json) : raw), raw);
  };
  const lines = [
    'import json',
    'from urllib.request import Request, urlopen',
    '',
    'request = Request(',
    `    ${JSON.stringify(url)},`,
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    '    headers={',
    ...Object.entries(headers).map(
      ([name, value]) => `        ${JSON.stringify(name)}: ${JSON.stringify(value)},`,
    ),
    '    },',
    ...(body === undefined ? [] : [`    data=${sent(body)},`]),
    ')',
    'with urlopen(request) as answer:',
    '    print(answer.status, json.load(answer))',
  ];
  return lines.join('\n');
}

/** The languages that show whatever is sent, by the id of their sample. */
export const writers: { readonly [id: string]: (call: SentCall) => string } = {
  curl: asCurl,
  fetch: asFetch,
  python: asPython,
};
