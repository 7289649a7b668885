import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { abuseFeed } from '../../service/abuse-feed.ts';
import { targetAt } from '../../service/target/target.test.support.ts';
import { answering, json } from '../run/run.test.support.ts';
import { curlLines } from './curl-lines.ts';
import type { RecordedCall } from './recorded-call.ts';

/** A server that notes what it is asked, and the calls as a shell makes them, with an id filled in. */
async function asked(...calls: RecordedCall[]) {
  const requests: object[] = [];
  const url = await answering((request, response) => {
    void text(request).then((body) => {
      const { method, url: path, headers } = request;
      const { authorization, accept, 'content-type': type } = headers;
      requests.push({ method, path, authorization, accept, type, body });
      json(200, {})(request, response);
    });
  });
  const lines = curlLines(abuseFeed(targetAt(url, { baseUrl: `${url}/v1/` })), calls);
  const shell = spawn('sh', {
    env: { PATH: process.env.PATH, ABUSE_FEED_TOKEN_RESEARCHER: "Bearer it's $HOME" },
    stdio: 'pipe',
  });
  const filled = lines.join('\n').replaceAll('the id in that response', 'r-1');
  // Without the progress meter.
  shell.stdin.end(`curl() { command curl -sS "$@"; }\n${filled}\n`);
  const err = text(shell.stderr);
  shell.stdout.resume();
  const [code] = await once(shell, 'close');
  expect(code).toBe(0);
  expect(await err).toBe('');
  return { requests, lines };
}

const create: RecordedCall = {
  operation: 'create',
  caller: 'tokens.researcher',
  about: { service: 'tunnelco' },
  contentType: 'application/json',
  body: '{"tags":["it\'s $(exit 9) `id` !!"],"file256Hash":"{{hash-1}}"}',
  creates: 'report-1',
};
const fetch: RecordedCall = {
  operation: 'fetch',
  caller: 'tokens.researcher',
  about: { service: 'tunnelco', report: '{{report-1}}' },
};
const fetchX: RecordedCall = { ...fetch, about: { ...fetch.about, report: 'x' } };

test('calls that are pasted are made as recorded, and text from a server is never executed', async () => {
  const { requests } = await asked(create, fetch);
  const authorization = "Bearer it's $HOME";
  expect(requests).toEqual([
    expect.objectContaining({
      method: 'POST',
      path: '/v1/feed/tunnelco/api',
      type: 'application/json',
      body: expect.stringMatching(
        /^\{"tags":\["it's \$\(exit 9\) `id` !!"\],"file256Hash":"[0-9a-f]{64}"\}$/,
      ),
    }),
    expect.objectContaining({
      method: 'GET',
      path: '/v1/feed/tunnelco/api?report=r-1',
      authorization,
      accept: 'application/json',
    }),
  ]);
});

test.each<[string, Partial<RecordedCall>, object]>([
  ['nobody has no token', { caller: 'nobody' }, { authorization: undefined }],
  ['a blank token is sent', { caller: 'blank token' }, { authorization: '' }],
  [
    'a forged token is described',
    { caller: 'lengthened token' },
    { authorization: 'lengthened token, made from tokens.researcher' },
  ],
  ['no Accept is none', { accept: '' }, { accept: undefined }],
  ['another Accept is sent', { accept: 'text/html' }, { accept: 'text/html' }],
  [
    'a path stays as it is',
    { way: { rawPath: '/feed/../a?x={b}[1-3]' } },
    { path: '/v1/feed/../a?x={b}[1-3]' },
  ],
])('%s', async (_, part, seen) => {
  const { requests } = await asked({ ...fetchX, ...part });
  expect(requests).toEqual([expect.objectContaining(seen)]);
});

test('calls at once are sent to the background, and a wait is a sleep', () => {
  const service = abuseFeed(targetAt('http://a.example', { analysisUrl: 'http://b.example' }));
  const at = (atOnce: number): RecordedCall => ({ ...fetchX, atOnce });
  const lines = curlLines(service, [at(1), at(1), { ...at(2), after: 1200 }]);
  expect(lines.map((line) => (line.endsWith(' &') ? '&' : line.split(' ')[0]))).toEqual([
    '&',
    'curl',
    'sleep',
    'curl',
  ]);
  const lookup: RecordedCall = {
    operation: 'lookup',
    caller: 'tokens.limited[1]',
    about: { hash: 'ab' },
  };
  expect(curlLines(service, [lookup])).toEqual([
    `curl -i 'http://b.example/private/sample/ab' -H "Authorization: $ABUSE_FEED_TOKEN_LIMITED_2" -H 'Accept: application/json'`,
  ]);
});
