import { expect, onTestFinished, test, vi } from 'vitest';
import { screen } from '../terminal.test.support.ts';
import { progressOn } from './verify-progress.ts';

function stopTime(): void {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
}

test('on a terminal a bar says what runs, and is gone at the end', () => {
  const terminal = screen();
  const progress = progressOn(terminal);
  progress.onProgress(0, 10);
  expect(terminal.line()).toBe('░░░░░░░░░░░░░░░░░░░░ 0 of 10 checks');
  progress.onProgress(5, 10, 'delete as others');
  expect(terminal.line()).toBe('██████████░░░░░░░░░░ 5 of 10 checks, delete as others');
  progress.onPhase('cleaning up 93 reports');
  expect(terminal.line()).toBe('cleaning up 93 reports');
  progress.onNotice('this takes long');
  expect(terminal.written()).toContain('this takes long\n');
  expect(terminal.line()).toBe('cleaning up 93 reports');
  progress.end();
  expect(terminal.line()).toBe('');
});

test('elsewhere there is a line every few seconds, where something has changed', () => {
  stopTime();
  const file = screen({ isTTY: false });
  const progress = progressOn(file);
  progress.onProgress(1, 10);
  progress.onProgress(2, 10);
  expect(file.written()).toBe('');
  progress.onNotice('this takes long');
  expect(file.written()).toBe('this takes long\n');
  vi.advanceTimersByTime(5000);
  vi.advanceTimersByTime(5000);
  expect(file.written()).toBe('this takes long\n2 of 10 checks\n');
  progress.onPhase('cleaning up 93 reports');
  vi.advanceTimersByTime(5000);
  progress.end();
  progress.onProgress(3, 10);
  vi.advanceTimersByTime(20_000);
  expect(file.written()).toBe('this takes long\n2 of 10 checks\ncleaning up 93 reports\n');
});
