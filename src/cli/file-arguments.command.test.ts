import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { folderWith } from '../values/folder-with.test.support.ts';
import { readingCommands } from './file-arguments.test.support.ts';
import { writeToPipe } from './pipe-output.ts';
import { ran, start } from './terminal.test.support.ts';

test.each(Object.entries(readingCommands))(
  '%s: a pipe that nobody writes to keeps no signal from ending it',
  async (_what, args) => {
    const cwd = folderWith({ 'x.har': '{"log":{"entries":[]}}' });
    execFileSync('mkfifo', [join(cwd, 'pipe.yaml')]);
    const { ended, output, stop } = start(args('pipe.yaml'), { cwd });
    stop();
    await ended;
    expect(output.err).toMatch(/Stopped before the end|it is a pipe or a device/);
  },
);

test('what is written to a pipe is judged', async () => {
  const cwd = folderWith({ 'x.har': '{"log":{"entries":[]}}' });
  execFileSync('mkfifo', [join(cwd, 'pipe.har')]);
  const plain = await ran(['judge', 'x.har', '--base-url', 'http://127.0.0.1:9'], { cwd });
  const judging = start(['judge', 'pipe.har', '--base-url', 'http://127.0.0.1:9'], { cwd });
  await writeFile(join(cwd, 'pipe.har'), '{"log":{"entries":[]}}');
  expect(await judging.ended).toBe(plain.code);
  expect(judging.output.err).toBe(plain.err);
});

const judged = ['judge', 'x.har', '--base-url', 'http://127.0.0.1:9', '--json', 'out'];

test('an output that is a pipe is refused before the run where nobody reads it', async () => {
  const cwd = folderWith({ 'x.har': '{"log":{"entries":[]}}' });
  execFileSync('mkfifo', [join(cwd, 'out')]);
  expect(await ran(judged, { cwd })).toEqual({
    code: 2,
    out: '',
    err: 'abuse-feed: out cannot be written: it is a pipe that nobody reads. Nothing was run.\n',
  });
});

/** A process that has opened the pipe to read. */
async function readerOf(cwd: string, script: string) {
  const reader = spawn('sh', ['-c', `exec 3<>out && echo open && ${script}`], { cwd });
  onTestFinished(() => void reader.kill('SIGKILL'));
  await once(reader.stdout, 'data');
  return reader;
}

test('what is written to a pipe is what is written to a file', async () => {
  const cwd = folderWith({ 'x.har': '{"log":{"entries":[]}}' });
  await ran(judged, { cwd });
  const written = await readFile(join(cwd, 'out'), 'utf8');
  execFileSync('sh', ['-c', 'rm out && mkfifo out'], { cwd });
  const reader = await readerOf(cwd, `head -c ${Buffer.byteLength(written)} <&3 >read`);
  await ran(judged, { cwd });
  await once(reader, 'close');
  const read = await readFile(join(cwd, 'read'), 'utf8');
  // Before this are its date and duration, and the end is as much longer or shorter.
  const same = read.slice(read.indexOf('"requests"'), -10);
  expect(same.length).toBeGreaterThan(70_000);
  expect(written).toContain(same);
});

test('a reader that stops reading keeps no signal from ending it', async () => {
  const cwd = folderWith();
  execFileSync('mkfifo', [join(cwd, 'out')]);
  await readerOf(cwd, 'sleep 600');
  const stop = new AbortController();
  const writing = writeToPipe(join(cwd, 'out'), 'x'.repeat(1 << 20), stop.signal);
  stop.abort();
  await expect(writing).rejects.toThrow('nobody reads what is left');
});
