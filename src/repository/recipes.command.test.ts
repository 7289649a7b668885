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

test('vitest: a server for all tests, a world for each, and a test for every dialect', async () => {
  const printed = await run(process.execPath, [vitest, 'run'], join(project(), 'vitest'));
  expect(printed).toMatch(/Tests.*2 passed/);
});

test('vitest under the matrix: every world has its dialect', async () => {
  const folder = project();
  const command = ['--', process.execPath, vitest, 'run', 'fetch-report'];
  const abuseFeed = join(folder, 'node_modules/.bin/abuse-feed');
  const args = ['matrix', '--only', 'default,contrary', ...command];
  const printed = await run(abuseFeed, args, join(folder, 'vitest'));
  expect(printed).toContain('The command passes under each of 2 dialects.');
});

/** Whether a program is installed, in the version that the recipe needs. */
function has(program: string, flag: string, [major, minor]: [number, number]): boolean {
  const { stdout } = spawnSync(program, [flag], { encoding: 'utf8' });
  const [, first = 0, second = 0] = (/(\d+)\.(\d+)/.exec(stdout ?? '') ?? []).map(Number);
  return first > major || (first === major && second >= minor);
}

test.skipIf(!has('python3', '--version', [3, 8]))(
  'Python: unittest starts the stand-in by its command (needs Python 3.8)',
  async () => void (await run('python3', ['-m', 'unittest', 'test_report'])),
);

test.skipIf(!has('go', 'version', [1, 20]))(
  'Go: a test starts the stand-in by its command (needs Go 1.20)',
  async () => {
    const folder = project();
    writeFileSync(join(folder, 'go.mod'), 'module report\n\ngo 1.20\n');
    expect(await run('go', ['test', '-count=1', '.'], folder)).toMatch(/^ok/m);
  },
);

test('node:test: a fault that goes away, and a test for every dialect', async () => {
  expect(await run(process.execPath, ['--test', 'client.test.mjs'])).toMatch(/pass 2/);
});

test('require: the same server, on every Node', async () => {
  const folder = await projectForRequire();
  const program = [
    "const { startServer } = require('abuse-feed-kit');",
    'startServer().then(async (server) => {',
    "  const pages = ['/__admin/version', '/docs/specification.html', '/feed/tunnelco/api?report=x'];",
    '  for (const path of pages) console.log((await fetch(server.baseUrl + path)).status);',
    '  await server.close();',
    '});',
  ].join('\n');
  writeFileSync(join(folder, 'program.cjs'), program);
  expect(await run(process.execPath, ['program.cjs'], folder)).toBe('200\n200\n401\n');
});

test.skipIf(!existsSync(jest))(
  `jest: no transform, no flag (needs ${installRunners})`,
  async () => {
    const folder = join(await projectForRequire(), 'jest');
    expect(await run(process.execPath, [jest, ...jestConfig], folder)).toMatch(/1 passed/);
  },
);

/** One test per binding clause, per open point, and for the verdict. */
const tests = allClauses().length + 1;

test('the contract in vitest: every clause is a test', async () => {
  const folder = join(project(), 'contract');
  const printed = await run(process.execPath, [vitest, 'run', 'vitest.test.ts'], folder);
  expect(printed).toMatch(new RegExp(`Tests.* ${tests}\\b|\\(${tests}\\)`));
});

test('the contract in node:test', async () => {
  const args = ['--test', 'node-test.test.mts'];
  const printed = await run(process.execPath, args, join(project(), 'contract'));
  expect(printed).toContain('the run is conclusive');
  expect(printed).toMatch(/fail 0/);
});

test.skipIf(!existsSync(jest))(`the contract in jest (needs ${installRunners})`, async () => {
  const folder = join(await projectForRequire(), 'contract');
  const args = [jest, ...jestConfig, 'jest.test.js'];
  expect(await run(process.execPath, args, folder)).toMatch(`${tests} passed`);
});

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

test.skipIf(!existsSync(chromium))(
  `Playwright: a page that calls the stand-in (needs ${chromium}: apt-get install chromium)`,
  async () => {
    expect(await run(process.execPath, ['playwright.mjs'])).toContain(
      'The page was answered with 400: The parameter report is not UUID-shaped.',
    );
  },
);

test('a shell script that waits for the ready line', async () => {
  expect(await run('sh', ['wait-for-ready.sh'])).toBe('{"status":"ok"}');
});

test('in a program: a server as long as a block lasts', async () => {
  const printed = await run(process.execPath, ['in-a-program.mts']);
  expect(printed).toMatch(/^201 \{\n? *id: '[0-9a-f-]{36}',\n? *successful: true\n? *\}\n$/);
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
