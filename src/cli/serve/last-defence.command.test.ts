import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { StoreBroken } from '../../store/store.ts';
import { program, ready } from '../program.test.support.ts';
import { start } from '../terminal.test.support.ts';

function served() {
  return start(['serve', '--port', '0', '--memory', '--quiet']);
}

test('the entry has no token of any world, nor of the environment', async () => {
  const command = start(['serve', '--port', '0', '--memory', '--quiet'], {
    env: { ABUSE_FEED_ADMIN_TOKEN: 'Qe7-from-the-variable' },
  });
  await command.started;
  const [, url] = /Ready on (\S+)\./.exec(command.output.out) ?? [];
  const add = { callers: [{ id: 'mine', name: 'Mine', token: '7Hq2-kLm9-xyz0', roles: [] }] };
  await fetch(`${url}/__admin/worlds`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: 'Bearer Qe7-from-the-variable',
    },
    body: JSON.stringify({ add }),
  });
  command.raise(new Error('of token-reader, [7hq2-klm9-xyz0] and Qe7-from-the-variable'));
  expect(JSON.parse(command.output.err).bug).toContain('Error: of $TOKEN, [$TOKEN] and $TOKEN\n');
  command.stop();
  await command.ended;
});

test('a failed store ends it orderly, with 1', async () => {
  const command = served();
  await command.started;
  command.raise(new StoreBroken('the store failed', { cause: new Error('unforeseen') }));
  expect(await command.ended).toBe(1);
  const { bug } = JSON.parse(command.output.err);
  expect(bug).toMatch(/^StoreBroken: the store failed\n(.|\n)*\ncaused by Error: unforeseen\n/);
});

test.each([
  ['an exception', 'throw new Error("unforeseen")'],
  ['a rejection', 'Promise.reject(new Error("unforeseen"))'],
])('%s that is not caught does not end the program', async (_what, code) => {
  const inside = `data:text/javascript,process.on('SIGUSR2',()=>{${code}})`;
  const args = ['serve', '--port', '0', '--memory', '--quiet'];
  const child = program(args, { stdio: 'pipe' }, [inside]);
  await ready(child);
  const said = once((child.stderr as Readable).setEncoding('utf8'), 'data');
  child.kill('SIGUSR2');
  expect(JSON.parse(String((await said)[0]))).toMatchObject({
    bug: expect.stringContaining('Error: unforeseen'),
  });
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});
