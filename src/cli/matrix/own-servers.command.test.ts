import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { packageRoot } from '../../values/package-root.ts';
import { ran } from '../terminal.test.support.ts';

function url(path: string): string {
  return pathToFileURL(join(packageRoot, path)).href;
}

const loader = ['--import', url('node_modules/tsx/dist/loader.mjs'), '--input-type=module'];

/** Looks a file up, and gives the status. */
const lookedUp = `async (baseUrl, token) => {
  const hash = process.env.ABUSE_FEED_ANALYSES_0_SHA256;
  const answer = await fetch(baseUrl + '/private/sample/' + hash, { headers: { Authorization: token } });
  return answer.status;
}`;

/** Starts a server, and looks up in a world of its own. */
function inProgram(options: string): string {
  return `
  import { startServer } from '${url('src/index.ts')}';
  const server = await startServer(${options});
  const world = await server.createWorld();
  const status = await (${lookedUp})(world.baseUrl, world.tokens['researcher-1']);`;
}

const byCommand = `
  import { spawn } from 'node:child_process';
  const args = ['${loader[1]}', '${join(packageRoot, 'src/cli/main.ts')}'];
  const child = spawn(process.execPath, ['--import', ...args, 'serve', '--port', '0', '--quiet']);
  let shown = '';
  const base = await new Promise((resolve) => child.stdout.setEncoding('utf8').on('data', (text) => {
    shown += text;
    const ready = /Ready on (\\S+)\\. /.exec(shown);
    if (ready) resolve(ready[1]);
  }));
  const found = await (${lookedUp})(base, process.env.ABUSE_FEED_TOKEN_ANALYST);
  child.kill();
  const status = shown.includes('in memory') ? found : 0;`;

const inWorld = `
  const made = await fetch(process.env.ABUSE_FEED_ADMIN_URL + '/worlds', { method: 'POST' });
  const { baseUrl, tokens } = await made.json();
  const status = await (${lookedUp})(baseUrl, tokens['researcher-1']);`;

const passes = 'The command passes under the one dialect that was given.';

test.each([
  { what: 'worlds of the stand-in', text: inWorld, status: 203, code: 0, says: passes },
  { what: 'startServer()', text: inProgram(''), status: 203, code: 0, says: passes },
  { what: 'abuse-feed serve, from scratch', text: byCommand, status: 203, code: 0, says: passes },
  {
    what: 'a server with a dialect of its own, which proves nothing about others',
    text: inProgram("{ dialect: 'default' }"),
    status: 200,
    code: 3,
    says: 'went to a server or world with a dialect of its own.',
  },
])('$what: requests in the dialect of the run count', async ({ text, status, code, says }) => {
  const program = `${text}\n  process.exit(status === ${status} ? 0 : 1);`;
  const command = [process.execPath, ...loader, '-e', program];
  const found = await ran(['matrix', '--only', 'contrary', '--', ...command]);
  expect(found.out).toContain(says);
  expect(found.code).toBe(code);
});
