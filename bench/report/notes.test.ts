import { expect, test } from 'vitest';
import { figuresOf, lap, raced } from './figures.test.support.ts';
import { notesOf, wrongAnswers } from './notes.ts';

test('a run without wrong answers says how many were right', () => {
  const figures = figuresOf([raced('first', 'ours', { fetch: [1000, 1500], stranger: [500] })]);
  expect(wrongAnswers(figures)).toEqual([]);
  expect(notesOf(figures)).toEqual(['All 3,000 answers in 3 laps were right.']);
});

test('wrong answers are counted over all rounds, and between the laps', () => {
  const laps = {
    fetch: [lap(10, { wrong: { 500: 2 } }), lap(10, { wrong: { 500: 1, broken: 3 } })],
  };
  const figures = figuresOf([raced('first', 'ours', {}, { laps, wrongBetween: { 404: 1 } })]);
  expect(wrongAnswers(figures)).toEqual([
    'first gave wrong answers: fetch: 3 with status 500, 3 broken connections; ' +
      'between the laps: 1 with status 404',
  ]);
  expect(notesOf(figures).at(-1)).toMatch(/^THIS RUN FAILED\./);
});

test('who does not refuse is named', () => {
  const peer = raced('meek', 'peer', { fetch: [10] }, { lets: { invalid: 201, stranger: 200 } });
  expect(notesOf(figuresOf([peer]))).toContain(
    'meek takes no part in what it does not refuse: invalid (it answers 201), stranger (it answers 200).',
  );
});

test('a load that costs more than the server is named', () => {
  const laps = { fetch: [lap(10, { cpuMicros: 20, loadMicros: 25 })] };
  expect(notesOf(figuresOf([raced('bare', 'bare', {}, { laps })]))).toContain(
    'The load was the limit for bare in fetch: the server could do more.',
  );
});
