import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { VerifyResult } from '../../../contract-tests/index.ts';
import {
  conforming,
  unreachable,
  violating,
} from '../../../contract-tests/judging/reporters/recorded.test.support.ts';
import { parseDialect } from '../../dialects/dialect-file.ts';
import { parseYaml } from '../../document/yaml.ts';
import { fileHashes } from '../../spec/file-hashes.ts';
import { schemaSample } from '../../spec/schema/samples.ts';
import { schemaNamed } from '../../spec/schemas.ts';
import { folderWith } from '../../values/folder-with.test.support.ts';
import type { Command } from '../run.ts';
import { expectWrongUsage, ran, start, urlIn } from '../terminal.test.support.ts';
import { example } from '../verify/verify.test.support.ts';
import { verify } from '../verify/verify.ts';
import { twin } from './twin.ts';

const reference = readFileSync(example, 'utf8');

/** A folder with a target file for a server, and whatever else a test puts there. */
function folderFor(at: { baseUrl: string }, files: { [name: string]: string } = {}, more = '') {
  const text = `${reference.replaceAll('http://127.0.0.1:4010', at.baseUrl)}\n${more}\n`;
  const cwd = folderWith({ 'real.yaml': text, ...files });
  return { cwd, read: (name: string) => readFileSync(join(cwd, name), 'utf8') };
}

/** What a run says that has learned another answer besides. */
function learning(openPoint: string, answer: number): VerifyResult {
  const { own } = conforming;
  if (!own) throw new Error('the recorded run has learned nothing');
  const { card } = own;
  const others = card.learned.filter((one) => one.openPoint !== openPoint);
  const another = { openPoint, answer } as (typeof card.learned)[number];
  return { ...conforming, own: { ...own, card: { ...card, learned: [...others, another] } } };
}

function recorded(command: typeof twin | typeof verify, result: VerifyResult): Command {
  return (args, io) => command(args, io, async () => result);
}

