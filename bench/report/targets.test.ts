import { expect, test } from 'vitest';
import { figuresOf, raced } from './figures.test.support.ts';
import { targetsOf } from './targets.ts';

const bare = raced('bare', 'bare', { fetch: [1000, 2000], create: [1000] });

const target = (all: Parameters<typeof figuresOf>[0], what: string) =>
  targetsOf(figuresOf(all)).find((one) => one.what === what);

test.each([
  ['first', 'in the first world', 450, true],
  ['first', 'in the first world', 440, false],
  ['made', 'in a made world', 400, true],
  ['made', 'in a made world', 390, false],
])('a fetch of the %s world is held against the share wanted %s', (id, where, speed, met) => {
  const ours = raced(id, 'ours', { fetch: [speed, speed * 2] });
  const found = target([bare, ours], `fetch ${where}, as a share of bare node:http`);
  expect(found).toMatchObject({ found: (speed / 1000).toFixed(2), met });
});

test('a share is that of the same round', () => {
  const ours = raced('first', 'ours', { fetch: [500, 1000] });
  const found = target([bare, ours], 'fetch in the first world, as a share of bare node:http');
  expect(found?.found).toBe('0.50');
});

test('a narrow miss is not rounded to the target', () => {
  const ours = raced('first', 'ours', { fetch: [447, 894] });
  const found = target([bare, ours], 'fetch in the first world, as a share of bare node:http');
  expect(found).toMatchObject({ found: '0.4470', met: false });
});

test('a multiple is that of the fastest peer which takes part', () => {
  const all = [
    bare,
    raced('made', 'ours', { create: [300] }),
    raced('slow', 'peer', { create: [50] }),
    raced('fast', 'peer', { create: [120] }),
    raced('elsewhere', 'peer', { fetch: [5000] }),
  ];
  const found = target(all, 'create in a made world, as a multiple of the fastest peer');
  expect(found).toMatchObject({ found: '2.50 (fast)', met: true });
});

test('what was not measured is neither met nor missed', () => {
  const all = targetsOf(figuresOf([bare]));
  expect(all.length).toBeGreaterThan(0);
  for (const { found, met } of all)
    expect({ found, met }).toEqual({ found: 'not measured', met: undefined });
});
