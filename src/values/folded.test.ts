import { expect, test } from 'vitest';
import { folded } from './folded.ts';

test.each([
  [
    'words that are many enough to need a second line',
    'words that are many enough to need a\n  second line',
  ],
  [
    '     expected  a field of the report that was created',
    '     expected  a field of the report\n               that was created',
  ],
  [
    '  \u001b[32m✔\u001b[39m A sentence of thirty-nine letters is here',
    '  \u001b[32m✔\u001b[39m A sentence of thirty-nine letters is\n    here',
  ],
  [
    '     body      {"tags":["rat"],"c2Address":"c2.example:1"}',
    '     body      {"tags":["rat"],\n               "c2Address":"c2.example:1"}',
  ],
  [
    '  -o, --only NAME  only what has this name in it',
    '  -o, --only NAME  only what has this\n                   name in it',
  ],
  [`one ${'x'.repeat(60)}`, `one\n  ${'x'.repeat(60)}`],
  [`curl -i -X POST ${'x'.repeat(60)}`, `curl -i -X POST ${'x'.repeat(60)}`],
  ['short\n\nlines stay', 'short\n\nlines stay'],
])('%j is folded at 40 columns', (text, wanted) => {
  expect(folded(text, 40)).toBe(wanted);
  expect(folded(text, undefined)).toBe(text);
});
