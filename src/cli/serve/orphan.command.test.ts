import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { packageRoot } from '../../values/package-root.ts';
import { main, program, ready } from '../program.test.support.ts';

const args = ['serve', '--memory', '--port', '0', '--quiet'];

test('a server stops when its standard input ends', async () => {
  const child = program([...args, '--exit-with-stdin'], { stdio: ['pipe', 'pipe', 'inherit'] });
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
      const child = spawn(process.execPath, ${JSON.stringify(['--import', 'tsx', main, ...args])}, { stdio: ['ignore', 'inherit', 'inherit'] });
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
