import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../values/package-root.ts';
import { pageScript } from './assets.ts';

const sources = ['src', 'contract-tests/judging/reporters']
  .flatMap((top) =>
    readdirSync(join(packageRoot, top), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(top, name),
    ),
  )
  .filter((file) => /\.(ts|js)$/.test(file) && !/\.test\.|\.generated\./.test(file))
  .map((file) => ({ file, text: readFileSync(join(packageRoot, file), 'utf8') }));

const pages = sources.filter(({ file }) =>
  /^src\/(pages|docs|admin\/console)\/|^contract-tests\/reporters\/html/.test(file),
);

test.each([
  ['console.js', 60_000],
  ['docs.js', 24_000],
] as const)('a browser loads little for a page: %s is at most %d bytes', async (name, most) => {
  expect(Buffer.byteLength(await pageScript(name))).toBeLessThanOrEqual(most);
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
  expect(pages.length).toBeGreaterThan(30);
  const found = pages.flatMap(({ file, text }) => {
    const [said] = phrase.exec(text) ?? [];
    return said === undefined ? [] : [`${file}: ${said}`];
  });
  expect(found).toEqual([]);
});
