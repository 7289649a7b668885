import { expect, test } from 'vitest';
import { alone, blocksOfGuide, examples, silent, withoutNpx } from './examples.test.support.ts';

test('every command that is shown with what it prints is run by src/repository/examples.test.ts', () => {
  expect(alone.length).toBeGreaterThanOrEqual(5);
  const rest = examples.filter((one) => !alone.includes(one) && !one.command.startsWith('curl '));
  const named = rest.map(
    ({ path, command }) => `${path}: ${withoutNpx(command).split(' ', 2).join(' ')}`,
  );
  expect(named.map((name) => name.replace(/ 'http.*| http.*/, '')).sort()).toEqual([
    'README.md: abuse-feed verify',
    'docs/dialects.md: abuse-feed matrix',
    'docs/learn.md: abuse-feed dialects',
    'docs/learn.md: abuse-feed verify',
    'docs/tutorial.md: abuse-feed verify',
    'docs/verify.md: abuse-feed verify',
  ]);
});

/** Shell blocks shown without output, and what runs them. */
const others: { readonly [begin: string]: string } = {
  'npm ci && npm start': 'the way of a newcomer, which CI goes',
  'npm ci && npm test': 'likewise',
  '# In the checkout.': 'src/cli/packed.command.test.ts packs and installs it',
  '#!/bin/sh': 'a recipe: src/repository/recipes.command.test.ts',
  'npm run bench': 'takes minutes, and other servers',
  'npx abuse-feed serve --dialect contrary --memory --port 4999':
    'the server that src/repository/examples.test.ts learns',
  'npx abuse-feed twin --target real.yaml': 'src/cli/twin/twin.command.test.ts',
  'npx abuse-feed serve --memory': 'src/repository/examples.command.test.ts, on free ports',
  'export ABUSE_FEED_TOKEN_RESEARCHER=': 'src/repository/examples.command.test.ts',
  'node --test client.test.mjs': 'a recipe: src/repository/recipes.command.test.ts',
  'npm run selftest': 'CI',
  'npm run test:changed': 'takes what is not committed',
  'npx --package=node@': 'CI, on the newest Node',
  'curl ': 'every request: src/repository/examples.test.ts',
  'npx abuse-feed dialects show documented > my.dialect.yaml': 'src/repository/examples.test.ts',
  'npx abuse-feed listen ': 'src/cli/listen/listen.test.ts',
  'npx abuse-feed judge ': 'src/cli/listen/judge.test.ts',
  'openssl ': 'src/cli/serve/openssl.command.test.ts',
};

test('every other block of shell is run somewhere', () => {
  const begins = Object.keys(others);
  const unknown = silent.filter(({ text }) => !begins.some((begin) => text.startsWith(begin)));
  expect(unknown.map(({ path, text }) => `${path}: ${text}`)).toEqual([]);
  const idle = begins.filter((begin) => !silent.some(({ text }) => text.startsWith(begin)));
  expect(idle).toEqual([]);
});

/** Blocks of output or files without a command before them; other tests compare them. */
const shownAlone = [
  'docs/learn.md: # The answers of http://127.0.0.1:4999',
  'docs/learn.md: Expected answers (my.dialect.yaml)',
  'docs/serve.md: {"time":',
  'docs/serve.md: port: 4010',
  'docs/verify.md: baseUrl:',
  'docs/verify.md: callers:',
  // CI jobs of GitHub and GitLab.
  'docs/verify.md: - name: Judge the server',
  'docs/verify.md: verify:',
  // The steps after it are run by src/cli/verify/on-github.test.ts.
  'docs/reports.md: env: # of the job',
];

test('every other block is compared somewhere', () => {
  const blocks = blocksOfGuide
    .filter(({ lang }) => ['', 'json', 'yaml'].includes(lang))
    .filter(({ text }) => !examples.some(({ prints }) => prints === text))
    .map(({ path, text }) => `${path}: ${text}`);
  expect(blocks.filter((block) => !shownAlone.some((one) => block.startsWith(one)))).toEqual([]);
  expect(shownAlone.filter((one) => !blocks.some((block) => block.startsWith(one)))).toEqual([]);
});
