import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith } from '../values/folder-with.test.support.ts';
import { packageRoot } from '../values/package-root.ts';

const biome = join(packageRoot, 'node_modules/@biomejs/biome/bin/biome');

/** A file that makes a mistake, and what is said about it. */
const mistakes: readonly [file: string, text: string, says: string][] = [
  [
    'src/operations/smuggled.ts',
    "export const no = { ok: false, refusal: { kind: 'no-token' }, status: 404 };",
    'Operations know no status.',
  ],
  [
    'src/operations/cast.ts',
    'export const no = (answer: unknown) => answer as Outcome<string>;',
    'Operations know no status.',
  ],
  ['src/domain/now.ts', 'export const at = Date.now();', 'This room has no clock'],
  ['src/dialects/date.ts', 'export const at = new Date();', 'This room has no clock'],
  ['src/spec/performance.ts', 'export const at = performance.now();', 'This room has no clock'],
  [
    'src/operations/timer.ts',
    "import { setTimeout as pause } from 'node:timers/promises';\n\nawait pause(1);",
    'This room has no clock',
  ],
  ['src/cli/prints.ts', "console.log('here');", 'Nothing prints by console.'],
  ['contract-tests/judging/prints.ts', "console.error('here');", 'Nothing prints by console.'],
  [
    'src/http/sleeps.test.ts',
    'await new Promise((resolve) => setTimeout(resolve, 100));',
    'A test does not wait for time to pass.',
  ],
  [
    'src/http/pauses.test.ts',
    "import { setTimeout as pause } from 'node:timers/promises';\n\nawait pause(100);",
    'A test does not wait for time to pass.',
  ],
  [
    'src/pages/page-waits.browser.test.ts',
    'await page.waitForTimeout(100);',
    'A test does not wait for time to pass.',
  ],
  [
    'src/http/crowded.ts',
    'export const reply = { ...{ method, url }, status };',
    'A literal is spread into another one.',
  ],
  [
    'src/http/crowded-list.ts',
    'export const words = [...[first, second], third];',
    'A literal is spread into another one.',
  ],
  [
    'src/http/arrow.ts',
    'export const double = (value: number) => 2 * value;',
    'A function of a module is declared with',
  ],
  ['src/http/skipped.test.ts', "test.skip('it works', () => {});", "Don't disable tests."],
  ['src/http/alone.test.ts', "test.only('it works', () => {});", "Don't focus the test."],
  ['src/http/later.test.ts', "test.todo('it works');", 'Every test runs.'],
];

const fine: readonly [file: string, text: string][] = [
  [
    'src/operations/said.ts',
    'export function at(now: number) {\n  return new Date(now).toISOString();\n}',
  ],
  ['src/http/typed.ts', 'export const next: Step = (value) => value + 1;'],
  ['src/http/inner.ts', 'export function run() {\n  const next = () => 1;\n  return next;\n}'],
  ['src/http/several.ts', 'export const all = [first, ...(second ? [second] : [])];'],
  ['src/http/turn.test.ts', 'await new Promise(setImmediate);'],
  ['src/http/tool.test.ts', "test.skipIf(!hasTool)('it works (needs a tool)', () => {});"],
  ['src/repository/build.mjs', "console.log('built');"],
];

function lint(files: readonly (readonly [file: string, text: string, ...rest: string[]])[]) {
  const folder = folderWith();
  for (const [file, text] of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${text}\n`);
  }
  for (const part of ['biome.json', 'lint', 'package.json'])
    cpSync(join(packageRoot, part), join(folder, part), { recursive: true });
  // The configuration asks git what to ignore.
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  const args = ['lint', '--max-diagnostics=none', '--colors=off'];
  const { status, stdout, stderr } = spawnSync(process.execPath, [biome, ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
}

test('the linter says what to do about what a newcomer may not know', () => {
  const { said } = lint(mistakes);
  for (const [file, , says] of mistakes) {
    const about = said.split(/^(?=\S+ (?:lint|plugin))/m).filter((one) => one.startsWith(file));
    expect(about.join('\n'), file).toContain(says);
  }
});

test('and nothing about what is right', () => {
  expect(lint(fine)).toMatchObject({ status: 0 });
});
