import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { program } from './program.test.support.ts';
import { run } from './run.ts';

const commands = [
  ...['serve', 'verify', 'listen', 'judge', 'init', 'twin', 'selftest', 'dialects', 'matrix'],
  ...['merge', 'docs', 'health', 'statement'],
];

/** A terminal that fails at the first word, so that every command does. */
const ended = async (args: string[]) => {
  let said = '';
  const write = vi.fn(() => {
    throw new TypeError('unforeseen');
  });
  const signal = new AbortController().signal;
  const stderr = { write: (text: string) => (said += text) };
  const code = await run(args, { stdout: { write }, stderr, env: {}, cwd: '/', signal });
  return { code, said };
};

test.each(commands)('a bug in %s is told as one, and ends like no verdict', async (command) => {
  const { code, said } = await ended([command, '--help']);
  expect(said).toMatch(
    /^abuse-feed: This is a bug of abuse-feed, .*TypeError: unforeseen\n {4}at /,
  );
  expect(code).toBe(3);
});

test.each([
  ['an exception', 'setImmediate(() => { throw new TypeError("unforeseen"); })'],
  ['a rejection', 'Promise.reject(new TypeError("unforeseen"))'],
])('%s beside a command that nobody catches ends with 3 too', async (_what, code) => {
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
