import { expect, test } from 'vitest';
import { screen } from '../terminal.test.support.ts';
import { matrixProgress } from './matrix-progress.ts';

test('what is running and how long it takes is drawn on a terminal, and goes away', () => {
  const terminal = screen();
  let time = 0;
  const progress = matrixProgress({ stdout: terminal, stderr: terminal }, 2, () => time);
  progress.expects(5);
  progress.started('strict');
  expect(terminal.line()).toBe('░░░░░░░░░░░░░░░░░░░░ 0 of 5 done, running strict (0 s)');
  progress.started('contrary');
  expect(terminal.line()).toBe(
    '░░░░░░░░░░░░░░░░░░░░ 0 of 5 done, running strict (0 s), contrary (0 s)',
  );
  time = 3000;
  progress.ended('strict', true);
  expect(terminal.line()).toBe(
    '████░░░░░░░░░░░░░░░░ 1 of 5 done, about 6 s left, running contrary (3 s)',
  );
  progress.done();
  expect(terminal.line()).toBe('');
});

test('runs that follow from others are added to those that were expected', () => {
  const terminal = screen();
  const progress = matrixProgress({ stdout: screen(), stderr: terminal }, 1, () => 0);
  progress.expects(5);
  progress.expects(2);
  progress.started('strict');
  expect(terminal.line()).toContain('0 of 7 done');
  progress.say('found');
  expect(terminal.line()).toBe('');
  progress.done();
});

test('where there is no terminal, each run is a line of its own when it has ended', () => {
  const file = screen({ isTTY: false });
  let time = 0;
  const progress = matrixProgress({ stdout: file, stderr: file }, 1, () => time);
  progress.expects(5);
  progress.started('strict');
  time = 1200;
  progress.ended('strict', false);
  progress.done();
  expect(file.written()).toBe('1 of 5 done: strict failed (1.2 s)\n');
});
