import { expect, test } from 'vitest';
import { keyOf, linesOf, pathOf } from './lines.ts';

const text = `# service: not here
"service": tunnelco
tokens:
  service: a
  limited:
    - { token: b, remaining: 4 }
    - token: &c d
      remaining: 5
    - *c
? odd key
: its value
note: |
  tokens:
last: 1
`;

test.each([
  ['service', 2],
  ['tokens', 3],
  ['tokens.service', 4],
  ['tokens.limited[0].remaining', 6],
  ['tokens.limited[1]', 7],
  ['tokens.limited[1].remaining', 8],
  ['tokens.limited[2]', 9],
  ['odd key', 10],
  ['last', 14],
  // What is missing is sought where it belongs.
  ['tokens.reader', 3],
  ['tokens.limited[7].token', 5],
  ['payload', undefined],
])('%s stands on line %s', (key, line) => {
  expect(linesOf(text)(pathOf(key))).toBe(line);
  expect(keyOf(pathOf(key))).toBe(key);
});

test('JSON is YAML', () => {
  expect(linesOf('{\n "a": [\n  {"b": 1},\n  {"b": 2}\n ]\n}')(['a', 1, 'b'])).toBe(4);
});
