import { expect, onTestFinished, test, vi } from 'vitest';
import { screen } from '../terminal.test.support.ts';
import { progressOn } from './verify-progress.ts';

function stopTime(): void {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
}

test('on a terminal a bar says what runs and the time left of the whole run, and is gone at the end', () => {
  stopTime();
  const terminal = screen();
  let time = 0;
  const progress = progressOn(terminal, () => time);
  progress.onProgress(0, 10);
  expect(terminal.line()).toBe('░░░░░░░░░░░░░░░░░░░░ 0 of 10 checks');
  time = 6000;
  progress.onProgress(6, 10, 'delete as others', 0.5);
  expect(terminal.line()).toBe(
    '██████████░░░░░░░░░░ 6 of 10 checks, about 6 s left, delete as others',
  );
  progress.onPhase('cleaning up 93 reports', 0.75);
  expect(terminal.line()).toBe('███████████████░░░░░ cleaning up 93 reports, about 2 s left');
  progress.onPhase('reproducing 1 of 2: a/b', 0.6);
  expect(terminal.line()).toBe('███████████████░░░░░ reproducing 1 of 2: a/b, about 4 s left');
  progress.onNotice('this takes long');
  expect(terminal.written()).toContain('this takes long\n');
  expect(terminal.line()).toBe('███████████████░░░░░ reproducing 1 of 2: a/b, about 4 s left');
  progress.end();
  expect(terminal.line()).toBe('');
});

test('elsewhere there is a line every few seconds, where something has changed', () => {
  stopTime();
  const file = screen({ isTTY: false });
  const progress = progressOn(file, () => 0);
  progress.onProgress(1, 10);
  progress.onProgress(2, 10);
  expect(file.written()).toBe('');
  progress.onNotice('this takes long');
  expect(file.written()).toBe('this takes long\n');
  vi.advanceTimersByTime(5000);
  vi.advanceTimersByTime(5000);
  expect(file.written()).toBe('this takes long\n2 of 10 checks, about 0 s left\n');
  progress.onPhase('cleaning up 93 reports');
  vi.advanceTimersByTime(5000);
  progress.end();
  progress.onProgress(3, 10);
  vi.advanceTimersByTime(20_000);
  expect(file.written()).toBe(
    'this takes long\n2 of 10 checks, about 0 s left\ncleaning up 93 reports, about 0 s left\n',
  );
});
