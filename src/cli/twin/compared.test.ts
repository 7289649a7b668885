import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { conforming } from '../../../contract-tests/reporters/recorded.test.support.ts';
import { startServer } from '../../index.ts';
import { parseYaml } from '../../spec/yaml.ts';
import { folderWith, start } from '../terminal.test.support.ts';
import { example, passing } from '../verify/verify.test.support.ts';
import { twin } from './twin.ts';

const reference = readFileSync(example, 'utf8');

const ofOnes = {
  date: '2026-01-31T13:45:00Z',
  tags: [{ heat: 5, name: 'rat' }],
  ssDeep: '3:a:b',
  configs: {},
  mD5Hash: '1'.repeat(32),
  fileName: 'one.bin',
  sha1Hash: '1'.repeat(40),
  blake3Hash: '2'.repeat(64),
  sha256Hash: '1'.repeat(64),
  sha512Hash: '1'.repeat(128),
  sizeInBytes: 1,
  staticAnalysisDuration: '1 s',
};

/** A server, and its twin as a recorded run has learned it, which has seen an analysis of its own. */
const comparedWith = async (at: { readonly baseUrl: string }, analyses: readonly object[] = []) => {
  const text = reference.replaceAll('http://127.0.0.1:4010', at.baseUrl);
  const cwd = folderWith({ 'real.yaml': text });
  const seen = { ...conforming, analyses: analyses as never };
  const command: typeof twin = (args, io) => twin(args, io, async () => seen);
  const { ended, output } = start(['--target', 'real.yaml', '--compare'], { cwd, command });
  const code = await ended;
  return {
    code,
    output: output.out,
    read: (name: string) => readFileSync(join(cwd, name), 'utf8'),
  };
};

test('a server and its twin are asked the same, and nothing is left behind', async () => {
  await using server = await startServer();
  const before = server.state().reports.length;
  const { code, output } = await comparedWith(server);
  expect(output).toMatch(
    /(\d+) of \1 requests are answered alike by the server and its twin \(100 %/,
  );
  expect([code, server.state().reports.length]).toEqual([0, before]);
});

test('Ctrl-C leaves nothing behind either', async () => {
  await using server = await startServer();
  const before = server.state().reports.length;
  let creates = 0;
  const baseUrl = await passing(server.baseUrl, {
    alter: (answer, { method }) => {
      if (method === 'POST' && answer.status < 300) creates += 1;
      if (creates === 3) command.stop();
      return answer;
    },
  });
  const cwd = folderWith({
    'real.yaml': reference
      .replaceAll('http://127.0.0.1:4010', baseUrl)
      .replace('timeoutMs: 10000', 'timeoutMs: 3000000'),
  });
  const command = start(['--target', 'real.yaml', '--compare'], {
    cwd,
    command: (args, io) => twin(args, io, async () => conforming).catch(() => 3),
  });
  expect(await command.ended).toBe(3);
  expect(creates).toBeGreaterThanOrEqual(3);
  expect(server.state().reports.length).toBe(before);
  expect(readdirSync(cwd).filter((name) => name.endsWith('.jsonl'))).toEqual([]);
});

test('a server that has drifted away from its twin ends with 1, and what differs is printed', async () => {
  await using server = await startServer({ dialect: { 'create.status.created': 200 } });
  const { code, output } = await comparedWith(server);
  expect(output).toMatch(/ {2}a create\n {4}server {2}200 .*\n {4}twin {4}201 /);
  expect(code).toBe(1);
});

test('the twin has the analyses that the run saw, and none that it cannot hold', async () => {
  await using server = await startServer({ add: { analyses: [ofOnes] } });
  const upper = { ...ofOnes, sha256Hash: 'AB'.repeat(32), sha512Hash: 'AB'.repeat(64), more: 1 };
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a server may say so
  const named = { ...ofOnes, fileName: '${HOME}', sha256Hash: '3'.repeat(64) };
  const seen = [ofOnes, { ...upper, blake3Hash: 'cd'.repeat(32) }, named, { sizeInBytes: 'many' }];
  const { code, read } = await comparedWith(server, seen);
  const { add } = parseYaml(read('real.config.yaml')) as {
    add: { analyses: { sha256Hash: string }[] };
  };
  expect(add.analyses.map(({ sha256Hash }) => sha256Hash)).toEqual([
    '1'.repeat(64),
    'ab'.repeat(32),
  ]);
  expect(code).toBe(0);
});
