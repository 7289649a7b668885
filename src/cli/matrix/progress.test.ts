import { expect, test } from 'vitest';
import { screen } from '../terminal.test.support.ts';
import { progressOn } from './progress.ts';

test('what is running is drawn on a terminal, and goes away', () => {
  const terminal = screen();
  const progress = progressOn(terminal, 5);
  progress.started('strict');
  expect(terminal.line()).toBe('0 of 5 done, running strict (0 s)');
  progress.started('contrary');
  expect(terminal.line()).toBe('0 of 5 done, running strict (0 s), contrary (0 s)');
  progress.ended('strict');
  expect(terminal.line()).toBe('1 of 5 done, running contrary (0 s)');
  progress.done();
  expect(terminal.line()).toBe('');
});

test('no line is longer than the terminal is wide', () => {
  const terminal = screen({ columns: 20 });
  const progress = progressOn(terminal, 5);
  progress.started('strict');
  progress.done();
  expect(terminal.widest()).toBe(19);
});

test('nothing is drawn where there is no terminal', () => {
  const file = screen({ isTTY: false });
  const progress = progressOn(file, 5);
  progress.started('strict');
  progress.ended('strict');
  progress.done();
  expect(file.written()).toBe('');
});
