import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTarget } from '../../../contract-tests/index.ts';
import { startServer } from '../../index.ts';
import type { Io } from '../io.ts';
import { UsageError } from '../options.ts';
import { init } from './init.ts';

const sha256 = 'd3375bdd2d063f96df34e68d266e968d553c0c0a7acbf90202fe3d3829a36218';

const ran = async (args: readonly string[], more: Partial<Io> = {}) => {
  const cwd = mkdtempSync(join(tmpdir(), 'init-'));
  let printed = '';
  const output = { write: (text: string) => (printed += text) };
  const signal = new AbortController().signal;
  const code = await init([...args], {
    stdout: output,
    stderr: output,
    env: {},
    cwd,
    signal,
    ...more,
  });
  const file = join(cwd, 'abuse-feed-target.yaml');
  return { code, printed, file, text: () => readFileSync(file, 'utf8') };
};

test('options become a target file without secrets, with what was found out', async () => {
  await using server = await startServer();
  const { code, printed, file, text } = await ran([
    ...['--base-url', server.baseUrl, '--analysis-url', server.analysisUrl],
    ...['--service', 'tunnelco', '--researcher', 'token-researcher-1'],
    ...['--reader', 'nobody-has-this', '--analyst', 'token-analyst'],
    ...['--limited', 'token-analyst-limited-1=4', '--sha256', sha256],
  ]);
  expect(code).toBe(0);
  expect(text()).not.toMatch(/token-researcher-1|token-analyst|nobody-has-this/);
  expect(text()).toMatch(/researcher: \$\{ABUSE_FEED_TOKEN_RESEARCHER\} # seems known: 404 /);
  expect(text()).toMatch(/reader: \$\{ABUSE_FEED_TOKEN_READER\} # seems unknown: 401 /);
  expect(printed).toContain("\n  export ABUSE_FEED_TOKEN_RESEARCHER='…'\n");
  expect(printed).toContain("\n  export ABUSE_FEED_TOKEN_LIMITED_1='…'\n");
  expect(printed).not.toMatch(/token-researcher-1|token-analyst|nobody-has-this/);
  const env = {
    ABUSE_FEED_TOKEN_RESEARCHER: 'r',
    ABUSE_FEED_TOKEN_READER: 'q',
    ABUSE_FEED_TOKEN_ANALYST: 'a',
    ABUSE_FEED_TOKEN_LIMITED_1: 'l',
  };
  const target = readTarget(file, { env, cwd: '/' });
  expect(target.tokens.limited).toEqual([{ token: 'l', remaining: 4 }]);
  // The other hashes are those the analysis states.
  expect(Object.keys(target.analyses[0] ?? {}).sort()).toEqual(['blake3', 'sha256', 'sha512']);
});

test('what is not given is asked for, and what is left out is left out', async () => {
  await using server = await startServer();
  const answers: { readonly [key: string]: string } = {
    baseUrl: server.baseUrl,
    service: 'tunnelco',
    'tokens.researcher': 'token-researcher-1',
  };
  const ask = async (question: string) => answers[question.split(' ')[0] ?? ''] ?? '';
  const { code, text } = await ran([], { ask });
  expect(code).toBe(0);
  expect(text()).toContain('areas: [feed]');
  expect(text()).toContain('# reader: # a known caller who is no researcher');
});

test('mistakes are said at once, and a file that is there is left alone', async () => {
  const wrong = ran(['--base-url', 'localhost', '--analyst', 'token-analyst']);
  await expect(wrong).rejects.toThrow(
    /baseUrl is "localhost"[\s\S]*service is missing[\s\S]*analyses/,
  );
  await expect(ran(['--limited', 'x'])).rejects.toThrow(UsageError);
  await expect(ran(['--out', '.'])).rejects.toThrow('is there already');
});

test('where nobody answers, nothing is written', async () => {
  const feed = ['--base-url', 'http://127.0.0.1:9', '--service', 'a', '--researcher', 'secret'];
  const { code, printed, text } = await ran(feed);
  expect([code, printed]).toEqual([3, expect.stringContaining('Nothing was written.')]);
  expect(text).toThrow();
});

test.each(['baseUrl', 'tokens.researcher', 'SHA-256'])(
  'who stops it at %s is told that nothing was written',
  async (last) => {
    const asked: [string, boolean | undefined][] = [];
    const ask = async (question: string, isSecret?: boolean) => {
      asked.push([question.split(' ')[0] ?? '', isSecret]);
      return question.startsWith(last) ? undefined : 'x';
    };
    const { code, printed, text } = await ran([], { ask });
    expect([code, printed]).toEqual([
      3,
      expect.stringMatching(/Stopped\. Nothing was written\.\n$/),
    ]);
    expect(text).toThrow();
    expect(asked.at(-1)?.[0]).toBe(last);
    expect(asked.filter(([key, isSecret]) => isSecret !== key.startsWith('tokens.'))).toEqual(
      last === 'SHA-256' ? [['SHA-256', undefined]] : [],
    );
  },
);
