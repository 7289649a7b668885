import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { packageRoot } from '../spec/package-root.ts';
import { run } from './run.ts';

const commands = [
  ...['serve', 'verify', 'listen', 'judge', 'init', 'twin', 'selftest', 'dialects', 'matrix'],
  ...['merge', 'docs', 'health'],
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
  const program = `const { write } = process.stdout;
    process.stdout.write = (...said) => { ${code}; return write.apply(process.stdout, said); };`;
  const inside = `data:text/javascript,${encodeURIComponent(program)}`;
  const main = join(packageRoot, 'src/cli/main.ts');
  const args = ['--import', 'tsx', '--import', inside, main, 'dialects'];
  const child = spawn(process.execPath, args);
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  child.stdout.resume();
  expect(await once(child, 'close')).toEqual([3, null]);
  expect(said).toContain('This is a bug of abuse-feed');
  expect(said).toContain('TypeError: unforeseen\n    at ');
});
