import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { program } from './program.test.support.ts';
import { ran } from './terminal.test.support.ts';
import { example } from './verify/verify.test.support.ts';

test('a bug is reported as one, with an exit code that is no verdict', async () => {
  const write = () => {
    throw new TypeError('unforeseen');
  };
  const { code, err } = await ran(['dialects'], { stdout: { write } });
  expect(err).toMatch(/^abuse-feed: This is a bug of abuse-feed, .*TypeError: unforeseen\n {4}at /);
  expect(code).toBe(3);
});

test('no token of the environment or the target file is in the report of a bug', async () => {
  const write = (): never => {
    throw new SyntaxError('Bearer Qe7-from-the-variable, and Token-Researcher-1');
  };
  const env = { ABUSE_FEED_TOKEN: 'Bearer Qe7-from-the-variable' };
  const args = ['verify', '--dry-run', '--target', example];
  const { code, err } = await ran(args, { env, stdout: { write } });
  expect(err).toContain('SyntaxError: $TOKEN, and $TOKEN\n    at ');
  expect(code).toBe(3);
});

test.each([
  ['an exception', 'setImmediate(() => { throw new TypeError("unforeseen"); })'],
  ['a rejection', 'Promise.reject(new TypeError("unforeseen"))'],
])('%s that nobody catches ends a command with 3 too', async (_what, code) => {
  // The command is under way by the time it says anything.
  const fault = `const { write } = process.stdout;
    process.stdout.write = (...said) => { ${code}; return write.apply(process.stdout, said); };`;
  const inside = `data:text/javascript,${encodeURIComponent(fault)}`;
  const child = program(['dialects'], { stdio: ['ignore', 'ignore', 'pipe'] }, [inside]);
  const [said, ended] = await Promise.all([text(child.stderr as Readable), once(child, 'close')]);
  expect(ended).toEqual([3, null]);
  expect(said).toContain('This is a bug of abuse-feed');
  expect(said).toContain('TypeError: unforeseen\n    at ');
});
