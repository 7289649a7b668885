import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTarget } from '../../../contract-tests/index.ts';
import { answering as serving } from '../../../contract-tests/judging/run/run.test.support.ts';
import { startServer } from '../../index.ts';
import { hashKinds } from '../../spec/file-hashes.ts';
import type { Io } from '../io.ts';
import { folderWith, ran as ranCommand } from '../terminal.test.support.ts';

const sha256 = 'd3375bdd2d063f96df34e68d266e968d553c0c0a7acbf90202fe3d3829a36218';

const ran = async (args: readonly string[], more: Partial<Io> = {}) => {
  const cwd = folderWith();
  const { code, out, err } = await ranCommand(['init', ...args], { cwd, ...more });
  const printed = out + err;
  const file = join(cwd, 'abuse-feed-target.yaml');
  return { code, printed, file, text: () => readFileSync(file, 'utf8') };
};

/** Answers by the key that a question begins with, one after the other; nothing where none is left. */
const answering = (answers: { readonly [key: string]: readonly string[] }) => {
  const left = new Map(Object.entries(answers).map(([key, list]) => [key, [...list]]));
  const asked: string[] = [];
  const ask = async (question: string) => {
    asked.push(question);
    return left.get(question.split(' ')[0] ?? '')?.shift() ?? '';
  };
  return { ask, asked };
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
  expect(Object.keys(target.analyses[0] ?? {}).sort()).toEqual(hashKinds.toSorted());
});

test('a response of several lines is one line in the file, and in what is printed', async () => {
  const url = await serving((request, response) => {
    const text = request.url?.startsWith('/feed') ? '{\r\n  "error": "no"\r\n}' : '<p>\n</p>\n';
    response.writeHead(404).end(text);
  });
  const { printed, text } = await ran([
    ...['--base-url', url, '--service', 'tunnelco', '--researcher', 'a', '--analyst', 'b'],
    ...['--sha256', sha256],
  ]);
  expect(text()).toContain('# seems unclear: 404 { "error": "no" }\n');
  expect(text()).toContain('# no analysis came: 404 <p> </p>\n');
  expect(printed + text()).not.toMatch(/\\u000|\\n/);
});

test('what is not given is asked for, and what is left out is left out', async () => {
  await using server = await startServer();
  const { ask } = answering({
    baseUrl: [server.baseUrl],
    service: ['tunnelco'],
    'tokens.researcher': ['token-researcher-1'],
  });
  const { code, text } = await ran([], { ask });
  expect(code).toBe(0);
  expect(text()).toContain('areas: [feed]');
  expect(text()).toContain('# reader: # a known caller who is not a researcher');
});

test('mistakes are reported at once, and an existing file is left alone', async () => {
  const wrong = await ran(['--base-url', 'localhost', '--analyst', 'token-analyst']);
  expect(wrong.printed).toMatch(/baseUrl is "localhost"[\s\S]*service is missing[\s\S]*analyses/);
  expect((await ran(['--limited', 'x'])).code).toBe(2);
  expect((await ran(['--out', '.'])).printed).toContain('is there already');
});

test('where the server does not answer, nothing is written', async () => {
  const feed = ['--base-url', 'http://127.0.0.1:9', '--service', 'a', '--researcher', 'secret'];
  const { code, printed, text } = await ran(feed);
  expect([code, printed]).toEqual([3, expect.stringContaining('Nothing was written.')]);
  expect(text).toThrow();
});

test('an empty or mistyped answer is asked for again, and the lookup is where the feed is', async () => {
  await using server = await startServer();
  const { ask, asked } = answering({
    baseUrl: ['localhost:4010', server.baseUrl],
    service: ['', 'tunnelco'],
    'tokens.researcher': ['', 'token-researcher-1'],
    'tokens.otherResearcher': ['token-researcher-1', 'token-researcher-2'],
    'tokens.analyst': ['token-analyst'],
    'SHA-256': ['abc', '', sha256],
    'tokens.limited[0]': ['token-analyst-limited-1'],
    how: ['few', '4'],
  });
  const { code, printed, text } = await ran([], { ask });
  expect(code).toBe(0);
  expect(printed).toContain('service is needed.');
  expect(printed).toMatch(/otherResearcher is given; expected another caller/);
  expect(text()).toContain(`analysisUrl: ${JSON.stringify(server.baseUrl)}`);
  expect(text()).toContain('remaining: 4');
  expect(asked.filter((one) => one.startsWith('tokens.researcher'))).toHaveLength(2);
  expect(asked.join()).toContain('the whole Authorization header, such as `Bearer abc`');
});

test.each(['baseUrl', 'tokens.researcher', 'SHA-256', 'tokens.limited[0]'])(
  'stopped at %s, it says that nothing was written',
  async (last) => {
    const usual = { baseUrl: 'http://127.0.0.1:9', 'SHA-256': sha256 };
    const asked: [string, boolean | undefined][] = [];
    const ask = async (question: string, isSecret?: boolean) => {
      const [key = ''] = question.split(' ');
      asked.push([key, isSecret]);
      if (key === last) return undefined;
      return key === 'analysisUrl' ? '' : (usual[key as keyof typeof usual] ?? key);
    };
    const { code, printed, text } = await ran([], { ask });
    expect([code, printed]).toEqual([
      3,
      expect.stringMatching(/Stopped\. Nothing was written\.\n$/),
    ]);
    expect(text).toThrow();
    expect(asked.at(-1)?.[0]).toBe(last);
    const isHidden = ([key, isSecret = false]: (typeof asked)[number]) =>
      isSecret === key.startsWith('tokens.');
    expect(asked.filter((one) => !isHidden(one))).toEqual([]);
  },
);
