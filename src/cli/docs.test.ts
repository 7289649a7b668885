import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { start } from './terminal.test.support.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'abuse-feed-docs-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

test('docs writes a site, names the page to open, and writes it again over itself', async () => {
  const cwd = folder();
  for (const dialect of ['default', 'contrary']) {
    const { ended, shown } = start(['docs', '--dialect', dialect], { cwd });
    expect(await ended).toBe(0);
    expect(shown.out).toMatch(/^Wrote \d+ files to abuse-feed-docs\. Open .*index\.html\.\n$/);
    const page = readFileSync(join(cwd, 'abuse-feed-docs', 'index.html'), 'utf8');
    expect(page).toContain(`<strong>${dialect}</strong>`);
    expect(page).not.toContain('token-researcher-1');
  }
});

test('every file a page of the site asks for is in the site', async () => {
  const cwd = folder();
  await start(['docs', '--out', 'site'], { cwd }).ended;
  for (const name of ['index.html', 'open-points.html', 'clauses.html']) {
    const page = readFileSync(join(cwd, 'site', name), 'utf8');
    const links = [...page.matchAll(/(?:src|href)="([^"#:]+)[^":]*"/g)].map(
      ([, link = '']) => link,
    );
    expect(links.length).toBeGreaterThan(5);
    expect(links.filter((link) => !existsSync(join(cwd, 'site', link)))).toEqual([]);
  }
});

test('docs leaves a folder alone that it did not make', async () => {
  const cwd = folder();
  writeFileSync(join(cwd, 'mine.txt'), 'mine');
  const { ended, shown } = start(['docs', '--out', '.'], { cwd });
  expect(await ended).toBe(2);
  expect(shown.err).toMatch(
    /^abuse-feed: \. holds files that abuse-feed docs did not write\. .*\n$/,
  );
  expect(existsSync(join(cwd, 'index.html'))).toBe(false);
});

test.each([
  [['docs', '--out', 'mine.txt/site'], /is a file, or lies below one/],
  [['docs', '--out', 'mine.txt'], /is a file, or lies below one/],
  [['docs', '--out', ''], /--out is empty/],
  [['docs', 'site'], /takes no argument "site"/],
  [['docs', '--dialect', 'contary'], /Did you mean "contrary"/],
  [['docs', '--ouy', 'site'], /Did you mean --out/],
])('%j is refused in one line', async (args, says) => {
  const cwd = folder();
  writeFileSync(join(cwd, 'mine.txt'), 'mine');
  const { ended, shown } = start(args, { cwd });
  expect(await ended).toBe(2);
  expect(shown.err).toMatch(says);
  expect(shown.err.trim().split('\n')).toHaveLength(1);
});

test('docs --help says what it does', async () => {
  const { ended, shown } = start(['docs', '--help']);
  expect(await ended).toBe(0);
  expect(shown.out).toContain('--out DIR');
});
