import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { packageRoot } from '../../spec/package-root.ts';

const main = join(packageRoot, 'src/cli/main.ts');
const args = ['--import', 'tsx', main, 'serve', '--memory', '--port', '0', '--quiet'];

/** Resolves with all that was shown until it says that it is ready. */
const ready = (child: ChildProcess) =>
  new Promise<string>((resolve, reject) => {
    let shown = '';
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      shown += text;
      if (shown.includes('Ready on ')) resolve(shown);
    });
    child.stdout?.once('end', () => reject(new Error(`it never got ready: ${shown}`)));
  });

test('a server stops when its standard input ends', async () => {
  const child = spawn(process.execPath, [...args, '--exit-with-stdin'], {
    cwd: packageRoot,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await ready(child);
  const exited = once(child, 'exit');
  child.stdin?.end();
  expect(await exited).toEqual([0, null]);
});

test.skipIf(process.platform === 'win32')(
  'a server that npm started stops when npm is gone',
  async () => {
    // Stands for npm: starts the server, tells its id, and is killed without a word to it.
    const between = `const { spawn } = require('node:child_process');
      const child = spawn(process.execPath, ${JSON.stringify(args)}, { stdio: ['ignore', 'inherit', 'inherit'] });
      console.log('pid ' + child.pid);`;
    const npm = spawn(process.execPath, ['-e', between], {
      cwd: packageRoot,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, npm_command: 'exec' },
    });
    const shown = await ready(npm);
    const pid = Number(/pid (\d+)/.exec(shown)?.[1]);
    onTestFinished(() => {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended, as it should.
      }
    });
    // The pipe is the server's too, and ends with it.
    const ended = once(npm.stdout, 'end');
    npm.kill('SIGKILL');
    await ended;
  },
);
