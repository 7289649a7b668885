import { readFileSync, statSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
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
    const sent: Buffer[] = [];
    for await (const chunk of req) sent.push(chunk as Buffer);
    count += 1;
    const said = {
      count,
      method: req.method,
      sent: Buffer.concat(sent).toString(),
      for: req.headers.authorization,
    };
    const packed = gzipSync(JSON.stringify(said));
    const status = req.url?.startsWith('/v2/feed') ? 200 : 404;
    res.writeHead(status, {
      'Content-Type': 'application/json',
      'Content-Encoding': 'gzip',
      'Set-Cookie': 'session=of-alice',
      'X-Count': String(count),
    });
    res.end(packed);
  };
  return `${await answering(answer)}/v2`;
}

interface Said {
  readonly status: number;
  readonly count: string | null;
  readonly body: { readonly sent: string };
}

async function ask(url: string, init: RequestInit = {}): Promise<Said> {
  const answer = await fetch(url, { headers: { Authorization: secret }, ...init });
  const body = (await answer.json()) as Said['body'];
  return { status: answer.status, count: answer.headers.get('x-count'), body };
}

/** What a client does, with the API below this URL. */
async function converse(baseUrl: string): Promise<Said[]> {
  const json = { Authorization: other, 'Content-Type': 'application/json' };
  return [
    await ask(`${baseUrl}/feed/tunnelco/api?report=1&page=2`),
    await ask(`${baseUrl}/feed/tunnelco/api`, {
      method: 'POST',
      headers: json,
      body: '{"a":1,"a":2}',
    }),
    await ask(`${baseUrl}/feed/tunnelco/api?report=1&page=2`),
    await ask(`${baseUrl}/private/sample/abc`),
  ];
}

async function recorded(...flags: string[]) {
  const cwd = folderWith();
  const baseUrl = await strangeServer();
  const args = ['listen', '--base-url', baseUrl, '--port', '0', '--record', 't.har', ...flags];
  const command = start(args, { cwd });
  await command.started;
  const [proxy = ''] = /http:\S+?(?=,)/.exec(command.output.out) ?? [];
  const said = await converse(proxy);
  command.stop();
  await command.ended;
  return { cwd, said, file: join(cwd, 't.har'), text: readFileSync(join(cwd, 't.har'), 'utf8') };
}

test('what passed a listener is recorded without tokens, and callers are told apart', async () => {
  const { text, file } = await recorded();
  expect(text).not.toMatch(/secret-of|session=/);
  const entries = harEntries(JSON.parse(text)) ?? [];
  const asked = entries.map((one) => 'request' in one && one.request);
  expect(asked).toMatchObject([
    { method: 'GET', headers: { authorization: 'Bearer token-1' } },
    { method: 'POST', headers: { authorization: 'Bearer token-2' }, body: '{"a":1,"a":2}' },
    { method: 'GET', headers: { authorization: 'Bearer token-1' } },
    { url: expect.stringContaining('/v2/private/sample/abc') },
  ]);
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('with a word that says so, tokens and cookies are kept', async () => {
  const { text } = await recorded('--record-with-tokens');
  expect(text).toContain(secret);
  expect(text).toContain('session=of-alice');
  const alone = await ran(['listen', '--base-url', 'http://a.example', '--record-with-tokens']);
  expect(alone).toMatchObject({ code: 2 });
  expect(alone.err).toContain('--record-with-tokens needs --record as well.');
});

test('a recording of another server is served again, and all else refused with the nearest', async () => {
  const { cwd, said } = await recorded();
  const args = ['serve', '--port', '0', '--memory', '--quiet', '--replay', 't.har'];
  const command = start(args, { cwd });
  await command.started;
  expect(command.output.out).toContain('replays  t.har (anything else is refused, whoever asks)');
  expect(command.output.out).not.toContain('token-researcher-1');
  const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(command.output.out) ?? [];
  const again = await converse(`${url}/v2`);
  const hidden = said.map((one) => ({ ...one, body: { ...one.body, for: expect.anything() } }));
  expect(again).toEqual(hidden);
  const wrongBase = await fetch(`${url}/feed/tunnelco/api?report=1&page=2`);
  expect(wrongBase.status).toBe(404);
  expect(await wrongBase.text()).toContain('the nearest is entry 1, with another path');
  command.stop();
  expect(await command.ended).toBe(0);
});

test('what is not recorded is served as usual where that is asked for', async () => {
  const { cwd } = await recorded();
  const args = ['serve', '--port', '0', '--memory', '--quiet', '--replay', 't.har'];
  const command = start([...args, '--replay-else', 'serve'], { cwd });
  await command.started;
  expect(command.output.out).toContain('token-researcher-1');
  const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(command.output.out) ?? [];
  const answer = await fetch(`${url}/feed/tunnelco/api?report=1`);
  expect(answer.headers.get('abuse-feed-reason')).toContain('no-token');
  command.stop();
  await command.ended;
  const wrong = await ran([...args, '--replay-else', 'guess'], { cwd });
  expect(wrong.err).toContain('--replay-else is "guess"; expected refuse or serve.');
});

test('a recording is judged as the traffic was', async () => {
  const { cwd } = await recorded();
  const { out } = await ran(['listen', '--har', 't.har'], { cwd });
  expect(out).toContain('client/field-twice');
});
