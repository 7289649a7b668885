import { expect, test } from 'vitest';
import { ran } from '../../cli/terminal.test.support.ts';
import { inShard, selftest, shardFrom } from './selftest.ts';

const noDelay = 'It takes milliseconds such as 1100';
test.each([
  ...['fast', '1600-300', '1100,1600', 'accept=', '-5', ''].map((text) => [text, noDelay]),
  ...['1100', '300-1600', 'accept=1100'].map((text) => [text, 'None of those to be tried has']),
])('--delay=%s: %s', async (delay, says) => {
  const { code, err } = await ran([`--delay=${delay}`, '--only', 'no such name'], {
    command: selftest,
  });
  expect(code).toBe(2);
  expect(err).toContain(says ?? '');
});

const items = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

test.each([1, 2, 3, 8])('%i shards together do everything once', (of) => {
  const parts = Array.from({ length: of }, (_, nth) =>
    inShard(items, shardFrom(`${nth + 1}/${of}`)),
  );
  expect(parts.flat().sort()).toEqual(items);
});

test('without a shard everything is done, in its order', () => {
  expect(inShard(items, shardFrom())).toEqual(items);
});

test.each(['0/2', '3/2', '1', '1/0', 'a/b'])('%s is no shard', (text) => {
  expect(() => shardFrom(text)).toThrow(/--shard is/);
});

test.each([
  [['--mutants', '--only', 'report-without-id'], /^report-without-id +report\/id-present\n$/],
  [['--realistic', '--only', 'role-of-the-conn'], /^role-of-the-connection +realistic\n$/],
  [['--variants', '--random=1', '--only', 'random 1'], /^random 1 +variant\n$/],
])('%j --list', async (options, says) => {
  const { code, out } = await ran([...options, '--list'], { command: selftest });
  expect(code).toBe(0);
  expect(out).toMatch(says);
});
