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

const behind = (id: string, kind: 'ours' | 'peer', fetch: readonly number[]) => {
  const one = raced(id, kind, { fetch });
  return { ...one, contestant: { ...one.contestant, inFrontOf: 'first' } };
};
const throughListen = 'fetch through listen, as a share of the same server without it';

test.each([
  [300, '0.30', true],
  [299, '0.2990', false],
])('a fetch through listen is held against the same server: %i of 1000', (speed, share, met) => {
  const all = [
    bare,
    raced('first', 'ours', { fetch: [10] }, { reports: 100_000 }),
    raced('first', 'ours', { fetch: [1000, 500] }, { reports: 100 }),
    behind('listened', 'ours', [speed, speed / 2]),
  ];
  expect(target(all, throughListen)).toMatchObject({ wanted: 'at least 0.3', found: share, met });
});

test('a proxy of others stands beside ours, and is no peer of the server behind it', () => {
  const all = [
    bare,
    raced('first', 'ours', { fetch: [1000] }),
    behind('listened', 'ours', [400]),
    behind('prism-proxy', 'peer', [500]),
    raced('slow', 'peer', { fetch: [100] }),
  ];
  expect(target(all, throughListen)).toMatchObject({
    found: '0.40 (prism proxy: 0.50)',
    met: true,
  });
  const lead = target(all, 'fetch in the first world, as a multiple of the fastest peer');
  expect(lead?.found).toBe('10 (slow)');
});

test('a fetch through listen is not measured where the server itself took no part', () => {
  const found = target([bare, behind('listened', 'ours', [400])], throughListen);
  expect(found).toMatchObject({ found: 'not measured', met: undefined });
});

test('what was not measured is neither met nor missed', () => {
  const all = targetsOf(figuresOf([bare]));
  expect(all.length).toBeGreaterThan(0);
  for (const { found, met } of all)
    expect({ found, met }).toEqual({ found: 'not measured', met: undefined });
});
