import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { exchange } from '../../http/raw-exchange.test.support.ts';
import { startServer } from '../../server.ts';
import type { SeenExchange } from '../../traffic/exchange.ts';
import { packageRoot } from '../../values/package-root.ts';

/** A page script, which is not part of the server's TypeScript project. */
const { requestCurl } = (await import(
  join(packageRoot, 'src', 'admin', 'console', 'page', 'copied-curl.js')
)) as {
  requestCurl: (exchange: SeenExchange, where: { baseUrl: string; prefix: string }) => string;
};

const run = promisify(execFile);

/** A raw HTTP request. */
function raw(line: string, headers: readonly string[] = [], body = ''): string {
  return [
    `${line} HTTP/1.1`,
    'Host: localhost',
    'Authorization: token-researcher-1',
    'Connection: close',
    ...headers,
    ...(body ? [`Content-Length: ${body.length}`] : []),
    '',
    body,
  ].join('\r\n');
}

const json = 'Content-Type: application/json';

test.each([
  ['a HEAD', raw('HEAD /feed/tunnelco/api?report=x')],
  ['braces and brackets', raw('GET /feed/tunnelco/api?report={a,b}[1-3]')],
  ['a way up', raw('GET /feed/../feed/tunnelco/./api?report=x')],
  ['another method', raw('PURGE /feed/tunnelco/api')],
  ['a header without a value', raw('GET /feed/tunnelco/api?report=x', ['X-Empty:'])],
  ['quotes in a body', raw('POST /feed/tunnelco/api', [json], `{"tags":["it's"]}`)],
  ['a body without a type', raw('POST /feed/tunnelco/api', [], '{"tags":[]}')],
  ['a body that is no JSON', raw('POST /feed/tunnelco/api', [json], '{"tags":')],
])('what is copied replays %s', async (_what, bytes) => {
  await using server = await startServer();
  await exchange(server.baseUrl, bytes);
  const [first] = server.requests();
  if (!first) throw new Error('nothing was seen');
  const line = requestCurl(first, { baseUrl: server.baseUrl, prefix: '' });
  await run('sh', ['-c', `${line} --silent --max-time 10`], {
    env: { ...process.env, TOKEN: 'token-researcher-1' },
  });
  const again = server.requests().at(-1);
  const { request, outcome, caller } = first;
  const { method, url, headers, body } = request;
  expect(again).toMatchObject({ id: 2, request: { method, url }, outcome, caller });
  expect(again?.request.body).toBe(body);
  expect(again?.request.headers['content-type']).toBe(headers['content-type']);
  expect(again?.request.headers['x-empty']).toBe(headers['x-empty']);
});

test('a body that is not kept whole, or was not read, is told', async () => {
  await using server = await startServer({ dialect: { 'create.body-limit': 1_048_576 } });
  const send = (size: number) =>
    fetch(`${server.baseUrl}/feed/tunnelco/api`, {
      method: 'POST',
      headers: { Authorization: 'token-researcher-1', 'Content-Type': 'application/json' },
      body: JSON.stringify({ tags: ['x'.repeat(size)] }),
    }).catch(() => {});
  await send(100_000);
  await send(2_000_000);
  const [long, unread] = server.requests() as [SeenExchange, SeenExchange];
  const where = { baseUrl: server.baseUrl, prefix: '' };
  expect(requestCurl(long, where)).toMatch(/^# The body was longer: only its first 65,536 /);
  expect(requestCurl(unread, where)).toMatch(/^# A body was sent and not read/);
});
