import { expect, test } from 'vitest';
import { Clock } from './clock.ts';

function clockAt(real: number, first?: ConstructorParameters<typeof Clock>[0]) {
  const machine = { time: real };
  return { machine, clock: new Clock(first, () => machine.time) };
}

test('a real clock shows the time of the machine', () => {
  const { machine, clock } = clockAt(1000);
  machine.time = 5000;
  expect(clock.now()).toBe(5000);
});

test('a frozen clock stands still, at a time that is given or at the present one', () => {
  const { machine, clock } = clockAt(1000);
  clock.set({ mode: 'frozen' });
  machine.time = 9000;
  expect(clock.now()).toBe(1000);
  clock.set({ mode: 'frozen', at: 77 });
  expect(clock.now()).toBe(77);
});

test('a running clock goes on from the time it was set to', () => {
  const { machine, clock } = clockAt(1000);
  clock.set({ mode: 'running', at: 50_000 });
  machine.time = 1500;
  expect(clock.now()).toBe(50_500);
});

test('a clock that is frozen or running keeps its mode when it is moved', () => {
  for (const mode of ['frozen', 'running'] as const) {
    const { clock } = clockAt(1000, { mode, at: 100 });
    clock.advance(30);
    expect([clock.mode, clock.now()]).toEqual([mode, 130]);
  }
});

test('a real clock that is moved runs on from there', () => {
  const { machine, clock } = clockAt(1000);
  clock.advance(60_000);
  machine.time = 1001;
  expect([clock.mode, clock.now()]).toEqual(['running', 61_001]);
});

test('a reset brings it back to how it began', () => {
  const { machine, clock } = clockAt(1000, { mode: 'frozen', at: 42 });
  clock.set({ mode: 'real' });
  clock.reset();
  expect([clock.mode, clock.now()]).toEqual(['frozen', 42]);
  const real = clockAt(1000).clock;
  real.advance(10);
  real.reset();
  machine.time = 2000;
  expect([real.mode, real.now()]).toEqual(['real', 1000]);
});
