import { existsSync, readFileSync } from 'node:fs';
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

test('docs/serve.md has a line for every operation', () => {
  const requests = operationPlaces.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  const rows = [...serving.matchAll(/^\| [^|]+ \| `([A-Z]+ [^`?]+)/gm)].map(
    ([, request]) => request,
  );
  const missing = requests
    .filter((request) => !rows.includes(request))
    .map((request) => `add to the table: | what it does | \`${request}\` | its response | who |`);
  expect(missing).toEqual([]);
  expect(rows, 'lines of operations that openapi.yaml has not').toHaveLength(requests.length);
});

test('docs/serve.md has every seeded token', () => {
  const tokens = ownSeed().contents.callers.map(({ token }) => token);
  const rows = [...serving.matchAll(/^\| (`token-[^|]+) \|/gm)].map(([, cell = '']) => cell);
  const shown = rows.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, token]) => token));
  const missing = tokens
    .filter((token) => !shown.includes(token))
    .map((token) => `add to the table: | \`${token}\` | who |`);
  expect(missing).toEqual([]);
  expect(shown, 'tokens that seed-data/callers.yaml has not').toHaveLength(tokens.length);
});

test('nobody is sent to a registry before the package is there, but for one line', () => {
  const text = all.map((page) => page.text).join('\n');
  expect(text.match(/npm (i|install)\b.* abuse-feed-kit\b(?!-)/g)).toHaveLength(1);
  // The installed bin, or that of the checkout, never the package name.
  expect(text).not.toMatch(/npx [^`\n]*abuse-feed-kit/);
  expect(text).not.toMatch(/^(\$ )?abuse-feed [a-z]/m);
  const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  const files = new Set(text.match(/abuse-feed-kit-\d[\w.]*\.tgz/g));
  expect([...files]).toEqual([`abuse-feed-kit-${version}.tgz`]);
});
