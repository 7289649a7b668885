import { jsonIn } from '../../../pages/page/view.ts';
import type { SeenRequest } from '../../../spec/seen-request.ts';
import { isOurs } from './curl.ts';

const quoted = (text: string): string =>
  `'${text.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`;

/** Request headers set by the caller, not by the HTTP client. */
export const ownHeaders = ({ requestHeaders }: SeenRequest): [string, string][] =>
  Object.entries(requestHeaders).filter(([name, value]) => isOurs(name, value));

/** The request and its response as a runnable test. */
export function testOf(request: SeenRequest, differences: object): string {
  const { method, url, caller, requestBody, status, responseBody } = request;
  const headers = [
    ...(caller === undefined ? [] : [`Authorization: server.tokens[${quoted(caller)}] ?? ''`]),
    ...ownHeaders(request).map(([name, value]) => `${quoted(name)}: ${quoted(value)}`),
  ];
  const dialect =
    Object.keys(differences).length === 0 ? '' : `{ dialect: ${JSON.stringify(differences)} }`;
  const expected = jsonIn(responseBody ?? '');
  const lines = [
    `import assert from 'node:assert/strict';`,
    `import { test } from 'node:test';`,
    `import { startServer } from 'abuse-feed-kit';`,
    '',
    `test(${quoted(`${method} ${url} is answered with ${status}`)}, async () => {`,
    `  await using server = await startServer(${dialect});`,
    `  const answer = await fetch(server.baseUrl + ${quoted(url)}, {`,
    ...(method === 'GET' ? [] : [`    method: ${quoted(method)},`]),
    `    headers: { ${headers.join(', ')} },`,
    ...(requestBody === undefined ? [] : [`    body: ${quoted(requestBody)},`]),
    '  });',
    `  assert.equal(answer.status, ${status});`,
    // Successful responses contain generated values; refusals are reproducible.
    ...(expected !== undefined && (status ?? 0) >= 400
      ? [`  assert.deepEqual(await answer.json(), ${JSON.stringify(expected)});`]
      : []),
    '});',
  ];
  return `${lines.join('\n')}\n`;
}

/** A line diff: only in the first (-), only in the second (+), or in both. */
export function diffLines(
  before: readonly string[],
  after: readonly string[],
): [mark: string, line: string][] {
  const common = Array.from({ length: before.length + 1 }, () =>
    new Array<number>(after.length + 1).fill(0),
  );
  const at = (i: number, j: number): number => common[i]?.[j] ?? 0;
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const row = common[i] as number[];
      row[j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: [string, string][] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    if (i < before.length && before[i] === after[j]) {
      lines.push([' ', before[i] ?? '']);
      [i, j] = [i + 1, j + 1];
    } else if (j >= after.length || (i < before.length && at(i + 1, j) >= at(i, j + 1))) {
      lines.push(['-', before[i] ?? '']);
      i += 1;
    } else {
      lines.push(['+', after[j] ?? '']);
      j += 1;
    }
  }
  return lines;
}
