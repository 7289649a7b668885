import { expect, test } from 'vitest';
import { IdSource } from './id-source.ts';

const none = () => [];
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const draw = (ids: IdSource, times: number): string[] =>
  Array.from({ length: times }, () => hex(ids.random(16)));

test('the same seed gives the same bytes, another seed others', () => {
  const first = draw(new IdSource('7'), 3);
  expect(draw(new IdSource('7'), 3)).toEqual(first);
  expect(new Set([...first, ...draw(new IdSource('8'), 3)]).size).toBe(6);
});

test('without a seed, bytes come by chance', () => {
  const ids = new IdSource();
  expect(new Set([...draw(ids, 2), ...draw(new IdSource(), 2)]).size).toBe(4);
  expect(ids.random(5)).toHaveLength(5);
});

test('a position can be taken up again', () => {
  const ids = new IdSource('7');
  draw(ids, 2);
  const { position } = ids;
  const next = draw(ids, 2);
  ids.set(position, none);
  expect(draw(ids, 2)).toEqual(next);
});

test('a reset goes back to the first seed and its beginning', () => {
  const ids = new IdSource('7');
  const first = draw(ids, 1);
  ids.set({ seed: '8', drawn: 0 }, none);
  ids.reset(none);
  expect(draw(ids, 1)).toEqual(first);
});

test('ids that exist are passed over, in whatever case they are written', () => {
  const ids = new IdSource('7');
  const newId = ids.untaken((random) => hex(random(4)));
  const [first = '', second] = [newId(ids.random, 0), newId(ids.random, 0)];
  ids.set({ seed: '7', drawn: 0 }, () => [first.toUpperCase()]);
  expect(newId(ids.random, 0)).toBe(second);
});
