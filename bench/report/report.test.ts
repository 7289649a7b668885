import { expect, test } from 'vitest';
import { figuresOf, lap, raced } from './figures.test.support.ts';
import { asMarkdown, wrongAnswers } from './report.ts';

const bare = raced('bare', 'bare', { fetch: [1000, 1500] });

test('a run without wrong answers says how many were right', () => {
  const figures = figuresOf([bare, raced('first', 'ours', { stranger: [500] })]);
  expect(wrongAnswers(figures)).toEqual([]);
  expect(asMarkdown(figures)).toMatch(/\n- All 3,000 answers in 3 laps were right\.\n$/);
});

test('wrong answers are named and fail the run', () => {
  const figures = figuresOf([raced('first', 'ours', {}, { wrong: { 500: 3, broken: 1 } })]);
  expect(wrongAnswers(figures)).toEqual(['first gave wrong answers: 3 with 500, 1 with broken.']);
  expect(asMarkdown(figures)).toContain('\n- THIS RUN FAILED.\n');
});

test('CPU time stands beside requests per second, and a dash where nobody took part', () => {
  const laps = { fetch: [lap(12_345, { cpuMicros: 38.2 })] };
  const text = asMarkdown(figuresOf([raced('bare', 'bare', {}, { laps })]));
  expect(text).toMatch(/\n\| bare \| 12,345 · 38 µs \|( – +\|){5}\n/);
  expect(text).toMatch(/\n\| bare \| 1\.00 \(1\.00–1\.00\) \|( – +\|){5}\n/);
});

test('where the system tells no CPU time, the column says so', () => {
  const laps = { fetch: [lap(12_345, { cpuMicros: null })] };
  expect(asMarkdown(figuresOf([raced('bare', 'bare', {}, { laps })]))).toContain(
    '12,345 · no /proc',
  );
});
