import { expect, test } from 'vitest';
import { ran } from '../terminal.test.support.ts';

test.each(['fast', '1600-300', '1100,1600', 'accept=', '-5', ''])(
  '%j is no delay',
  async (delay) => {
    const { code, err } = await ran(['selftest', `--delay=${delay}`, '--only', 'no such name']);
    expect(code).toBe(2);
    expect(err).toContain(`--delay is "${delay}". It takes milliseconds such as 1100`);
  },
);

test.each(['1100', '300-1600', 'accept=1100'])('%s is a delay', async (delay) => {
  const { code, err } = await ran(['selftest', '--delay', delay, '--only', 'no such name']);
  expect(code).toBe(2);
  expect(err).toContain('None of those to be tried has "no such name" in its name.');
});
