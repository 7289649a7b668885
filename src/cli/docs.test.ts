import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

test('every link of the site leads to something in it, headings included', async () => {
  const cwd = folder();
  await start(['docs', '--out', 'site'], { cwd }).ended;
  const site = join(cwd, 'site');
  const text = (name: string) => readFileSync(join(site, name), 'utf8');
  const names = readdirSync(site).filter((name) => name.endsWith('.html'));
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) {
    const links = [...text(name).matchAll(/ (?:src|href)="([^"]+)"/g)]
      .map(([, link = '']) => link)
      .filter((link) => !/^(https?|data):/.test(link));
    expect(links.length).toBeGreaterThan(5);
    const dead = links.filter((link) => {
      const [file = '', anchor] = link.split('#');
      if (!existsSync(join(site, file || name))) return true;
      return anchor !== undefined && !text(file || name).includes(` id="${anchor}"`);
    });
    expect(dead, name).toEqual([]);
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
