import { execFile, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { pages } from './markdown.test.support.ts';
import { packageRoot } from './spec/package-root.ts';

const recipes = join(packageRoot, 'src', 'recipes');
const chromium = process.env.ABUSE_FEED_CHROMIUM ?? '/usr/bin/chromium';
const loader = pathToFileURL(join(packageRoot, 'node_modules/tsx/dist/loader.mjs')).href;

/** A project of somebody who installed the package, with the recipes in it. */
function project(): string {
  const folder = mkdtempSync(join(tmpdir(), 'abuse-feed-recipes-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(recipes, folder, { recursive: true });
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, 'abuse-feed-kit'), { recursive: true });
  mkdirSync(join(modules, '.bin'));
  for (const name of ['vitest', 'playwright-core']) {
    symlinkSync(join(packageRoot, 'node_modules', name), join(modules, name));
  }
  // The sources stand in for the compiled package, which may be older than they are.
  const manifest = { name: 'abuse-feed-kit', type: 'module', exports: './index.js' };
  writeFileSync(join(modules, 'abuse-feed-kit/package.json'), JSON.stringify(manifest));
  const index = pathToFileURL(join(packageRoot, 'src/index.ts')).href;
  writeFileSync(join(modules, 'abuse-feed-kit/index.js'), `export * from '${index}';\n`);
  const main = join(packageRoot, 'src/cli/main.ts');
  const command = join(modules, '.bin/abuse-feed');
  writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`);
  chmodSync(command, 0o755);
  return folder;
}

async function run(command: string, args: string[], cwd = project()): Promise<string> {
  const env = { ...process.env, NODE_OPTIONS: `--import ${loader}`, ABUSE_FEED_CHROMIUM: chromium };
  // A runner that finds another runner around it behaves differently.
  for (const name of Object.keys(env)) {
    if (/^(VITEST|NODE_TEST|TEST$|NODE_ENV$)/.test(name)) delete env[name as keyof typeof env];
  }
  const { stdout } = await promisify(execFile)(command, args, { cwd, env, timeout: 170_000 });
  return stdout;
}

test('vitest: a server for all tests, a world for each', { timeout: 180_000 }, async () => {
  const folder = project();
  const vitest = join(packageRoot, 'node_modules/vitest/vitest.mjs');
  const shown = await run(process.execPath, [vitest, 'run'], join(folder, 'vitest'));
  expect(shown).toMatch(/Tests.*1 passed/);
});

test('vitest under the matrix: every world speaks its dialect', { timeout: 180_000 }, async () => {
  const folder = project();
  const vitest = join(packageRoot, 'node_modules/vitest/vitest.mjs');
  const command = ['--', process.execPath, vitest, 'run'];
  const abuseFeed = join(folder, 'node_modules/.bin/abuse-feed');
  const args = ['matrix', '--only', 'default,contrary', ...command];
  const shown = await run(abuseFeed, args, join(folder, 'vitest'));
  expect(shown).toContain('The command passes under all 2 dialects.');
});

const jest = join(packageRoot, 'node_modules/jest/bin/jest.js');
test.skipIf(!existsSync(jest))(
  'jest: a server for all tests (needs jest: npm install --no-save jest)',
  { timeout: 180_000 },
  async () => void (await run(process.execPath, [jest], join(project(), 'jest'))),
);

const has = (program: string): boolean =>
  spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0 ||
  spawnSync(program, ['version'], { stdio: 'ignore' }).status === 0;

test.skipIf(!has('python3'))(
  'Python: unittest starts the stand-in by its command (needs python3)',
  { timeout: 180_000 },
  async () => void (await run('python3', ['-m', 'unittest', 'test_report'])),
);

test.skipIf(!has('go'))(
  'Go: a test starts the stand-in by its command (needs go)',
  { timeout: 180_000 },
  async () => {
    const folder = project();
    writeFileSync(join(folder, 'go.mod'), 'module report\n\ngo 1.20\n');
    expect(await run('go', ['test', '-count=1', '.'], folder)).toMatch(/^ok/m);
  },
);

test('node:test: a fault that goes away', { timeout: 180_000 }, async () => {
  expect(await run(process.execPath, ['--test', 'node-test.test.mjs'])).toMatch(/pass 1/);
});

test.skipIf(!existsSync(chromium))(
  `Playwright: a page that calls the stand-in (needs ${chromium}: apt-get install chromium)`,
  { timeout: 180_000 },
  async () => {
    expect(await run(process.execPath, ['playwright.mjs'])).toContain(
      'The page was answered with 400: The query parameter report is not UUID-shaped.',
    );
  },
);

test('a shell script that waits for the ready line', { timeout: 180_000 }, async () => {
  expect(await run('sh', ['wait-for-ready.sh'])).toBe('{"status":"ok"}');
});

test('in a program: a server as long as a block lasts', { timeout: 180_000 }, async () => {
  const shown = await run(process.execPath, ['in-a-program.mts']);
  expect(shown).toMatch(/^201 \{\n? *id: '[0-9a-f-]{36}',\n? *successful: true\n? *\}\n$/);
});

test('the pages show the recipes as they are run, and no other program', () => {
  const shown = pages().flatMap(({ path, blocks }) => blocks.map((block) => ({ path, ...block })));
  const programs = shown.filter(
    ({ lang, text }) => ['ts', 'js', 'python', 'go'].includes(lang) || text.startsWith('#!'),
  );
  const names = readdirSync(recipes, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => /\.\w+$/.test(name));
  expect(files.length).toBeGreaterThan(5);
  const sources = files.map((name) => readFileSync(join(recipes, name), 'utf8'));
  expect(programs.map(({ text }) => `${text}\n`).sort()).toEqual(sources.sort());
});
