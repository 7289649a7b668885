import { expect, test } from 'vitest';
import { Clock } from './clock.ts';

function clockAt(real: number, first?: ConstructorParameters<typeof Clock>[0]) {
  const machine = { time: real };
  return { machine, clock: new Clock(first, () => machine.time) };
}

test.each([
  ['real', { mode: 'real' }, 9000, 0],
  ['frozen, at the present time', { mode: 'frozen' }, 1000, -8000],
  ['frozen, at a time that is given', { mode: 'frozen', at: 77 }, 77, -8923],
  ['running, from the time it was set to', { mode: 'running', at: 50_000 }, 58_000, 49_000],
] as const)('a clock that is %s', (_what, setting, now, ahead) => {
  const { machine, clock } = clockAt(1000);
  clock.set(setting);
  machine.time = 9000;
  expect(clock.now()).toEqual(now);
  expect(clock.ahead).toEqual(ahead);
});

test.each([
  ['frozen', 'frozen', 130],
  ['running', 'running', 131],
  ['real', 'running', 1031],
] as const)('a clock that is %s and is moved is %s', (mode, moved, now) => {
  const { machine, clock } = clockAt(1000, mode === 'real' ? { mode } : { mode, at: 100 });
  clock.advance(30);
  machine.time = 1001;
  expect(clock.mode).toEqual(moved);
  expect(clock.now()).toEqual(now);
});
