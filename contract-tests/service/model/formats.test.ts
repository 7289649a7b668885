import { expect, test } from 'vitest';
import { existsInCalendar } from './formats.ts';

test.each([
  ['2024-02-29T12:00:00Z', true],
  ['2023-02-29T12:00:00Z', false],
  ['2016-12-31T23:59:60Z', true],
  ['2016-12-30T23:59:60Z', false],
  ['2016-12-31T12:59:60Z', false],
  ['2016-12-31 23:59:60', false],
  ['2016-12-31T23:59:60Z ', false],
  ['2016-00-31 00:00:00', false],
  ['2016-13-01 00:00:00', false],
  ['2016-01-00 00:00:00', false],
  ['2016-01-01 24:00:00', false],
  ['2016-01-01 00:60:00', false],
  ['2016-01-01', false],
])('%s exists: %s', (text, exists) => {
  expect(existsInCalendar(text)).toBe(exists);
});
