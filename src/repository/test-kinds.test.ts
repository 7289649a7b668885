import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../values/package-root.ts';
import { isTestFile, kinds } from './test-kinds.test.support.ts';

const files = readdirSync(packageRoot, { recursive: true, encoding: 'utf8' }).filter(isTestFile);

function textOf(file: string): string {
  return readFileSync(join(packageRoot, file), 'utf8');
}

/** The parts of a name before `.test.ts`, after the first: the kind, if any. */
function kindsIn(file: string): string[] {
  return basename(file).split('.').slice(1, -2);
}

test('a name says one kind at most, and one that there is', () => {
  const wrong = files.filter((file) => {
    const said = kindsIn(file);
    return said.length > 1 || said.some((kind) => !['command', 'browser', 'proof'].includes(kind));
  });
  expect(wrong).toEqual([]);
});

test.each([
  ['starts processes', /^import .*'node:child_process';$/m, ['command', 'browser']],
  ['opens pages', /^import .*browser\.test\.support\.ts';$/m, ['browser']],
])('what %s says so in its name', (_, pattern, kinds) => {
  const wrong = files.filter(
    (file) => pattern.test(textOf(file)) && !kindsIn(file).some((kind) => kinds.includes(kind)),
  );
  expect(wrong).toEqual([]);
});

test('what npm test runs of a kind is there', () => {
  const quick = Object.values(kinds).flatMap((kind) => ('quick' in kind ? kind.quick : []));
  expect(quick.filter((file) => !files.includes(file))).toEqual([]);
});

// Limits belong to the kind and grow on a busy machine; hard-coded ones do not.
test('no test has a time limit of its own', () => {
  const limits = [
    /\b(test|hook)?[tT]imeout: [\d_]{3,}/,
    /^\s*\}, [\d_]{4,}\);$/m,
    /^\s*[\d_]{4,},\n\s*\);$/m,
    /\bset\w*Timeout\([\d_]/,
    /\bvi\.waitFor\b/,
  ];
  const wrong = files.filter((file) => limits.some((limit) => limit.test(textOf(file))));
  expect(wrong).toEqual([]);
});
