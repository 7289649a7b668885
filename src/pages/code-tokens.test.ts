import { expect, test } from 'vitest';
import { codeTokens } from './code-tokens.ts';

function coloured(code: string) {
  return codeTokens(code).filter(([, kind]) => kind !== undefined);
}

const json = '{"a": "b:\\"c", "n": -1.5, "t": [true, null]}';
const command = `curl -X POST 'http://127.0.0.1:4010' \\\n  -d '{\n  "a": 1\n}'`;
const words = 'no code at all, only sha-256 and 1.2.3';

test('names, strings and values of JSON have a colour', () => {
  expect(coloured(json)).toEqual([
    ['"a"', 'key'],
    ['"b:\\"c"', 'string'],
    ['"n"', 'key'],
    ['-1.5', 'value'],
    ['"t"', 'key'],
    ['true', 'value'],
    ['null', 'value'],
  ]);
});

test('strings of a command, and the JSON in it, have a colour', () => {
  expect(coloured(command)).toEqual([
    ["'http://127.0.0.1:4010'", 'string'],
    ['"a"', 'key'],
    ['1', 'value'],
  ]);
});

test('words have none', () => {
  expect(coloured(words)).toEqual([]);
});

test.each([json, command, words])('nothing of the code is lost: %s', (code) => {
  const texts = codeTokens(code).map(([text]) => text);
  expect(texts.join('')).toBe(code);
});
