import { expect, test } from 'vitest';
import { figuresOf, lap, raced } from './figures.test.support.ts';
import { asMarkdown, asText } from './render.ts';
import { sectionsOf } from './sections.ts';

const section = {
  title: 'Speed',
  head: ['', 'fetch'],
  rows: [
    ['bare', '1.00'],
    ['a|b', '–'],
  ],
};

test('text has columns of one width', () => {
  expect(asText([section], ['A note.'])).toBe(
    'Speed:\n\n        fetch\n  bare  1.00\n  a|b   –\n\nA note.\n',
  );
});

test('Markdown has the same cells', () => {
  expect(asMarkdown([section], ['A note\n  of two lines.'])).toBe(
    'Speed:\n\n|  | fetch |\n| --- | --- |\n| bare | 1.00 |\n| a\\|b | – |\n\n- A note of two lines.\n',
  );
});

const cells = (title: RegExp, laps: Parameters<typeof raced>[3]) =>
  sectionsOf(figuresOf([raced('bare', 'bare', {}, laps)])).find((one) => title.test(one.title))
    ?.rows[0];

test('CPU time stands beside requests per second, and a dash where nobody took part', () => {
  const row = cells(/CPU time/, { laps: { fetch: [lap(12_345, { cpuMicros: 38.2 })] } });
  expect(row).toEqual(['bare', '12,345 · 38 µs', ...Array(6).fill('–')]);
});

test('where the system tells no CPU time, the column says so', () => {
  const row = cells(/CPU time/, { laps: { fetch: [lap(12_345, { cpuMicros: null })] } });
  expect(row?.[1]).toBe('12,345 · no /proc');
});
