import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { VerifyResult } from '../../../contract-tests/index.ts';
import { conforming } from '../../../contract-tests/judging/reporters/recorded.test.support.ts';
import { dialectOf } from '../../dialects/dialect.ts';
import { startServer } from '../../index.ts';
import { ownSeed } from '../../seed/own-seed.ts';
import { fileHashes } from '../../spec/file-hashes.ts';
import { schemaSample } from '../../spec/schema/samples.ts';
import { schemaNamed } from '../../spec/schemas.ts';
import { folderWith } from '../../values/folder-with.test.support.ts';
import { ran } from '../terminal.test.support.ts';
import { example } from '../verify/verify.test.support.ts';
import { verify } from '../verify/verify.ts';
import { served } from './served.test.support.ts';

const reference = readFileSync(example, 'utf8');
const renamed: { readonly [service: string]: string } = { tunnelco: 'mailco', dyndnsco: 'hostco' };

/** A server with feeds and tokens that no stand-in knows, and a folder with its target file. */
async function realServer() {
  const callers = ownSeed()
    .contents.callers.filter(({ owns }) => owns !== 'pasteco')
    .map(({ owns, token, ...caller }) => ({
      ...caller,
      token: token.replace('token', 'secret'),
      ...(owns !== undefined && { owns: renamed[owns] as string }),
    }));
  const server = await startServer({
    alone: true,
    add: { services: Object.values(renamed), callers },
    dialect: dialectOf({ 'auth.prefix': 'Bearer', 'create.status.created': 202 }),
  });
  onTestFinished(() => server.close());
  const env: { [name: string]: string } = {};
  const target = reference
    .replaceAll('http://127.0.0.1:4010', server.baseUrl)
    .replaceAll(/(?<=ervice: )\w+co/g, (name) => renamed[name] ?? name)
    .replaceAll(/(?<=: )token-[\w-]+/g, (token) => {
      const secret = `Bearer ${token.replace('token', 'secret')}`;
      // One stands there as it is.
      if (token === 'token-reader') return secret;
      const name = token.replaceAll('-', '_').toUpperCase();
      env[name] = secret;
      return `"\${${name}}"`;
    });
  return { server, cwd: folderWith({ 'real.yaml': target }), env };
}

test('a client of the real server needs another URL for its stand-in, and nothing else', async () => {
  const { server, cwd, env } = await realServer();
  const card = ['--card', 'real.dialect.yaml', '--only', 'create/id-type'];
  const learned = await ran(['verify', '--target', 'real.yaml', ...card], { cwd, env });
  expect(learned.code).toBe(0);
  expect(learned.out).toContain(
    'Start a stand-in like it: abuse-feed serve --like real.yaml --dialect real.dialect.yaml\n',
  );
  // The real server is not asked again.
  await server.close();
  const { url, output, stop } = await served(cwd, ['--like', 'real.yaml'], { env });
  expect(output.out).toMatch(/data +in memory/);
  expect(output.out).toMatch(/ \$\{TOKEN_OWNER_TUNNELCO\} +owner of mailco\n/);
  expect(output.out).toContain(`\${ABUSE_FEED_TOKEN_READER}`);
  const page = await (await fetch(`${url}/docs`)).text();
  const at = ['--base-url', url, '--analysis-url', url];
  const only = ['--only', 'delete/flag-is-success,lookup/by-sha256,create/id-type'];
  const again = await ran(['verify', '--target', 'real.yaml', ...at, ...only], { cwd, env });
  expect(again.out).toMatch(/CONFORMS {2}(\d+) of \1 clauses met/);
  const headers = { authorization: 'secret-reader' };
  expect((await fetch(`${url}/feed/mailco/api?report=none`, { headers })).status).toBe(401);
  expect(await stop()).toBe(0);
  expect(readdirSync(cwd).sort()).toEqual(['real.dialect.yaml', 'real.yaml']);
  const written = readFileSync(join(cwd, 'real.dialect.yaml'), 'utf8');
  const printed = [learned, again, output].flatMap(({ out, err }) => [out, err]);
  for (const text of [written, ...printed, page]) expect(text).not.toContain('secret-');
});

/** Those of one file, no two alike. */
function hashesOf(digit: string): { readonly [field: string]: string } {
  return Object.fromEntries(
    fileHashes.map(({ field, digits }, nth) => [field, `${digit.repeat(digits - 1)}${nth}`]),
  );
}

test('a stand-in answers as the card says, and has the analyses that the run saw, if it can hold them', async () => {
  const ones = { ...(schemaSample(schemaNamed('StaticAnalysis')) as object), ...hashesOf('1') };
  const upper = { ...ones, ...hashesOf('C'), sha256Hash: 'AB'.repeat(32), more: 1 };
  const analyses = [ones, upper, { sizeInBytes: 'many' }];
  const openPoint = 'fetch.status.unknown-report';
  const { own } = conforming;
  const others = own?.card.learned.filter((one) => one.openPoint !== openPoint) ?? [];
  const learned = [...others, { openPoint, answer: 410 }];
  const card = { ...own?.card, learned };
  const result = { ...conforming, own: { ...own, analyses, card } } as VerifyResult;
  const cwd = folderWith({ 'real.yaml': reference.replaceAll('4010', '9') });
  const { code, out } = await ran(['--target', 'real.yaml', '--card', 'real.dialect.yaml'], {
    cwd,
    command: (args, io) => verify(args, io, async () => result),
  });
  expect(code).toBe(0);
  expect(out).toMatch(/Learned \d+ of \d+ answers, written to real.dialect.yaml/);
  expect(out).toContain('auth.lifetime');
  const written = readFileSync(join(cwd, 'real.dialect.yaml'), 'utf8');
  // Below the exchange that showed it.
  expect(written).toMatch(/# [A-Z]+ \/\S+ as \S+: \d+\n/);
  expect(written).toContain('fetch.status.unknown-report: 410');
  expect(written + out).not.toContain('token-researcher');

  const { url } = await served(cwd, ['--like', 'real.yaml', '--admin-token=-secret-of-sixteen']);
  const statusOf = async (path: string, authorization: string) =>
    (await fetch(url + path, { headers: { authorization } })).status;
  for (const hash of [hashesOf('1').sha256Hash, 'ab'.repeat(32)])
    expect(await statusOf(`/private/sample/${hash}`, 'token-analyst')).toBe(200);
  const absent = '/feed/tunnelco/api?report=00000000-0000-4000-8000-000000000000';
  expect(await statusOf(absent, 'token-reader')).toBe(410);
  expect(await statusOf('/__admin/state', 'Bearer -secret-of-sixteen')).toBe(200);
});

test.each<[what: string, files: { [name: string]: string }, says: RegExp]>([
  ['without a card', {}, /There is no choice card real\.dialect\.yaml\. Write it with abuse-feed/],
  [
    'with a card that was edited',
    { 'real.dialect.yaml': 'seen: 1' },
    /seen is not as a run writes/,
  ],
])('a target %s is wrong usage', async (_what, files, says) => {
  const cwd = folderWith({ 'real.yaml': reference, ...files });
  const { code, err } = await ran(['serve', '--like', 'real.yaml', '--port', '0'], { cwd });
  expect(err).toMatch(says);
  expect(code).toBe(2);
});
