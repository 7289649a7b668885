import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { packageRoot } from '../../values/package-root.ts';
import { ran } from '../terminal.test.support.ts';

function url(path: string): string {
  return pathToFileURL(join(packageRoot, path)).href;
}

const loader = ['--import', url('node_modules/tsx/dist/loader.mjs'), '--input-type=module'];

function matrix(dialects: string, text: string) {
  return ran(['matrix', '--only', dialects, '--', process.execPath, ...loader, '-e', text]);
}

const lookedUp = `async (baseUrl, token) => {
  const hash = process.env.ABUSE_FEED_ANALYSES_0_SHA256;
  const answer = await fetch(baseUrl + '/private/sample/' + hash, { headers: { Authorization: token } });
  return answer.status;
}`;

/** Also in a world of its own. */
function inProgram(options: string, expected: number): string {
  return `
  import { startServer } from '${url('src/index.ts')}';
  const server = await startServer(${options});
  const world = await server.createWorld();
  const status = await (${lookedUp})(world.baseUrl, world.tokens['researcher-1']);
  process.exit(status === ${expected} ? 0 : 1);`;
}

test('startServer() uses the dialect of the run, and its requests count', async () => {
  const { code, out } = await matrix('contrary', inProgram('', 203));
  expect(out).toContain('The command passes under the one dialect that was given.');
  expect(code).toBe(0);
});

test('a server with a dialect of its own proves nothing about others', async () => {
  const { code, out } = await matrix('contrary', inProgram("{ dialect: 'default' }", 200));
  expect(out).toContain('The stand-in saw no request of the API in any run');
  expect(out).toContain('went to a server or world with a dialect of its own.');
  expect(code).toBe(3);
});

test('abuse-feed serve starts from scratch in the dialect of the run, and its requests count', async () => {
  const serve = `
    import { spawn } from 'node:child_process';
    const args = ['${loader[1]}', '${join(packageRoot, 'src/cli/main.ts')}'];
    const child = spawn(process.execPath, ['--import', ...args, 'serve', '--port', '0', '--quiet']);
    let shown = '';
    const base = await new Promise((resolve) => child.stdout.setEncoding('utf8').on('data', (text) => {
      shown += text;
      const ready = /Ready on (\\S+)\\. /.exec(shown);
      if (ready) resolve(ready[1]);
    }));
    const status = await (${lookedUp})(base, process.env.ABUSE_FEED_TOKEN_ANALYST);
    child.kill();
    process.exit(status === 203 && shown.includes('in memory') ? 0 : 1);`;
  const { code, out } = await matrix('contrary', serve);
  expect(out).toContain('The command passes under the one dialect that was given.');
  expect(code).toBe(0);
});
