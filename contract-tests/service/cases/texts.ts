/**
 * Characters that break encodings, templates, databases and terminals, grouped by what they break. All are
 * lower case and in normal form, so that they are returned unchanged even if tags are changed to one case
 * (2.1 is silent).
 */
export const alphabets = {
  plain: ['a', 'b'],
  signs: [
    '\\',
    '\\n',
    '+',
    '%',
    '%41',
    '%2b',
    '&',
    '&amp;',
    '<b>',
    '=',
    '?',
    '#',
    '/',
    '"',
    "'",
    ';',
    '`',
    ', ',
    ',',
    '|',
    '$1',
    '{}',
    '--',
    '_',
    '*',
    '  ',
  ],
  control: ['\t', '\n', '\r\n', '\u00a0', '\u0000', '\u0001', '\u001b[31m', '\u007f'],
  foreign: ['🐀', '𠜎', 'q\u0323', 'שלום', '\u200f', '日本', 'ü', '\u2028'],
} as const;

export type Alphabet = keyof typeof alphabets;

/** Lengths of texts; each class lists what is tried in order, until the target accepts one. */
export const lengths = {
  short: [0],
  'over a hundred': [101, 100, 65, 64, 33],
  'over 255': [256, 255, 129, 128],
  long: [1000, 512],
} as const;

export type Length = keyof typeof lengths;

/** A text of these pieces: it begins and ends with a letter, so that nothing is trimmed. */
export function textOf(pieces: readonly string[], length: number): string {
  const core = `k${pieces.map((piece) => `${piece}k`).join('')}`;
  return core + 'x'.repeat(Math.max(0, length - core.length));
}
