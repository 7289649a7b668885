import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { created, exchangesOf, fetched, one, reportOf } from '../model/history.test.support.ts';
import type { Sign } from '../model/sign.ts';
import { answering, json } from '../run/run.test.support.ts';
import { recordedCalls } from './recorded-call.ts';
import { scriptOf } from './script.ts';

const calls = recordedCalls(exchangesOf([created(one), fetched(one)])).map(
  ({ after: _, ...call }) => call,
);

const scriptAt = (url: string, sign?: Sign): readonly string[] =>
  scriptOf({
    ...{ clause: 'create/keeps-tags', section: '2.1', sentence: 'Tags stay; $(id) `id`' },
    ...{ expected: "it's `so`", actual: 'a\nline\n$(exit 9)', sign, calls },
    urls: { baseUrl: url, analysisUrl: url },
  });

const ran = async (
  script: readonly string[],
  env: NodeJS.ProcessEnv = { ABUSE_FEED_TOKEN_RESEARCHER: 'r' },
) => {
  const shell = spawn('sh', { env: { PATH: process.env.PATH, ...env }, stdio: 'pipe' });
  shell.stdin.end(`${script.join('\n')}\n`);
  const [out, err] = [text(shell.stdout), text(shell.stderr)];
  const [code] = await once(shell, 'close');
  return { code: Number(code), out: await out, err: await err };
};

/** A server whose reports look so, and which notes what it is asked. */
const serving = async (change: object, type = 'application/json') => {
  const asked: string[] = [];
  const url = await answering((request, response) => {
    const { method, url: path, headers } = request;
    asked.push(`${method} ${path} ${headers.authorization}`);
    const isFetch = method === 'GET';
    const body = isFetch ? { report: reportOf(one, change) } : { id: one };
    if (type === 'application/json') json(200, { ...body, successful: true })(request, response);
    else response.writeHead(200, { 'content-type': type }).end(JSON.stringify(body));
  });
  return { url, asked };
};

const other = {
  tags: [],
  confidenceScore: 5.5,
  id: 'x',
  name: undefined,
  reportedBy: 7,
  reportedAt: '2026-01-31',
};

test.each<[string, Sign]>([
  ['a value is another', { field: 'tags', wants: ['rat'] }],
  ['a value is what it must not be', { field: 'tags', has: [] }],
  ['a number is no integer', { field: 'confidenceScore', type: 'integer' }],
  ['a text is none', { field: 'reportedBy', type: 'string' }],
  ['a text has another form', { field: 'id', pattern: '^[0-9a-f-]{36}$' }],
  ['a text with a blank has another form', { field: 'reportedAt', pattern: '^.{10} .{8}$' }],
  ['a field is missing', { field: 'name' }],
])('a script ends with 1 where %s, and 0 where it is not', async (_, sign) => {
  const [faulty, mended] = await Promise.all([serving(other), serving({})]);
  expect(await ran(scriptAt(faulty.url, sign))).toMatchObject({ code: 1, err: '' });
  expect(await ran(scriptAt(mended.url, sign))).toMatchObject({ code: 0, err: '' });
});

test('so it does by what is found, and by the header of an answer', async () => {
  const [faulty, mended] = await Promise.all([serving({}, 'text/html'), serving({})]);
  const header = { header: 'content-type', pattern: '^ *application/json *(;|$)' };
  expect((await ran(scriptAt(faulty.url, header))).code).toBe(1);
  expect((await ran(scriptAt(mended.url, header))).code).toBe(0);
  expect((await ran(scriptAt(mended.url, { shows: 'success' }))).code).toBe(1);
  expect((await ran(scriptAt(mended.url, { shows: 'refusal' }))).code).toBe(0);
});

test('it calls with the token of its environment, deletes what it has created, and looks three times', async () => {
  const { url, asked } = await serving({});
  await ran(scriptAt(url, { field: 'name' }));
  const path = '/feed/tunnelco/api';
  const report = `${path}?report=${one}`;
  const once = [`POST ${path} r`, `GET ${report} r`, `DELETE ${report} r`];
  expect(asked).toEqual([...once, ...once, ...once]);
});

test('without a token it ends with 2, without an answer with 3', async () => {
  const script = scriptAt('http://127.0.0.1:9', { field: 'name' });
  expect((await ran(script, {})).code).toBe(2);
  expect((await ran(script)).code).toBe(3);
});

test('text from a server is never executed', async () => {
  const { url } = await serving({ name: '$(echo run >&2)`echo run >&2`' });
  expect(await ran(scriptAt(url, { field: 'name' }))).toMatchObject({ code: 0, err: '' });
});
