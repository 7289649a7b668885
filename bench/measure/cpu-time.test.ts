import { expect, test } from 'vitest';
import { cpuMicros, microsEach, tellsCpuTime, ticksIn } from './cpu-time.ts';

test('ticks are those of the process and of its ended children, whatever its name', () => {
  const rest = 'S 1 42 42 0 -1 4194560 2000 0 1 0 70 30 5 2 20 0 11 0 900 1000000 2000';
  expect(ticksIn(`42 (node) ${rest}\n`)).toBe(107);
  expect(ticksIn(`42 (a) b (c) ${rest}\n`)).toBe(107);
});

test('a process that is gone has no ticks', () => {
  expect(ticksIn('')).toBe(0);
});

test.runIf(tellsCpuTime)('CPU time is that of all processes together', () => {
  const alone = cpuMicros([process.pid]) ?? 0;
  expect(cpuMicros([process.pid, process.pid])).toBeGreaterThanOrEqual(2 * alone);
});

test('CPU time is shared out among the answers', () => {
  expect(microsEach(1000, 31_000, 1000)).toBe(30);
});

test.each([
  ['the system does not tell', null, null, 10],
  ['nothing was answered', 0, 100, 0],
])('there is no CPU time for each answer where %s', (_, before, after, answers) => {
  expect(microsEach(before, after, answers)).toBeNull();
});