test('--learn writes what was seen, below the exchange that showed it, and says what was not', async () => {
  const { cwd, read } = folderFor({ baseUrl: 'http://127.0.0.1:9' });
  const { ended, output } = start(['--target', 'real.yaml', '--learn', 'real.dialect.yaml'], {
    cwd,
    command: recorded(verify, learning('create.status.created', 202)),
  });
  expect(await ended).toBe(0);
  const card = read('real.dialect.yaml');
  expect(parseDialect(card, 'card')).toMatchObject({ 'create.status.created': 202 });
  expect(card).toMatch(/# [A-Z]+ \/\S+ as \S+: \d+\n/);
  expect(output.out).toMatch(/Learned \d+ of \d+ answers, written to real.dialect.yaml/);
  expect(output.out).toContain('auth.lifetime');
  expect(card + read('real.config.yaml') + output.out).not.toContain('token-researcher');
});

test('twin judges, learns and serves in one go, with the tokens that stand in the target file', async () => {
  const { cwd } = folderFor({ baseUrl: 'http://127.0.0.1:9' });
  const serving = ['--port', '0', '--quiet', '--admin-token=-secret'];
  const made = start(['--target', 'real.yaml', ...serving], {
    cwd,
    command: recorded(twin, learning('fetch.status.unknown-report', 410)),
  });
  await made.started;
  expect(made.output.out).toContain(
    'Its answers are in real.dialect.yaml, its services and callers in real.config.yaml. Starting',
  );
  const url = urlIn(made.output.out);
  const absent = '00000000-0000-4000-8000-000000000000';
  const answer = await fetch(`${url}/feed/tunnelco/api?report=${absent}`, {
    headers: { authorization: 'token-reader' },
  });
  expect(answer.status).toBe(410);
  const state = async (headers: Record<string, string>) =>
    (await fetch(`${url}/__admin/state`, { headers })).status;
  expect(await state({})).toBe(401);
  expect(await state({ authorization: 'Bearer -secret' })).toBe(200);
  made.stop();
  expect(await made.ended).toBe(0);
});

test.each([
  [
    'could not be judged',
    {
      result: unreachable,
      code: 3,
      where: 'err',
      says: 'The server could not be judged, so no twin of it is started.',
    },
  ],
  [
    'violates',
    {
      result: violating,
      code: 0,
      where: 'out',
      says: 'The server violates the specification; its twin does not',
    },
  ],
] as const)(
  'the output says what the twin of a server that %s is worth',
  async (_, { result, code, where, says }) => {
    const { cwd } = folderFor({ baseUrl: 'http://127.0.0.1:9' });
    const judged = { ...result, ...(conforming.own && { own: conforming.own }) };
    const made = start(['--target', 'real.yaml', '--port', '0', '--quiet'], {
      cwd,
      command: recorded(twin, judged),
    });
    await made.started;
    made.stop();
    expect(await made.ended).toBe(code);
    expect(made.output[where]).toContain(says);
  },
);

test('a twin that is stopped while it learns says what was written', async () => {
  const { cwd } = folderFor({ baseUrl: 'http://127.0.0.1:9' });
  const judged = { ...unreachable, ...(conforming.own && { own: conforming.own }) };
  const made = start(['--target', 'real.yaml', '--port', '0', '--quiet'], {
    cwd,
    command: recorded(twin, judged),
  });
  made.stop();
  expect(await made.ended).toBe(3);
  expect(made.output.err).toContain(
    'Stopped before the server was judged, so no twin of it is started. What was learned until then is in real.dialect.yaml and real.config.yaml.',
  );
});

/** Those of one file, no two alike. */
function hashesOf(digit: string): { readonly [field: string]: string } {
  return Object.fromEntries(
    fileHashes.map(({ field, digits }, nth) => [field, `${digit.repeat(digits - 1)}${nth}`]),
  );
}

const ofOnes = {
  ...(schemaSample(schemaNamed('StaticAnalysis')) as object),
  ...hashesOf('1'),
};

test('the twin has the analyses that the run saw, and none that it cannot hold', async () => {
  const upper = { ...ofOnes, ...hashesOf('C'), sha256Hash: 'AB'.repeat(32), more: 1 };
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a server may say so
  const named = { ...ofOnes, fileName: '${HOME}', sha256Hash: '3'.repeat(64) };
  const seen = [ofOnes, upper, named, { sizeInBytes: 'many' }];
  const { cwd, read } = folderFor({ baseUrl: 'http://127.0.0.1:9' });
  const made = start(['--target', 'real.yaml', '--port', '0', '--quiet'], {
    cwd,
    command: recorded(twin, {
      ...conforming,
      ...(conforming.own && { own: { ...conforming.own, analyses: seen as never } }),
    }),
  });
  await made.started;
  const url = urlIn(made.output.out);
  const { add } = parseYaml(read('real.config.yaml')) as {
    add: { analyses: { sha256Hash: string }[] };
  };
  const hashes = add.analyses.map(({ sha256Hash }) => sha256Hash);
  expect(hashes).toEqual([hashesOf('1').sha256Hash, 'ab'.repeat(32)]);
  for (const hash of hashes) {
    const headers = { authorization: 'token-analyst' };
    expect((await fetch(`${url}/private/sample/${hash}`, { headers })).status).toBe(200);
  }
  made.stop();
  expect(await made.ended).toBe(0);
});

test('a configuration that somebody else wrote is not written over', async () => {
  const files = { 'real.config.yaml': 'port: 4011\n' };
  const { cwd, read } = folderFor({ baseUrl: 'http://127.0.0.1:9' }, files);
  const args = ['verify', '--target', 'real.yaml', '--learn', 'real.dialect.yaml'];
  const { ended, output } = start(args, { cwd });
  expect(await ended).toBe(2);
  expect(output.err).toContain('real.config.yaml is there already, and --learn has not written it');
  expect(read('real.config.yaml')).toBe('port: 4011\n');
});

test.each([
  ['a mistake', { 'my.dialect.yaml': 'fetch.who: everyone' }, 'expected one of known, public'],
  ['no file', {}, 'expect: my.dialect.yaml cannot be read: there is no such file'],
])('%s where a target expects a dialect is wrong usage', async (_what, files, says) => {
  const at = { baseUrl: 'http://127.0.0.1:1' };
  const { cwd } = folderFor(at, files, 'expect: my.dialect.yaml');
  const { code, err } = await ran(['verify', '--target', 'real.yaml'], { cwd });
  expect(code).toBe(2);
  expect(err).toContain(says);
});

test.each<[string[], RegExp]>([
  [['twin'], /twin needs --target FILE/],
  [['twin', 'real.yaml'], /Did you mean --target\?/],
  [['twin', '--target', 'a', '--port', 'x'], /--port is "x"/],
  [['twin', '--target', 'x', '--admin-token='], /--admin-token is empty/],
])('%j is a usage error explained in one line', expectWrongUsage);
