import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { idMaker } from './report-id.ts';

const now = Date.UTC(2026, 0, 31, 13, 45);

function bytes(value: number) {
  return (length: number) => new Uint8Array(length).fill(value);
}

test.each([
  [1, /^[0-9a-f]{8}-[0-9a-f]{4}-1[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/],
  [4, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/],
  [7, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/],
  ['none', /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/],
] as const)('ids of version %s are laid out so and do not repeat', (version, form) => {
  const make = idMaker(version, 'lower');
  const ids = Array.from({ length: 1000 }, () => make(randomBytes, now));
  for (const id of ids) expect(id).toMatch(form);
  expect(new Set(ids).size).toBe(1000);
});

test.each([
  [1, 0x00, '0974d600-feab-11f0-8000-000000000000'],
  [4, 0x00, '00000000-0000-4000-8000-000000000000'],
  [4, 0xff, 'ffffffff-ffff-4fff-bfff-ffffffffffff'],
  [7, 0x00, '019c144c-bf60-7000-8000-000000000000'],
  ['none', 0xff, 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
] as const)('version %s of the byte %i is %s', (version, byte, id) => {
  expect(idMaker(version, 'lower')(bytes(byte), now)).toBe(id);
});

test('ids are written in upper case where the dialect wants it', () => {
  expect(idMaker(4, 'upper')(bytes(0xff), now)).toBe('FFFFFFFF-FFFF-4FFF-BFFF-FFFFFFFFFFFF');
});
