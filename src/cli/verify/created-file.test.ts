import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { readTarget } from '../../../contract-tests/index.ts';
import { create } from '../../http/create.test.support.ts';
import { startServer } from '../../index.ts';
import { answering } from '../../traffic/listening.test.support.ts';
import { folderWith } from '../../values/folder-with.test.support.ts';
import { CreatedFile } from './created-file.ts';
import { passing, ran, targetFile } from './verify.test.support.ts';

function ioIn(cwd: string) {
  const output = { write: () => true };
  return { stdout: output, stderr: output, env: {}, cwd, signal: new AbortController().signal };
}

function at(baseUrl: string) {
  return { baseUrl, analysisUrl: baseUrl };
}

function onlyFileIn(cwd: string): string {
  return join(cwd, readdirSync(cwd)[0] ?? '');
}

async function posted(baseUrl: string, nth: number): Promise<string> {
  const answer = await create({ baseUrl }, { change: { c2Address: `c2-${nth}.example:1` } });
  return ((await answer.json()) as { id: string }).id;
}

const creator = 'tokens.researcher';
const about = { service: 'tunnelco' };

function created(id: string) {
  return { id, about: { ...about, report: id }, creator };
}

test('a create is written down before it is sent, a report before anything else is done with it', () => {
  const cwd = folderWith();
  const file = new CreatedFile(at('http://a.example'), 'mine.yaml', ioIn(cwd));
  expect(file.hint(true)).toBe('');
  expect(readdirSync(cwd)).toEqual([]);
  const sent = { c2Address: 'h:1', file256Hash: 'aa', tags: ['run-x'] };
  const settle = file.listener.creating?.({ about, creator, sent });
  file.listener.created(created('one'));
  settle?.();
  const lines = readFileSync(onlyFileIn(cwd), 'utf8').trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { target: join(cwd, 'mine.yaml'), ...at('http://a.example') },
    { creating: { nth: 1, about, creator, sent } },
    { created: created('one') },
    { settled: 1 },
  ]);
  expect(file.hint(true)).toContain('--cleanup');
  expect(file.hint(false)).toBe('');
  file.end(false);
  expect(readdirSync(cwd)).toEqual([]);
});

test('--cleanup deletes what is left where it was created, and then its file; what is gone already is no trouble', async () => {
  await using server = await startServer();
  const before = server.state().reports.length;
  const cwd = folderWith();
  // The run went elsewhere than the target file says, by an option: to the same host, without TLS.
  const target = targetFile({ baseUrl: server.baseUrl.replace('http:', 'https:') });
  const file = new CreatedFile(at(server.baseUrl), target, ioIn(cwd));
  for (const nth of [1, 2]) file.listener.created(created(await posted(server.baseUrl, nth)));
  file.listener.created(created(crypto.randomUUID()));
  expect(server.state().reports).toHaveLength(before + 2);
  const path = onlyFileIn(cwd);
  // Cut off in the middle of a line, as a crash leaves it.
  writeFileSync(path, `${readFileSync(path, 'utf8')}{"created":{"abo`);
  const refused = await ran(['--cleanup', path]);
  expect(refused.printed).toContain(
    `The run went to ${server.baseUrl}, which the target file does`,
  );
  expect(refused.code).toBe(2);
  expect(server.requests()).toHaveLength(2);
  const there = ['--base-url', server.baseUrl, '--analysis-url', server.baseUrl];
  const { code, printed } = await ran(['--cleanup', path, ...there]);
  expect(printed).toBe(`Deleting at ${server.baseUrl}\n3 of 3 reports are gone.\n`);
  expect(code).toBe(0);
  expect(server.state().reports).toHaveLength(before);
  expect(readdirSync(cwd)).toEqual([]);
});

test('--cleanup at a server that never had the reports is no success, and the file stays', async () => {
  await using server = await startServer();
  await using other = await startServer();
  const cwd = folderWith();
  const file = new CreatedFile(at(server.baseUrl), targetFile(server), ioIn(cwd));
  const id = await posted(server.baseUrl, 1);
  file.listener.created(created(id));
  const path = onlyFileIn(cwd);
  const elsewhere = await ran(['--cleanup', path, '--base-url', other.baseUrl]);
  expect(elsewhere.printed).toContain(`; the run went to ${server.baseUrl}`);
  expect(elsewhere.printed).toContain('0 of 1 report is gone.\n1 is not found there');
  expect(elsewhere.code).toBe(3);
  expect(readdirSync(cwd)).toEqual([basename(path)]);
  const { code } = await ran(['--cleanup', path]);
  expect(code).toBe(0);
  expect(server.state().reports.some((one) => one.id === id)).toBe(false);
});

test('what --cleanup cannot delete is one line, and all of it is in the file', async () => {
  await using server = await startServer();
  const headers = { 'content-type': 'application/json' };
  const no = { status: 403, headers, body: '{"error":"Not today","successful":false}' };
  const baseUrl = await passing(server.baseUrl, {
    instead: ({ method }) => (method === 'DELETE' ? no : undefined),
  });
  const cwd = folderWith();
  const file = new CreatedFile(at(baseUrl), targetFile({ baseUrl }), ioIn(cwd));
  const ids = [await posted(server.baseUrl, 1), await posted(server.baseUrl, 2)];
  for (const id of ids) file.listener.created(created(id));
  const path = onlyFileIn(cwd);
  const { code, printed } = await ran(['--cleanup', path]);
  expect(printed.split('\n').slice(1)).toEqual([
    '0 of 2 reports are gone.',
    `2 are left, such as tunnelco ${ids[0]}: Not today`,
    `${path} lists all of it, and stays. Remove it when nothing of this is left.`,
    '',
  ]);
  expect(code).toBe(3);
  expect(ids.every((id) => readFileSync(path, 'utf8').includes(id))).toBe(true);
});

