import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { ownSeed } from '../seed/own-seed.ts';
import { operationPlaces } from '../spec/operations.ts';
import { packageRoot } from '../values/package-root.ts';
import { anchors, type MarkdownPage, pages } from './markdown.test.support.ts';

const all = pages();
const inDocs = all.filter(({ path }) => /^docs\/[^/]+$/.test(path));

function anchorsIn({ text, tokens }: MarkdownPage): string[] {
  const anchor = anchors();
  const headings = tokens.flatMap((token) =>
    token.type === 'heading' ? [anchor(token.text)] : [],
  );
  const written = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id);
  return [...headings, ...written];
}

/** What is wrong with a link of a page, if anything. */
function flaw({ path }: MarkdownPage, href: string): string | undefined {
  if (/^https?:/.test(href)) return undefined;
  const [to = '', anchor] = href.split('#');
  const target = to === '' ? path : posix.join(posix.dirname(path), to);
  if (!existsSync(join(packageRoot, target))) return `${path} links to ${href}: no such file`;
  if (anchor === undefined) return undefined;
  const page = all.find((one) => one.path === target);
  return page && anchorsIn(page).includes(anchor)
    ? undefined
    : `${path} links to ${href}: no such heading`;
}

test('every link of every Markdown file leads somewhere', () => {
  expect(all.length).toBeGreaterThan(10);
  expect(all.flatMap(({ links }) => links).length).toBeGreaterThan(50);
  expect(all.flatMap((page) => page.links.map((href) => flaw(page, href)).filter(Boolean))).toEqual(
    [],
  );
});

test('every file or folder of the repository that is named in a page is there', () => {
  const named = all.flatMap(({ path, text }) =>
    [...text.matchAll(/`((?:src|contract-tests|bench|seed-data|docs)\/[\w./-]*)`/g)].map(
      ([, name = '']) => ({ path, name }),
    ),
  );
  expect(named.length).toBeGreaterThan(50);
  const gone = named.filter(({ name }) => !existsSync(join(packageRoot, name)));
  expect(gone).toEqual([]);
});

test('every page of docs/ can be reached from the README', () => {
  const readme = all.find(({ path }) => path === 'README.md');
  const linked = readme?.links.map((href) => href.split('#')[0]);
  for (const { path } of inDocs) expect(linked).toContain(path);
});

const serving = all.find(({ path }) => path === 'docs/serve.md')?.text ?? '';

/** What stands in code in the rows of a table, in the column that such a pattern finds. */
function shownIn(column: RegExp): string[] {
  const cells = [...serving.matchAll(column)].map(([, cell = '']) => cell);
  return cells.flatMap((cell) => [...cell.matchAll(/`(\w[^`?]*)/g)].map(([, code = '']) => code));
}

test.each([
  [
    'operation of openapi.yaml',
    operationPlaces.map(({ method, path }) => `${method.toUpperCase()} ${path}`),
    /^\| [^|]+ \| (`[A-Z]+ [^`?]+)/gm,
  ],
  [
    'token of seed-data/callers.yaml',
    ownSeed().contents.callers.map(({ token }) => token),
    /^\| ((?:`token-[\w-]+`[, ]*)+)/gm,
  ],
])('docs/serve.md has a row for every %s, and no other', (_, expected, column) => {
  expect(shownIn(column).sort()).toEqual(expected.toSorted());
});
