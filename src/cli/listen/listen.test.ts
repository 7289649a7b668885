import { readFileSync } from 'node:fs';
import { get } from 'node:https';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { rootCertificates } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { answering, json } from '../../../contract-tests/judging/run/run.test.support.ts';
import { mutants } from '../../../contract-tests/selftest/mutants/index.ts';
import { headersOf } from '../../http/create.test.support.ts';
import { goodReport } from '../../http/request/sample-values.test.support.ts';
import { authority, authorityFile, tls } from '../../http/tls/tls-for-tests.test.support.ts';
import { startServer } from '../../server.ts';
import { folderWith } from '../../values/folder-with.test.support.ts';
import { start } from '../terminal.test.support.ts';

const id = '5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01';
const fetched = `/feed/tunnelco/api?report=${id}`;
const lookedUp = `/private/sample/${'a'.repeat(64)}`;

interface Listening {
  readonly args?: readonly string[];
  readonly files?: { readonly [name: string]: string };
  readonly env?: { readonly [name: string]: string };
}

/** `abuse-feed listen` in front of a server. */
async function listening({ args = [], files = {}, env = {} }: Listening) {
  const cwd = folderWith(files);
  const command = start(['listen', '--port', '0', ...args], { cwd, env });
  onTestFinished(() => command.stop());
  await command.started;
  const [url = ''] = /http:\S+?(?=,)/.exec(command.output.out) ?? [];
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(url + path, { headers: headersOf(), ...init });
  const call = async (path: string, init?: RequestInit) =>
    (await (await ask(path, init)).json()) as { id: string };
  const end = async () => {
    command.stop();
    return { code: await command.ended, ...command.output };
  };
  const file = (name: string) => readFileSync(join(cwd, name), 'utf8');
  return { ask, call, end, command, file };
}

async function served(options: Parameters<typeof startServer>[0] = {}) {
  const server = await startServer(options);
  onTestFinished(() => server.close());
  return { server, args: ['--base-url', server.baseUrl] };
}

const reports = ['json', 'junit', 'html'];
const allReports = reports.flatMap((name) => [`--${name}`, name]);

test('a server is judged by what a client asks, and every report has what was broken', async () => {
  const mutation = mutants.find(({ name }) => name === 'delete-pretends')?.mutation();
  const { args } = await served(mutation && { mutant: mutation });
  const { call, end, file } = await listening({ args: [...args, ...allReports] });
  const body = JSON.stringify(goodReport);
  const created = await call('/feed/tunnelco/api', { method: 'POST', body });
  const own = `/feed/tunnelco/api?report=${created.id}`;
  for (const method of ['GET', 'DELETE', 'GET']) await call(own, { method });
  const { code, out, err } = await end();
  expect(code).toBe(1);
  expect(out).toContain('VIOLATES  1 clause is broken');
  expect(err).toContain('"broken":["delete/success-means-gone"]');
  for (const text of [out, ...reports.map(file)]) {
    expect(text).toContain('delete/success-means-gone');
    expect(text).not.toContain('token-researcher-1');
  }
});

test('a correct server conforms as far as it was observed; client mistakes are listed separately', async () => {
  const { call, end } = await listening(await served());
  const body = JSON.stringify({ ...goodReport, tags: 'a' });
  await call('/feed/tunnelco/api', { method: 'POST', body });
  await call(fetched);
  const { code, out } = await end();
  expect(code).toBe(0);
  expect(out).toContain('CONFORMS');
  expect(out).toMatch(/tags is not a list of strings.*client\/tags-type/);
  expect(out).toContain('not seen: ');
});

