import { expect, test } from 'vitest';
import { figuresOf, lap, raced } from './figures.test.support.ts';
import { targetsOf } from './targets.ts';

const target = (all: Parameters<typeof figuresOf>[0], what: string) =>
  targetsOf(figuresOf(all)).find((one) => one.what === what);

const plain = raced('plain', 'plain', { fetch: [100, 200], create: [100] });

test.each([
  ['first', 'fetch in the first world', 'fetch', 200, true],
  ['made', 'fetch in a made world', 'fetch', 190, false],
  ['first', 'create in the first world', 'create', 160, true],
  ['made', 'create in a made world', 'create', 150, false],
] as const)('%s is held against plain: %s', (id, what, workload, speed, met) => {
  const ours = raced(id, 'ours', { [workload]: [speed, speed * 2] });
  const times = (speed / 100).toFixed(2).replace(/\.00$/, '');
  expect(target([plain, ours], `${what}, as a multiple of plain`)).toMatchObject({
    found: `${times}; ${times} by requests/s (plain)`,
    met,
  });
});

const fetchToPlain = 'fetch in the first world, as a multiple of plain';

test('CPU time decides, and requests per second stand beside it', () => {
  const laps = { fetch: [lap(50, { cpuMicros: 2500 })] };
  const found = target([plain, raced('first', 'ours', {}, { laps })], fetchToPlain);
  expect(found).toMatchObject({ found: '4; 0.50 by requests/s (plain)', met: true });
});

test('requests per second decide where the system tells no CPU time', () => {
  const laps = { fetch: [lap(150, { cpuMicros: null })] };
  const found = target([plain, raced('first', 'ours', {}, { laps })], fetchToPlain);
  expect(found).toMatchObject({ found: '1.50; 1.50 by requests/s (plain)', met: false });
});

test('a narrow miss is not rounded to the target', () => {
  const found = target([plain, raced('first', 'ours', { fetch: [199.7, 399.4] })], fetchToPlain);
  expect(found?.found).toMatch(/^1\.997;/);
});

test('of the peers the fastest counts', () => {
  const all = [
    raced('made', 'ours', { create: [300] }),
    raced('slow', 'peer', { create: [50] }),
    raced('fast', 'peer', { create: [120] }),
  ];
  const what = 'create in a made world, as a multiple of the fastest peer that validates';
  expect(target(all, what)).toMatchObject({ found: '2.50; 2.50 by requests/s (fast)', met: false });
});

test('what was not measured is neither met nor missed', () => {
  const all = targetsOf(figuresOf([plain]));
  expect(all.length).toBeGreaterThan(0);
  for (const { found, met } of all)
    expect({ found, met }).toEqual({ found: 'not measured', met: undefined });
});
