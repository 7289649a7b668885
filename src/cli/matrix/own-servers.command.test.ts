import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { packageRoot } from '../../spec/package-root.ts';
import { start } from '../terminal.test.support.ts';

const url = (path: string): string => pathToFileURL(join(packageRoot, path)).href;
const loader = ['--import', url('node_modules/tsx/dist/loader.mjs'), '--input-type=module'];

async function matrix(dialects: string, text: string) {
  const script = [process.execPath, ...loader, '-e', text];
  const { ended, shown } = start(['matrix', '--only', dialects, '--', ...script]);
  return { code: await ended, ...shown };
}

const lookedUp = `async (baseUrl, token) => {
  const hash = process.env.ABUSE_FEED_ANALYSES_0_SHA256;
  const answer = await fetch(baseUrl + '/private/sample/' + hash, { headers: { Authorization: token } });
  return answer.status;
}`;

/** Also in a world of its own. */
const inProgram = (options: string): string => `
  import { startServer } from '${url('src/index.ts')}';
  const server = await startServer(${options});
  const world = await server.createWorld();
  const status = await (${lookedUp})(world.baseUrl, world.tokens['researcher-1']);
  if (status !== 200) { console.log('got ' + status); process.exit(1); }
  process.exit(0);`;

test('startServer() speaks the dialect of the run, and what it is asked counts', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'abuse-feed-matrix-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  const file = join(cwd, 'my.dialect.yaml');
  writeFileSync(file, 'lookup.status.found: 203\nlookup.status.unknown-hash: 200\n');
  const { code, out } = await matrix(`default,${file}`, inProgram(''));
  expect(out).toContain('got 203');
  expect(out).toMatch(/^ {2}\S+ +failed +\d+\.\d s {2}lookup\.status\.found: 203$/m);
  expect(code).toBe(1);
});

test('a server that chose its dialect itself proves nothing about others', async () => {
  const { code, out } = await matrix('default,contrary', inProgram("{ dialect: 'default' }"));
  expect(out).toContain('The stand-in saw no request of the API in any run');
  expect(code).toBe(3);
});

test('abuse-feed serve begins afresh in the dialect of the run, and what it is asked counts', async () => {
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
  expect(out).toContain('The command passes under all 1 dialects.');
  expect(code).toBe(0);
});