test('what clients send as a token is neither shown live nor reported', async () => {
  const base = await answering((request, response) => {
    const { authorization = '' } = request.headers;
    response.setHeader('Content-Type', 'application/json');
    const told = `${authorization.replace('/', '\\/')} ${request.url}`;
    response.end(`{"successful":"${told}","${told}":1}`);
  });
  const args = ['--base-url', base, ...allReports, '--verbose'];
  const { call, end, file } = await listening({ args });
  await call('/feed/tunnelco/api?report=1&token=fir5t%2Btoken');
  const headers = { Authorization: 'Bearer sec0nd/token', 'Content-Type': 'application/json' };
  const body = JSON.stringify({ ...goodReport, tags: 'sec0nd/token', 'sec0nd/token': 1 });
  await call('/feed/tunnelco/api', { method: 'POST', headers, body });
  const { code, out, err } = await end();
  expect(code).toBe(1);
  for (const text of [out, err, ...reports.map(file)]) expect(text).not.toMatch(/fir5t|sec0nd/i);
});

test('an unexpected exception is logged, and ends neither the proxy nor its report', async () => {
  const { command, call, end } = await listening(await served());
  expect(command.raise(new Error('a mistake'))).toBe(1);
  await call(fetched);
  const { code, out, err } = await end();
  expect(code).toBe(0);
  expect(command.raise(new Error('too late'))).toBe(0);
  expect(out).toContain('CONFORMS');
  expect(err).toMatch(/"bug":"Error: a mistake/);
});

test('the control plane is not forwarded, and what is too large to be judged is', async () => {
  const base = await answering(json(404, { error: 'no'.repeat(1 << 20), successful: false }));
  const { ask, end } = await listening({ args: ['--base-url', base] });
  expect((await ask('/__admin/callers')).status).toBe(403);
  expect((await ask(fetched)).status).toBe(404);
  expect((await end()).out).toContain('1 exchange with a body over 1 MiB');
});

test('an unreachable target is reported to the client and in the report', async () => {
  const { server, args } = await served();
  const { ask, end } = await listening({ args });
  await server.close();
  const response = await ask(fetched);
  expect(response.status).toBe(502);
  expect(await response.json()).toMatchObject({ successful: false });
  const { code, out } = await end();
  expect(code).toBe(3);
  expect(out).toContain('1 exchange given a 502 here');
});

test.each<[string, (url: string) => Listening]>([
  [
    'ABUSE_FEED_CA',
    (url) => ({ args: ['--base-url', url], env: { ABUSE_FEED_CA: authorityFile } }),
  ],
  [
    'the target file',
    (url) => ({
      args: ['--target', 'target.yaml'],
      files: { 'mine.pem': authority, 'target.yaml': `baseUrl: ${url}\nca: mine.pem\n` },
    }),
  ],
])('a target with TLS is passed on where its authority is in %s', async (_, by) => {
  const { server } = await served({ tls });
  const { ask, end } = await listening(by(server.baseUrl));
  const answer = await ask(fetched);
  const body = Buffer.from(await answer.arrayBuffer());
  const directly = await new Promise<Buffer>((resolve, reject) => {
    const options = { headers: headersOf(), ca: authority, agent: false };
    get(server.baseUrl + fetched, options, (response) => resolve(buffer(response))).on(
      'error',
      reject,
    );
  });
  expect(body.equals(directly)).toBe(true);
  expect((await ask(lookedUp)).headers.has('abuse-feed-listen')).toBe(false);
  expect((await end()).code).toBe(0);
});

test('a target that is not trusted gives 502, says what to do, and is not judged', async () => {
  const { server, args } = await served({ tls });
  const files = { 'other.pem': rootCertificates[0] ?? '' };
  const { ask, end } = await listening({ args, files, env: { ABUSE_FEED_CA: 'other.pem' } });
  const answer = await ask(fetched);
  expect(answer.status).toBe(502);
  expect(answer.headers.get('abuse-feed-listen')).toBe('no-answer');
  expect(await answer.json()).toEqual({
    error: `No response from ${server.baseUrl}: its certificate authority is not trusted; give a file with the authority's certificate as \`ca\` in the target file, or in ABUSE_FEED_CA.`,
    successful: false,
  });
  const { code, out } = await end();
  expect(code).toBe(3);
  expect(out).toContain('1 exchange given a 502 here');
});
