import { expect, test } from 'vitest';
import { onDemand } from './on-demand.ts';

test('a package is loaded once, and one that could not be loaded is tried again under another name', async () => {
  const tried: string[] = [];
  const load = onDemand('lowdb', async (url) => {
    tried.push(url.replace(/^.*\?/, '?'));
    if (tried.length < 3) throw new Error('too many open files');
    return { tried };
  });
  await expect(Promise.all([load(), load()])).rejects.toThrow('too many open files');
  await expect(load()).rejects.toThrow('too many open files');
  expect(await load()).toBe(await load());
  expect(tried).toEqual([expect.stringMatching(/^file:.*lowdb/), '?after=1', '?after=2']);
});
