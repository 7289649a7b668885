import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { allClauses } from '../spec/clauses/clauses.ts';
import { packageRoot } from '../values/package-root.ts';
import { pages } from './markdown.test.support.ts';
import {
  chromium,
  installRunners,
  project,
  projectForRequire,
  recipes,
  run,
  runners,
} from './recipes.test.support.ts';

const vitest = join(packageRoot, 'node_modules/vitest/vitest.mjs');
const jest = join(runners, 'jest/bin/jest.js');
const jestConfig = ['--config', JSON.stringify({ transform: {} })];

/** Whether a program is installed, in the version that the recipe needs. */
function has(program: string, flag: string, [major, minor]: [number, number]): boolean {
  const { stdout } = spawnSync(program, [flag], { encoding: 'utf8' });
  const [, first = 0, second = 0] = (/(\d+)\.(\d+)/.exec(stdout ?? '') ?? []).map(Number);
  return first > major || (first === major && second >= minor);
}

/** One test per binding clause, per open point, and for the verdict. */
const tests = allClauses().length + 1;
const hasJest = existsSync(jest);
const jestNeeds = `needs ${installRunners}`;
const node = process.execPath;

interface Recipe {
  readonly what: string;
  /** The words of the command; `node` is this one. */
  readonly runs: readonly string[];
  readonly prints: RegExp;
  /** Below the folder of the recipes. */
  readonly inFolder?: string;
  /** Whether it loads the package by `require`. */
  readonly requires?: true;
  /** More files of its project. */
  readonly files?: { readonly [name: string]: string };
  /** Whether what it needs is there, and what that is. */
  readonly needs?: readonly [isThere: boolean, what: string];
}

const required = `const { startServer } = require('abuse-feed-kit');
startServer().then(async (server) => {
  const pages = ['/__admin/version', '/docs/specification.html', '/feed/tunnelco/api?report=x'];
  for (const path of pages) console.log((await fetch(server.baseUrl + path)).status);
  await server.close();
});`;

const all: readonly Recipe[] = [
  {
    what: 'vitest: a server for all tests, a world for each, and a test for every dialect',
    runs: [node, vitest, 'run'],
    inFolder: 'vitest',
    prints: /Tests.*2 passed/,
  },
  {
    what: 'vitest under the matrix: every world has its dialect',
    runs: [
      'abuse-feed',
      'matrix',
      '--only',
      'default,contrary',
      '--',
      node,
      vitest,
      'run',
      'fetch-report',
    ],
    inFolder: 'vitest',
    prints: /The command passes under each of 2 dialects\./,
  },
  {
    what: 'Python: unittest starts the stand-in by its command',
    runs: ['python3', '-m', 'unittest', 'test_report'],
    prints: /OK/,
    needs: [has('python3', '--version', [3, 8]), 'needs Python 3.8'],
  },
  {
    what: 'Go: a test starts the stand-in by its command',
    runs: ['go', 'test', '-count=1', '.'],
    prints: /^ok/m,
    files: { 'go.mod': 'module report\n\ngo 1.20\n' },
    needs: [has('go', 'version', [1, 20]), 'needs Go 1.20'],
  },
  {
    what: 'node:test: a fault that goes away, and a test for every dialect',
    runs: [node, '--test', 'client.test.mjs'],
    prints: /pass 2/,
  },
  {
    what: 'require: the same server, on every Node',
    runs: [node, 'program.cjs'],
    files: { 'program.cjs': required },
    requires: true,
    prints: /^200\n200\n401\n$/,
  },
  {
    what: 'jest: no transform, no flag',
    runs: [node, jest, ...jestConfig],
    inFolder: 'jest',
    requires: true,
    prints: /1 passed/,
    needs: [hasJest, jestNeeds],
  },
  {
    what: 'the contract in vitest: every clause is a test',
    runs: [node, vitest, 'run', 'vitest.test.ts'],
    inFolder: 'contract',
    prints: new RegExp(`Tests.* ${tests}\\b|\\(${tests}\\)`),
  },
  {
    what: 'the contract in node:test',
    runs: [node, '--test', 'node-test.test.mts'],
    inFolder: 'contract',
    prints: /the run is conclusive[\s\S]*fail 0/,
  },
  {
    what: 'the contract in jest',
    runs: [node, jest, ...jestConfig, 'jest.test.js'],
    inFolder: 'contract',
    requires: true,
    prints: new RegExp(`${tests} passed`),
    needs: [hasJest, jestNeeds],
  },
  {
    what: 'Playwright: a page that calls the stand-in',
    runs: [node, 'playwright.mjs'],
    prints: /The page was answered with 400: The parameter report is not UUID-shaped\./,
    needs: [existsSync(chromium), `needs ${chromium}: apt-get install chromium`],
  },
  {
    what: 'a shell script that waits for the ready line',
    runs: ['sh', 'wait-for-ready.sh'],
    prints: /^\{"status":"ok"\}$/,
  },
  {
    what: 'in a program: a server as long as a block lasts',
    runs: [node, 'in-a-program.mts'],
    prints: /^201 \{\n? *id: '[0-9a-f-]{36}',\n? *successful: true\n? *\}\n$/,
  },
];

for (const { what, runs, prints, inFolder = '', requires, files = {}, needs } of all) {
  const [isThere, missing] = needs ?? [true, undefined];
  test.skipIf(!isThere)(missing ? `${what} (${missing})` : what, async () => {
    const folder = requires ? await projectForRequire() : project();
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const [command = '', ...args] = runs;
    const own = join(folder, 'node_modules/.bin', command);
    const program = existsSync(own) ? own : command;
    expect(await run(program, args, join(folder, inFolder))).toMatch(prints);
  });
}

test('the recipes in TypeScript compile under the strictest options', () => {
  const files = [
    'in-a-program.mts',
    'vitest/fetch-report.test.ts',
    'vitest/global-setup.ts',
    'vitest/every-dialect.test.ts',
    'contract/vitest.test.ts',
    'contract/node-test.test.mts',
  ];
  const folder = mkdtempSync(join(packageRoot, 'node_modules/.abuse-feed-compiled-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const settings = {
    extends: join(packageRoot, 'tsconfig.json'),
    compilerOptions: {
      noEmit: true,
      lib: ['es2023', 'dom', 'esnext.disposable'],
      rootDir: packageRoot,
      noUncheckedIndexedAccess: true,
      rewriteRelativeImportExtensions: false,
      allowImportingTsExtensions: true,
      paths: {
        'abuse-feed-kit': [join(packageRoot, 'src/index.ts')],
        'abuse-feed-kit/verify': [join(packageRoot, 'contract-tests/verify.ts')],
      },
    },
    files: files.map((name) => join(recipes, name)),
    include: [],
    exclude: [],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  const tsc = join(packageRoot, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
  expect(stdout).toBe('');
});

test('the pages show the recipes as they are run, and no other program', () => {
  const printed = pages().flatMap(({ path, blocks }) =>
    blocks.map((block) => ({ path, ...block })),
  );
  const programs = printed.filter(
    ({ lang, text }) => ['ts', 'js', 'python', 'go'].includes(lang) || text.startsWith('#!'),
  );
  const names = readdirSync(recipes, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => /\.\w+$/.test(name));
  expect(files.length).toBeGreaterThan(5);
  const sources = files.map((name) => readFileSync(join(recipes, name), 'utf8'));
  expect(programs.map(({ text }) => `${text}\n`).sort()).toEqual(sources.sort());
});
