import { expect, test } from 'vitest';
import { areNeighbours, nearId, neighbourOf } from './made-up.ts';

test.each([
  ['5f0c2a4e-8a53-4c55-9d2e-0b8c1d6f7a10', '5f0c2a4e-8a53-4c55-9d20-0b8c1d6f7a10'],
  ['00000000-0000-0000-0000-000000000017', '00000000-0000-0000-0001-000000000017'],
  ['00000017-0000-0000-0000-000000000000', '00000017-0000-0000-0001-000000000000'],
])('near to %s is %s, which no numbering comes upon', (id, other) => {
  expect(nearId(id)).toBe(other);
});

test.each(['0', '7', '8', 'f'])('the neighbour of an id that ends with %s may follow it', (end) => {
  const id = `00000000-0000-0000-0000-0000000000a${end}`;
  expect(neighbourOf(id)).toMatch(/^00000000-0000-0000-0000-0000000000a[0-9a-f]$/);
  expect(neighbourOf(id)).not.toBe(id);
  expect(areNeighbours(id.toUpperCase(), neighbourOf(id))).toBe(true);
  expect(areNeighbours(id, nearId(id))).toBe(false);
});
