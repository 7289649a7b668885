import { expect, test } from 'vitest';
import type { Lap, Raced } from './race.ts';
import { asMarkdown, wrongAnswers } from './report.ts';

function lap(perSecond: number, cpuMicros: number | undefined): Lap {
  return {
    answers: perSecond,
    perSecond,
    cpuMicros,
  };
}

function raced(id: string, fetch: readonly Lap[], wrong: Raced['wrong'] = {}): Raced {
  return {
    id,
    name: id,
    wrong,
    startMillis: id === 'first' ? 812.4 : undefined,
    laps: { fetch },
  };
}

const plain = raced('plain', [lap(1000, 600), lap(500, 900)]);

test('CPU time is compared with that of plain in the same round, and a dash says that nobody took part', () => {
  const first = raced('first', [lap(12_345, 200), lap(300, 450)]);
  const text = asMarkdown([plain, first]);
  expect(text).toMatch(/\n\| first \| 325 µs \(×2\.50\) 6,323\/s( \| –){5} \|\n/);
  expect(text).toContain('\nCPU time until the first response: first 812 ms.\n');
  expect(text).toMatch(/\nAll 14,145 answers were right\.\n$/);
});

test('time stands in for CPU time where the system tells none', () => {
  expect(asMarkdown([raced('bare', [lap(2000, undefined)])])).toContain(
    '| bare | 500 µs 2,000/s |',
  );
});

test('wrong answers are named and fail the run', () => {
  const all = [raced('first', [], { 500: 3, 'no answer': 1 })];
  expect(wrongAnswers(all)).toEqual(['first gave wrong answers: 3 with 500, 1 with no answer.']);
  expect(asMarkdown(all)).toContain('\nTHIS RUN FAILED.\n');
});
