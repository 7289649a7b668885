import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTarget } from '../../../contract-tests/index.ts';
import { create } from '../../http/create.test.support.ts';
import { startServer } from '../../index.ts';
import { folderWith } from '../../values/folder-with.test.support.ts';
import { CreatedFile } from './created-file.ts';
import { passing, ran, targetFile } from './verify.test.support.ts';

const creator = 'tokens.researcher';
const about = { service: 'tunnelco' };

function created(id: string) {
  return { id, about: { ...about, report: id }, creator };
}

/** The file of a run at a server, in a folder of its own, and what the run has printed. */
function fileOf(target: string, baseUrl?: string) {
  const cwd = folderWith();
  const printed: string[] = [];
  const output = { write: (text: string) => printed.push(text) };
  const io = { stdout: output, stderr: output, env: {}, cwd, signal: new AbortController().signal };
  const described = readTarget(target);
  const at = baseUrl === undefined ? {} : { baseUrl, analysisUrl: baseUrl };
  const file = new CreatedFile({ ...described, ...at }, target, io);
  const path = () => join(cwd, readdirSync(cwd)[0] ?? '');
  const cleanUp = (...args: string[]) => ran(['--cleanup', path(), ...args]);
  return { file, cwd, path, cleanUp, printed, text: () => readFileSync(path(), 'utf8') };
}

async function posted(baseUrl: string, nth: number): Promise<string> {
  const answer = await create({ baseUrl }, { change: { c2Address: `c2-${nth}.example:1` } });
  return ((await answer.json()) as { id: string }).id;
}

test('a create is written down before it is sent, a report before anything else is done with it', () => {
  const { file, cwd, text, printed } = fileOf(targetFile({ baseUrl: 'http://a.example' }));
  file.end(true);
  expect([...readdirSync(cwd), ...printed]).toEqual([]);
  const sent = { c2Address: 'h:1', file256Hash: 'aa', tags: ['of-token-researcher-1-x'] };
  const settle = file.listener.creating?.({ about, creator, sent });
  file.listener.created(created('one'));
  settle?.();
  const lines = text().trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { run: { target: expect.stringContaining('mine.yaml'), baseUrl: 'http://a.example' } },
    { creating: { nth: 1, about, creator, sent: expect.stringContaining('"c2Address":"h:1"') } },
    { created: created('one') },
    { settled: 1 },
  ]);
  expect(text()).not.toContain('token-researcher-1');
  file.end(true);
  expect(printed.join('')).toContain('abuse-feed verify --cleanup ');
  file.end(false);
  expect(readdirSync(cwd)).toEqual([]);
});

test('--cleanup deletes what is left where it was created, and then its file; what is gone already is no trouble', async () => {
  await using server = await startServer();
  const before = server.state().reports.length;
  // The run went elsewhere than the target file says, by an option: to the same host, without TLS.
  const target = targetFile({ baseUrl: server.baseUrl.replace('http:', 'https:') });
  const { file, cwd, path, text, cleanUp } = fileOf(target, server.baseUrl);
  for (const nth of [1, 2]) file.listener.created(created(await posted(server.baseUrl, nth)));
  file.listener.created(created(crypto.randomUUID()));
  // Cut off in the middle of a line, as a crash leaves it.
  writeFileSync(path(), `${text()}{"created":{"abo`);
  const refused = await cleanUp();
  expect(refused.printed).toContain(
    `The run went to ${server.baseUrl}, which the target file does`,
  );
  expect(refused.code).toBe(2);
  expect(server.requests()).toHaveLength(2);
  const there = ['--base-url', server.baseUrl, '--analysis-url', server.baseUrl];
  const { code, printed } = await cleanUp(...there);
  expect(printed).toBe(`Deleting at ${server.baseUrl}\n3 of 3 reports are gone.\n`);
  expect(code).toBe(0);
  expect(server.state().reports).toHaveLength(before);
  expect(readdirSync(cwd)).toEqual([]);
});

test('--cleanup at a server that never had the reports is no success, and the file stays', async () => {
  await using server = await startServer();
  await using other = await startServer();
  const { file, cwd, cleanUp } = fileOf(targetFile(server));
  const id = await posted(server.baseUrl, 1);
  file.listener.created(created(id));
  const elsewhere = await cleanUp('--base-url', other.baseUrl);
  expect(elsewhere.printed).toContain(`; the run went to ${server.baseUrl}`);
  expect(elsewhere.printed).toContain('0 of 1 report is gone.\n1 is not found there');
  expect(elsewhere.code).toBe(3);
  expect(readdirSync(cwd)).toHaveLength(1);
  expect((await cleanUp()).code).toBe(0);
  expect(server.state().reports.some((one) => one.id === id)).toBe(false);
});

test('what --cleanup cannot delete and creates without an answer are named, and stay in the file', async () => {
  await using server = await startServer();
  const headers = { 'content-type': 'application/json' };
  const no = { status: 403, headers, body: '{"error":"Not today","successful":false}' };
  const baseUrl = await passing(server.baseUrl, {
    instead: ({ method }) => (method === 'DELETE' ? no : undefined),
  });
  const { file, text, cleanUp, printed } = fileOf(targetFile({ baseUrl }));
  const ids = [await posted(server.baseUrl, 1), await posted(server.baseUrl, 2)];
  for (const id of ids) file.listener.created(created(id));
  const sent = { c2Address: 'lost.example:1', tags: ['run-abcdef', 'x'.repeat(300)] };
  file.listener.creating?.({ about, creator, sent });
  file.end(false);
  expect(printed.join('')).toContain('1 create was sent without a response');
  const cleaned = await cleanUp();
  expect(cleaned.printed).toContain('0 of 2 reports are gone.\n2 are left, such as tunnelco ');
  expect(cleaned.printed).toContain(`${ids[0]}: Not today\n`);
  expect(cleaned.printed).toContain(
    `  in tunnelco, as ${creator}: {"c2Address":"lost.example:1","tags":["run-abcdef",`,
  );
  expect(cleaned.printed).toContain('lists all of it, and stays.');
  expect(cleaned.code).toBe(3);
  expect(ids.every((id) => text().includes(id))).toBe(true);
});

test('a run names itself in its tags, and every create is in its file before it is sent', async () => {
  await using server = await startServer();
  const seen: { readonly run: string | undefined; readonly isKnown: boolean }[] = [];
  let cwd = '';
  const baseUrl = await passing(server.baseUrl, {
    alter: (answer, { method }) => {
      if (method !== 'POST' || answer.status !== 201) return answer;
      const { id } = JSON.parse(answer.body) as { id: string };
      const report = server.state().reports.find((one) => one.id === id);
      const text = readFileSync(join(cwd, readdirSync(cwd)[0] ?? ''), 'utf8');
      seen.push({
        run: report?.tags.find((tag) => /^run-[a-z]{6}$/.test(tag)),
        isKnown: text.includes(`${report?.file256Hash}`),
      });
      return answer;
    },
  });
  const freeTags = (text: string): string => text.replace(/^ {2}tags:.*\n/m, '');
  const args = ['--target', targetFile({ baseUrl }, freeTags), '--only', 'create/id-present'];
  const { code } = await ran(args, { onFolder: (folder) => (cwd = folder) });
  expect(code).toBe(0);
  expect(new Set(seen.flatMap(({ run }) => run ?? [])).size).toBe(1);
  expect(seen.every(({ isKnown }) => isKnown)).toBe(true);
  expect(readdirSync(cwd)).toEqual([]);
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
