import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { causeFileOf } from '../../contract-tests/index.ts';
import { violating } from '../../contract-tests/judging/reporters/recorded.test.support.ts';
import { listening } from '../traffic/listening.test.support.ts';
import { folderWith } from '../values/folder-with.test.support.ts';
import { start } from './terminal.test.support.ts';
import { example } from './verify/verify.test.support.ts';

/** Accepts connections and never says anything. */
async function silentServer() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}).resume());
  });
  const url = await listening(server);
  const isOpen = ({ closed }: Socket) => !closed;
  return {
    url,
    asked: () => once(server, 'connection'),
    allClosed: () => Promise.all(sockets.filter(isOpen).map((socket) => once(socket, 'close'))),
  };
}

test.each<[command: string, args: (url: string) => string[], code: number]>([
  ['verify', () => ['verify', '--target', 't.yaml'], 3],
  ['verify --cause', () => ['verify', '--cause', 'cause.json', '--target', 't.yaml'], 3],
  ['health', (url) => ['health', '--url', url], 1],
])('Ctrl-C ends %s, and what it has open', async (_command, args, code) => {
  const { url, asked, allClosed } = await silentServer();
  const target = readFileSync(example, 'utf8').replaceAll('http://127.0.0.1:4010', url);
  const cause = violating.causes.map(causeFileOf)[0];
  const cwd = folderWith({ 't.yaml': target, 'cause.json': JSON.stringify(cause) });
  const { stop, ended } = start(args(url), { cwd });
  await asked();
  stop();
  expect(await ended).toBe(code);
  await allClosed();
});
