import { readFileSync, statSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { harEntries } from '../../traffic/har.ts';
import { answering } from '../../traffic/listening.test.support.ts';
import { folderWith } from '../../values/folder-with.test.support.ts';
import { ran, start } from '../terminal.test.support.ts';

const secret = 'Bearer 9f2c-secret-of-alice';
const other = 'Bearer 77aa-secret-of-bob';

/** A server that knows nothing of this package: below /v2, it numbers what it says. */
async function strangeServer(): Promise<string> {
  let count = 0;
  const answer: RequestListener = async (req, res) => {
    const sent = await text(req);
    count += 1;
    const said = { count, method: req.method, sent, for: req.headers.authorization };
    res.writeHead(req.url?.startsWith('/v2/feed') ? 200 : 404, {
      'Content-Type': 'application/json',
      'Content-Encoding': 'gzip',
      'Set-Cookie': 'session=of-alice',
      'X-Count': String(count),
    });
    res.end(gzipSync(JSON.stringify(said)));
  };
  return `${await answering(answer)}/v2`;
}

/** What a client gets that asks four times, with the API below this URL. */
async function converse(baseUrl: string) {
  const again = { path: '/feed/tunnelco/api?report=1&page=2' };
  const posted = { method: 'POST', body: '{"a":1,"a":2}' };
  const asked: (RequestInit & { path: string })[] = [
    again,
    { path: '/feed/tunnelco/api', ...posted, headers: { 'Content-Type': 'application/json' } },
    again,
    { path: '/private/sample/abc' },
  ];
  const said = [];
  for (const { path, headers, ...init } of asked) {
    const Authorization = init.method === 'POST' ? other : secret;
    const answer = await fetch(baseUrl + path, { ...init, headers: { ...headers, Authorization } });
    const { for: _whom, ...body } = (await answer.json()) as { readonly for: string };
    said.push({ status: answer.status, count: answer.headers.get('x-count'), body });
  }
  return said;
}

/** A command that listens, at its URL. */
async function started(args: string[], cwd: string) {
  const command = start([...args, '--port', '0'], { cwd });
  onTestFinished(() => command.stop());
  await command.started;
  const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(command.output.out) ?? [];
  return { url, command, out: command.output.out };
}

async function recorded(...flags: string[]) {
  const cwd = folderWith();
  const behind = ['--base-url', await strangeServer()];
  const { url, command } = await started(['listen', ...behind, '--record', 't.har', ...flags], cwd);
  const said = await converse(url);
  command.stop();
  await command.ended;
  return { cwd, said, har: readFileSync(join(cwd, 't.har'), 'utf8') };
}

test('what passed a listener is recorded without tokens, callers are told apart, and it is judged as before', async () => {
  const { cwd, har } = await recorded();
  expect(har).not.toMatch(/secret-of|session=/);
  const entries = harEntries(JSON.parse(har)) ?? [];
  expect(entries.map((one) => 'request' in one && one.request)).toMatchObject([
    { method: 'GET', headers: { authorization: 'Bearer token-1' } },
    { method: 'POST', headers: { authorization: 'Bearer token-2' }, body: '{"a":1,"a":2}' },
    { method: 'GET', headers: { authorization: 'Bearer token-1' } },
    { url: expect.stringContaining('/v2/private/sample/abc') },
  ]);
  if (process.platform !== 'win32') expect(statSync(join(cwd, 't.har')).mode & 0o777).toBe(0o600);
  const { out } = await ran(['listen', '--har', 't.har'], { cwd });
  expect(out).toContain('client/field-twice');
});

test('with a word that says so, tokens and cookies are kept', async () => {
  const { har } = await recorded('--record-with-tokens');
  expect(har).toContain(secret);
  expect(har).toContain('session=of-alice');
});

const replaying = ['serve', '--memory', '--quiet', '--replay', 't.har'];

test('a recording of another server is served again, and all else refused with the nearest', async () => {
  const { cwd, said } = await recorded();
  const { url, out, command } = await started(replaying, cwd);
  expect(out).toContain('replays  t.har (anything else is refused, whoever asks)');
  expect(out).not.toContain('token-researcher-1');
  expect(await converse(`${url}/v2`)).toEqual(said);
  const wrongBase = await fetch(`${url}/feed/tunnelco/api?report=1&page=2`);
  expect(wrongBase.status).toBe(404);
  expect(await wrongBase.text()).toContain('the nearest is entry 1, with another path');
  command.stop();
  expect(await command.ended).toBe(0);
});

test('what is not recorded is served as usual where that is asked for', async () => {
  const { cwd } = await recorded();
  const { url, out } = await started([...replaying, '--replay-else', 'serve'], cwd);
  expect(out).toContain('token-researcher-1');
  const answer = await fetch(`${url}/feed/tunnelco/api?report=1`);
  expect(answer.headers.get('abuse-feed-reason')).toContain('no-token');
});
