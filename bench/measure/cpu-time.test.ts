import { expect, test } from 'vitest';
import { cpuMicros, microsEach, tellsCpuTime } from './cpu-time.ts';

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
