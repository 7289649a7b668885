import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readingCommands } from './file-arguments.test.support.ts';
import { folderWith, ran, start } from './terminal.test.support.ts';

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