test('creates without an answer are named by all that was sent, and their file stays', async () => {
  await using server = await startServer();
  const cwd = folderWith();
  const file = new CreatedFile(at(server.baseUrl), targetFile(server), ioIn(cwd));
  const sent = (nth: number) => ({
    c2Address: `lost.example:${nth}`,
    file256Hash: 'a',
    confidenceScore: 1,
    tags: ['run-abcdef', 'x'.repeat(300)],
  });
  file.listener.creating?.({ about, creator, sent: sent(1) });
  file.listener.creating?.({ about, creator, sent: sent(2) });
  expect(file.hint(false)).toContain('2 creates were sent without a response');
  const { code, printed } = await ran(['--cleanup', onlyFileIn(cwd)]);
  expect(code).toBe(3);
  expect(readdirSync(cwd)).toHaveLength(1);
  for (const nth of [1, 2])
    expect(printed).toContain(
      `  in tunnelco, as ${creator}: {"c2Address":"lost.example:${nth}","file256Hash":"a","confidenceScore":1,"tags":"[\\"run-abcdef\\",`,
    );
});

test('a run names itself in its tags, and every create is in its file before it is sent', async () => {
  await using server = await startServer();
  const received = new Set<string>();
  const known = new Set<string>();
  const runs = new Set<string>();
  let cwd = '';
  const baseUrl = await passing(server.baseUrl, {
    alter: (answer, { method }) => {
      if (method !== 'POST' || answer.status !== 201) return answer;
      const { id } = JSON.parse(answer.body) as { id: string };
      const report = server.state().reports.find((one) => one.id === id);
      const run = report?.tags.find((tag) => /^run-[a-z]{6}$/.test(tag));
      if (run) runs.add(run);
      received.add(report?.file256Hash ?? '');
      const file = readFileSync(onlyFileIn(cwd), 'utf8');
      if (file.includes(report?.file256Hash ?? '')) known.add(report?.file256Hash ?? '');
      return answer;
    },
  });
  const freeTags = (text: string): string => text.replace(/^ {2}tags:.*\n/m, '');
  const args = ['--target', targetFile({ baseUrl }, freeTags), '--only', 'create/id-present'];
  const { code } = await ran(args, { onFolder: (folder) => (cwd = folder) });
  expect(code).toBe(0);
  expect(runs.size).toBe(1);
  expect(readdirSync(cwd)).toEqual([]);
  expect(received.size).toBeGreaterThan(0);
  expect(known).toEqual(received);
});

test('ids that are numbers stop further creation at once, and what is left is listed', async () => {
  await using server = await startServer();
  const before = server.state().reports.length;
  let number = 0;
  const baseUrl = await passing(server.baseUrl, {
    alter: (answer, { method }) => {
      if (method !== 'POST' || answer.status !== 201) return answer;
      number += 1;
      return { ...answer, body: JSON.stringify({ id: number, successful: true }) };
    },
  });
  const { code, printed } = await ran(['--target', targetFile({ baseUrl }), '--only', 'create/*']);
  const left = server.state().reports.length - before;
  expect(code).toBe(1);
  expect(left).toBeLessThan(5);
  expect(printed.match(/its id is no text/g)).toHaveLength(left);
});

test('a token that a server uses as an id is in no file, and is asked for by its own value', async () => {
  const asked: string[] = [];
  const baseUrl = await answering((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.setHeader('content-type', 'application/json');
    response.end('{"success":true,"successful":true,"message":"gone"}');
  });
  const cwd = folderWith();
  const target = targetFile({ baseUrl });
  const file = new CreatedFile(readTarget(target), target, ioIn(cwd));
  for (const id of ['token-reader', 'of-token-researcher-1-x', 'TOKEN-ANALYST'])
    file.listener.created(created(id));
  const path = onlyFileIn(cwd);
  expect(readFileSync(path, 'utf8')).not.toMatch(/token-(reader|researcher|analyst)/i);
  // Somebody has edited it.
  const lines = readFileSync(path, 'utf8').trimEnd();
  const strange = [
    '{"created":{"id":7}}',
    'not ours',
    '{"deleted":[]}',
    lines.split('\n')[0],
    '{}',
  ];
  writeFileSync(path, `${lines}\n${strange.join('\n')}\n`);
  const { printed } = await ran(['--cleanup', path]);
  const lineNumbers = 'line 5, line 6, line 7, line 8, line 9';
  expect(printed).toContain(`Passed over, since no run writes them so: ${lineNumbers}\n`);
  expect(asked).toContain('DELETE /feed/tunnelco/api?report=token-reader');
  expect(asked).toContain('DELETE /feed/tunnelco/api?report=of-token-researcher-1-x');
  expect(printed).not.toMatch(/token-(reader|researcher)/);
});
