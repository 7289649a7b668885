import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { answering, json } from '../../../contract-tests/judging/run/run.test.support.ts';
import { mutants } from '../../../contract-tests/selftest/mutants/index.ts';
import { headersOf } from '../../http/create.test.support.ts';
import { goodReport } from '../../http/request/sample-values.test.support.ts';
import { startServer } from '../../server.ts';
import { folderWith } from '../../values/folder-with.test.support.ts';
import { start } from '../terminal.test.support.ts';

async function listening(mutant?: string, args: string[] = [], baseUrl?: string) {
  const mutation = mutants.find(({ name }) => name === mutant)?.mutation();
  const server = await startServer({ ...(mutation && { mutant: mutation }) });
  onTestFinished(() => server.close());
  const cwd = folderWith();
  const at = ['--base-url', baseUrl ?? server.baseUrl];
  const command = start(['listen', ...at, '--port', '0', ...args], { cwd });
  await command.started;
  const [url = ''] = /http:\S+?(?=,)/.exec(command.output.out) ?? [];
  const call = async (path: string, init: RequestInit = {}) => {
    const headers = headersOf();
    const response = await fetch(url + path, { headers, ...init });
    return (await response.json()) as { id: string };
  };
  const end = async () => {
    command.stop();
    return { code: await command.ended, ...command.output };
  };
  return {
    server,
    url,
    call,
    end,
    command,
    file: (name: string) => readFileSync(join(cwd, name), 'utf8'),
  };
}

test('a server is judged by what a client asks, and the report has what was broken', async () => {
  const args = ['--json', 'r.json', '--junit', 'r.xml', '--html', 'r.html'];
  const { call, end, file } = await listening('delete-pretends', args);
  const { id } = await call('/feed/tunnelco/api', {
    method: 'POST',
    body: JSON.stringify(goodReport),
  });
  await call(`/feed/tunnelco/api?report=${id}`);
  await call(`/feed/tunnelco/api?report=${id}`, { method: 'DELETE' });
  await call(`/feed/tunnelco/api?report=${id}`);
  const { code, out, err } = await end();
  expect(code).toBe(1);
  expect(out).toContain('     delete/success-means-gone: ');
  expect(out).toContain('VIOLATES  1 clause is broken');
  expect(err).toContain('"broken":["delete/success-means-gone"]');
  expect(out + err + file('r.json')).not.toContain('token-researcher-1');
  expect(file('r.json')).toContain('"violates"');
  expect(file('r.xml')).toContain('delete/success-means-gone');
  expect(file('r.html')).toContain('delete/success-means-gone');
});

test('a correct server conforms as far as it was observed; client mistakes are listed separately', async () => {
  const { call, end } = await listening();
  await call('/feed/tunnelco/api', {
    method: 'POST',
    body: JSON.stringify({ ...goodReport, tags: 'a' }),
  });
  await call('/feed/tunnelco/api?report=5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01');
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
  const files = ['json', 'junit', 'html'];
  const args = [...files.flatMap((name) => [`--${name}`, name]), '--verbose'];
  const { call, end, file } = await listening(undefined, args, base);
  await call('/feed/tunnelco/api?report=1&token=fir5t%2Btoken');
  const headers = { Authorization: 'Bearer sec0nd/token', 'Content-Type': 'application/json' };
  const body = JSON.stringify({ ...goodReport, tags: 'sec0nd/token', 'sec0nd/token': 1 });
  await call('/feed/tunnelco/api', { method: 'POST', headers, body });
  const { code, out, err } = await end();
  expect(code).toBe(1);
  for (const text of [out, err, ...files.map(file)]) expect(text).not.toMatch(/fir5t|sec0nd/i);
});

test('an unexpected exception is logged, and ends neither the proxy nor its report', async () => {
  const { command, call, end } = await listening();
  expect(command.raise(new Error('a mistake'))).toBe(1);
  await call('/feed/tunnelco/api?report=5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01');
  const { code, out, err } = await end();
  expect(code).toBe(0);
  expect(command.raise(new Error('too late'))).toBe(0);
  expect(out).toContain('CONFORMS');
  expect(err).toMatch(/"bug":"Error: a mistake/);
});

test('the control plane of a stand-in is not forwarded', async () => {
  const { url, end } = await listening();
  expect((await fetch(`${url}/__admin/callers`)).status).toBe(403);
  await end();
});

test('what is too large to be judged is passed on and counted', async () => {
  const wordy = await answering(json(404, { error: 'no'.repeat(1 << 20), successful: false }));
  const { call, end } = await listening(undefined, [], wordy);
  await call('/feed/tunnelco/api?report=none');
  const { out } = await end();
  expect(out).toContain('1 exchange with a body over 1 MiB');
});

test('an unreachable target is reported to the client and in the report', async () => {
  const { server, url, end } = await listening();
  await server.close();
  const response = await fetch(`${url}/feed/tunnelco/api`);
  expect(response.status).toBe(502);
  expect(await response.json()).toMatchObject({ successful: false });
  const { code, out } = await end();
  expect(code).toBe(3);
  expect(out).toContain('1 exchange given a 502 here');
});
