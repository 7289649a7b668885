import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith } from '../values/folder-with.test.support.ts';
import { ran } from './terminal.test.support.ts';

test('docs writes a site, names the page to open, and writes it again over itself', async () => {
  const cwd = folderWith();
  for (const dialect of ['default', 'contrary']) {
    const { code, out } = await ran(['docs', '--dialect', dialect], { cwd });
    expect(code).toBe(0);
    expect(out).toMatch(/^Wrote \d+ files to abuse-feed-docs\. Open .*index\.html\.\n$/);
    const page = readFileSync(join(cwd, 'abuse-feed-docs', 'index.html'), 'utf8');
    expect(page).toContain(`<strong>${dialect}</strong>`);
    expect(page).not.toContain('token-researcher-1');
  }
});

test('docs writes through no link that somebody has put into its folder', async () => {
  const cwd = folderWith({ mine: 'mine' });
  const site = join(cwd, 'site');
  mkdirSync(site);
  writeFileSync(join(site, '.abuse-feed-docs'), '');
  symlinkSync(join(cwd, 'mine'), join(site, 'index.html'));
  expect((await ran(['docs', '--out', 'site'], { cwd })).code).toBe(0);
  expect(readFileSync(join(cwd, 'mine'), 'utf8')).toBe('mine');
  expect(readFileSync(join(site, 'index.html'), 'utf8')).toContain('<!doctype html>');
});

test('every link of the site leads to something in it, headings included', async () => {
  const cwd = folderWith();
  await ran(['docs', '--out', 'site'], { cwd });
  const site = join(cwd, 'site');
  const text = (name: string) => readFileSync(join(site, name), 'utf8');
  const names = readdirSync(site).filter((name) => name.endsWith('.html'));
  expect(names.sort()).toEqual(['control.html', 'index.html', 'specification.html']);
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
  const cwd = folderWith({ 'mine.txt': 'mine' });
  const { code, err } = await ran(['docs', '--out', '.'], { cwd });
  expect(code).toBe(2);
  expect(err).toMatch(/^abuse-feed: \. holds files that abuse-feed docs did not write\. .*\n$/);
  expect(existsSync(join(cwd, 'index.html'))).toBe(false);
});

test.each(['mine.txt/site', 'mine.txt'])('docs --out %s is refused', async (out) => {
  const cwd = folderWith({ 'mine.txt': 'mine' });
  expect(await ran(['docs', '--out', out], { cwd })).toMatchObject({
    code: 2,
    err: expect.stringMatching(/is a file, or lies below one/),
  });
});
