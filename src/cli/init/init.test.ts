import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTarget } from '../../../contract-tests/index.ts';
import { answering as serving } from '../../../contract-tests/judging/run/run.test.support.ts';
import { startServer } from '../../index.ts';
import { hashKinds } from '../../spec/file-hashes.ts';
import { folderWith } from '../../values/folder-with.test.support.ts';
import type { Io } from '../io.ts';
import { ran as ranCommand } from '../terminal.test.support.ts';

const sha256 = 'd3375bdd2d063f96df34e68d266e968d553c0c0a7acbf90202fe3d3829a36218';

async function ran(args: readonly string[], more: Partial<Io> = {}) {
  const cwd = folderWith();
  const { code, out, err } = await ranCommand(['init', ...args], { cwd, ...more });
  const printed = out + err;
  const file = join(cwd, 'abuse-feed-target.yaml');
  return { code, printed, file, text: () => readFileSync(file, 'utf8') };
}

const tokens = {
  ABUSE_FEED_TOKEN_RESEARCHER: 'token-researcher-1',
  ABUSE_FEED_TOKEN_READER: 'nobody-has-this',
  ABUSE_FEED_TOKEN_ANALYST: 'token-analyst',
};

test('what is given becomes a target file without secrets, with what was found out', async () => {
  await using server = await startServer();
  const { code, printed, file, text } = await ran(
    ['--base-url', server.baseUrl, '--service', 'tunnelco', '--sha256', sha256],
    { env: tokens },
  );
  expect(code).toBe(0);
  expect(text()).not.toMatch(/token-researcher-1|token-analyst|nobody-has-this/);
  expect(text()).toMatch(
    / {2}researcher: \$\{ABUSE_FEED_TOKEN_RESEARCHER\} # .* seems known: 404 /,
  );
  expect(text()).toMatch(/ {2}reader: \$\{ABUSE_FEED_TOKEN_READER\} # .* seems unknown: 401 /);
  expect(text()).toMatch(/ {2}# service: \$\{ABUSE_FEED_TOKEN_SERVICE\} # the owner of the feed/);
  expect(printed).not.toMatch(/token-researcher-1|token-analyst|nobody-has-this/);
  expect(printed).toContain('tokens.reader seems unknown\n');
  const target = readTarget(file, { env: tokens, cwd: '/' });
  expect(target.tokens.researcher).toBe('token-researcher-1');
  expect(target.analysisUrl).toBe(server.baseUrl);
  // The other hashes are those the analysis states.
  expect(Object.keys(target.analyses[0] ?? {}).sort()).toEqual(hashKinds.toSorted());
});

test('with nothing given, it is a template that says what to fill in', async () => {
  const { code, printed, file, text } = await ran([]);
  expect(code).toBe(0);
  expect(text()).toContain('baseUrl: # fill in: {base_url} of the feed');
  expect(text()).toContain('areas: [feed, lookup]');
  expect(text()).toMatch(/# reader: .* # a known caller who is not a researcher/);
  expect(printed).toContain('Nothing was tried');
  expect(() => readTarget(file, { env: tokens, cwd: '/' })).toThrow(/baseUrl/);
});

test('filled in, a template is a target file', async () => {
  const { file, text } = await ran([]);
  const filled = text()
    .replace(/^baseUrl: .*/m, 'baseUrl: http://127.0.0.1:9')
    .replace(/^analysisUrl: .*/m, 'analysisUrl: http://127.0.0.1:9')
    .replace(/^service: .*/m, 'service: tunnelco')
    .replace('sha256: ""', `sha256: ${sha256}`)
    .replace(/^( *)# (\w+: |limited:| {2}- \{ token)/gm, '$1$2')
    .replace(/^#( callers:| payload:| pace:)/gm, '$1');
  writeFileSync(file, filled.replace(/^ (callers|payload|pace):/gm, '$1:'));
  const env = Object.fromEntries(
    [...filled.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => [name, `token of ${name}`]),
  );
  const target = readTarget(file, { env, cwd: '/' });
  expect(target.tokens.limited).toHaveLength(1);
  expect(target.tokens.reader).toBe('token of ABUSE_FEED_TOKEN_READER');
});

test('the lookup alone is judged where only that is given', async () => {
  await using server = await startServer();
  const { text } = await ran(['--analysis-url', server.analysisUrl, '--sha256', sha256], {
    env: { ABUSE_FEED_TOKEN_ANALYST: 'token-analyst' },
  });
  expect(text()).toContain('areas: [lookup]');
  expect(text()).toContain('# baseUrl: # fill in');
});

test('a response of several lines is one line in the file, and in what is printed', async () => {
  const url = await serving((request, response) => {
    const text = request.url?.startsWith('/feed') ? '{\r\n  "error": "no"\r\n}' : '<p>\n</p>\n';
    response.writeHead(404).end(text);
  });
  const { printed, text } = await ran(
    ['--base-url', url, '--service', 'tunnelco', '--sha256', sha256],
    { env: { ABUSE_FEED_TOKEN_RESEARCHER: 'a', ABUSE_FEED_TOKEN_ANALYST: 'b' } },
  );
  expect(text()).toContain('; seems unclear: 404 { "error": "no" }\n');
  expect(text()).toContain('# no analysis came: 404 <p> </p>\n');
  expect(printed + text()).not.toMatch(/\\u000|\\n/);
});

test('mistakes are reported at once, and an existing file is left alone', async () => {
  const wrong = await ran(['--base-url', 'localhost', '--sha256', 'abc']);
  expect(wrong.code).toBe(2);
  expect(wrong.printed).toMatch(/baseUrl is "localhost"[\s\S]*analyses\[0\]\.sha256/);
  expect(wrong.text).toThrow();
  expect((await ran(['--out', '.'])).printed).toContain('is there already');
});

test('where the server does not answer, the file is written and says nothing about it', async () => {
  const { code, printed, text } = await ran(
    ['--base-url', 'http://127.0.0.1:9', '--service', 'tunnelco'],
    { env: { ABUSE_FEED_TOKEN_RESEARCHER: 'secret' } },
  );
  expect(code).toBe(0);
  expect(printed).toContain('Nothing was tried: no response');
  expect(text()).toContain('baseUrl: "http://127.0.0.1:9"');
});
