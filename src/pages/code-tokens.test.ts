import { expect, test } from 'vitest';
import { codeTokens } from './code-tokens.ts';

function coloured(code: string) {
  return codeTokens(code).filter(([, kind]) => kind !== undefined);
}

test.each([
  [
    '{"a": "b:\\"c", "n": -1.5, "t": [true, null]}',
    '"a" key|"b:\\"c" string|"n" key|-1.5 value|"t" key|true value|null value',
  ],
  [
    `curl -X POST 'http://127.0.0.1:4010' \\\n  -d '{\n  "a": 1\n}'`,
    `'http://127.0.0.1:4010' string|"a" key|1 value`,
  ],
  ['no code at all, only sha-256 and 1.2.3', ''],
])('names, strings and values have a colour: %s', (code, wanted) => {
  expect(
    coloured(code)
      .map((one) => one.join(' '))
      .join('|'),
  ).toBe(wanted);
  expect(
    codeTokens(code)
      .map(([text]) => text)
      .join(''),
  ).toBe(code);
});
