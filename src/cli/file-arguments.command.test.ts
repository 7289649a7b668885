import { execFileSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readingCommands } from './file-arguments.test.support.ts';
import { folderWith, start } from './terminal.test.support.ts';

test.each(Object.entries(readingCommands))(
  '%s: a pipe that nobody writes to keeps no signal from ending it',
  async (_what, args) => {
    const cwd = folderWith({ 'x.har': '{"log":{"entries":[]}}' });
    execFileSync('mkfifo', [join(cwd, 'pipe.yaml')]);
    const { ended, output, stop } = start(args('pipe.yaml'), { cwd });
    // Opens the pipe for whoever waits for that in this process.
    onTestFinished(() => closeSync(openSync(join(cwd, 'pipe.yaml'), 'r+')));
    stop();
    await ended;
    expect(output.err).toMatch(/Stopped before the end|it is a pipe or a device/);
  },
);
