import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { createRequest, headersOf } from '../http/create.test.support.ts';
import { feed } from '../http/request/sample-values.test.support.ts';
import { startServer } from '../server.ts';
import { folderWith } from '../values/folder-with.test.support.ts';
import { program, ready } from './program.test.support.ts';
import { urlIn } from './terminal.test.support.ts';

const headers = headersOf();
const create = createRequest();

/** A server as a process of its own, once it is ready. */
async function serving(...where: string[]) {
  const child = program(['serve', '--port', '0', '--quiet', ...where]);
  return { child, url: urlIn(await ready(child)) };
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s ends it with 0, and what it kept is there again',
  async (signal) => {
    const data = folderWith();
    const { child, url } = await serving('--data', data);
    const created = (await (await fetch(`${url}${feed}`, create)).json()) as { id: string };
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([0, null]);

    await using again = await startServer({ data });
    const found = await fetch(`${again.baseUrl}${feed}?report=${created.id}`, { headers });
    expect(found.status).toBe(200);
  },
);

const host = 'Host: localhost\r\nAuthorization: token-researcher-1\r\n';

test.each<[string, { bytes: string; answered?: RegExp }]>([
  [
    'an idle connection that is kept alive',
    { bytes: `GET ${feed} HTTP/1.1\r\n${host}\r\n`, answered: /^HTTP\/1\.1 400/ },
  ],
  ['half the headers of a request', { bytes: `GET ${feed} HTTP/1.1\r\n${host}X-Half: ` }],
  [
    'half the body of a request',
    {
      bytes: `POST ${feed} HTTP/1.1\r\n${host}Content-Length: 9\r\nContent-Type: application/json\r\nExpect: 100-continue\r\n\r\n{`,
      answered: /^HTTP\/1\.1 100/,
    },
  ],
])('SIGTERM ends it with 0 while a client holds %s', async (_what, { bytes, answered }) => {
  const { child, url } = await serving('--memory');
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  socket.write(bytes);
  if (answered) expect(String((await once(socket, 'data'))[0])).toMatch(answered);
  // What was sent before on another connection has arrived by now.
  else await fetch(`${url}/__admin/health`);
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});

/** A command that tells its first signal when it has been handled, and what it does then. */
function onceStopped({ before = '', after = '' }): ChildProcess {
  const script = `
    import { processIo } from ${JSON.stringify(import.meta.resolve('./process-io.ts'))};
    const { signal, onSecondStop } = processIo();
    setInterval(() => {}, 1000);
    ${before}
    const next = () => {
      console.log('first');
      ${after}
    };
    signal.addEventListener('abort', () => setImmediate(next));
    console.log('ready');
  `;
  const command = join(folderWith({ 'command.mts': script }), 'command.mts');
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), command], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdout?.setEncoding('utf8');
  return child;
}

async function said(child: ChildProcess): Promise<string> {
  const stdout = child.stdout as Readable;
  const [text = 'nothing any more'] = await Promise.race([
    once(stdout, 'data'),
    once(stdout, 'end'),
  ]);
  return String(text).trim();
}

test('a second signal ends a command that is busy', async () => {
  const child = onceStopped({
    after: 'for (const end = Date.now() + 10_000; Date.now() < end; ); process.exit(7);',
  });
  expect(await said(child)).toBe('ready');
  child.kill('SIGINT');
  expect(await said(child)).toBe('first');
  const exited = once(child, 'exit');
  child.kill('SIGINT');
  expect(await exited).toEqual([null, 'SIGINT']);
});

test('a second signal is for what waits for one, and a third ends the command', async () => {
  const child = onceStopped({ before: "onSecondStop(() => console.log('second'));" });
  expect(await said(child)).toBe('ready');
  for (const time of ['first', 'second']) {
    child.kill('SIGINT');
    expect(await said(child)).toBe(time);
  }
  const exited = once(child, 'exit');
  child.kill('SIGINT');
  expect(await exited).toEqual([null, 'SIGINT']);
});
