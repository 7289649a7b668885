import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../values/package-root.ts';

const sources = ['src', 'contract-tests/judging/reporters']
  .flatMap((top) =>
    readdirSync(join(packageRoot, top), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(top, name),
    ),
  )
  .filter((file) => /\.(ts|js)$/.test(file) && !/\.test\.|\.generated\./.test(file))
  .map((file) => ({ file, text: readFileSync(join(packageRoot, file), 'utf8') }));

const scripts = sources.filter(({ file }) => /\/page\/|code-tokens/.test(file));
const pages = sources.filter(({ file }) =>
  /^src\/(pages|docs|admin\/console)\/|^contract-tests\/reporters\/html/.test(file),
);

test('the scripts of all pages stay small', () => {
  const lines = scripts.map(({ text }) => text.split('\n').length - 1);
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.reduce((sum, one) => sum + one)).toBeLessThanOrEqual(2600);
});

test.each([
  [
    'a phrase that is no plain English',
    /\b0 differ|Put back|Nothing has these words|The hash is none/,
  ],
  [
    'a count whose noun does not follow it',
    /\b1 times\b|\$\{(?![^}`]*plural)[^}`]*\} (?!(?:is|was|has|ms|rows|class|besides)\b)[a-z]+s\b/,
  ],
])('no page has %s', (_, phrase) => {
  expect(pages.length).toBeGreaterThan(40);
  const found = pages.flatMap(({ file, text }) => {
    const [said] = phrase.exec(text) ?? [];
    return said === undefined ? [] : [`${file}: ${said}`];
  });
  expect(found).toEqual([]);
});
