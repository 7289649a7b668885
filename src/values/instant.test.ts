import { expect, test } from 'vitest';
import { instantIn } from './instant.ts';

test.each([
  ['2026-01-31T13:45:00Z', Date.UTC(2026, 0, 31, 13, 45)],
  ['2026-01-31T13:45:00.5+01:00', Date.UTC(2026, 0, 31, 12, 45, 0, 500)],
  ['2026-01-31T13:45:00.1234567Z', Date.UTC(2026, 0, 31, 13, 45, 0, 123)],
  ['Sat, 31 Jan 2026 13:45:00 GMT', Date.UTC(2026, 0, 31, 13, 45)],
  ['2026-13-31T13:45:00Z', Number.NaN],
  ['Sat, 31 Foo 2026 13:45:00 GMT', Number.NaN],
  // V8 reads each of these, by rules of its own.
  ['in 2 minutes', Number.NaN],
  ['Jan 31 2026', Number.NaN],
  ['2026-1-31', Number.NaN],
  ['31', Number.NaN],
  ['', Number.NaN],
])('%j is %d', (text, instant) => {
  expect(instantIn(text)).toBe(instant);
});
