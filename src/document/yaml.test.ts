import { expect, test } from 'vitest';
import { keyOf, pathOf } from './path.ts';
import { linesOf, parseYaml, YamlProblem } from './yaml.ts';

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

const bomb = [
  'a0: &a0 [x, x]',
  ...Array.from({ length: 20 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}]`),
];
const chain = Array.from({ length: 101 }, (_, n) => `c${n}: &c${n} [${n > 0 ? `*c${n - 1}` : ''}]`);

test.each<[string, string, string, number]>([
  [
    'aliases of aliases',
    bomb.join('\n'),
    'aliases stand for more than 10000 values; expected fewer',
    13,
  ],
  [
    'an alias within what it means',
    'one: 1\nall: &all\n  - *all',
    'an alias stands for a value that it is part of',
    3,
  ],
  ['a chain of aliases', chain.join('\n'), 'nests deeper than 100 levels', 100],
  ['many brackets', `a:\n ${'['.repeat(101)}`, 'nests deeper than 100 levels', 2],
  ['an open bracket', 'a: 1\nb: [', 'neither YAML nor JSON: ', 2],
])('%s is a problem with its line', (_what, yaml, says, line) => {
  let problem: unknown;
  try {
    parseYaml(yaml);
  } catch (error) {
    problem = error;
  }
  expect(problem).toBeInstanceOf(YamlProblem);
  expect(problem).toMatchObject({ line, message: expect.stringContaining(says) });
});

test('aliases within the limits are values like any others', () => {
  expect(parseYaml('a: &a { b: 1 }\nc: [*a, *a]')).toEqual({
    a: { b: 1 },
    c: [{ b: 1 }, { b: 1 }],
  });
  expect(parseYaml('# nothing')).toBeNull();
});
