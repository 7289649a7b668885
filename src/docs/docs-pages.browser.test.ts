import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { applyDialect } from '../contract/apply-dialect.ts';
import { defaultDialect } from '../dialects/dialect.ts';
import { hasBrowser, openPage } from '../pages/browser.test.support.ts';
import { readClauses } from '../spec/clauses.ts';
import { openPoints } from '../spec/open-points.ts';
import { startServer } from '../start-server.ts';
import { guide } from './guide.ts';
import { writeSite } from './write-site.ts';

describe.runIf(hasBrowser)('the reference in a browser', () => {
  test('the pages follow the dialect, in every world', async () => {
    await using server = await startServer();
    const world = await server.createWorld({ dialect: 'contrary' });
    const { page, faults } = await openPage([server.baseUrl]);
    await page.goto(`${world.baseUrl}/docs`);
    expect(await page.textContent('.reference')).toContain('contrary');
    await page.click('text=answers differ');
    expect(await page.locator('#changed').textContent()).toContain('differently');
    expect(await page.textContent('[id="create.status.created"] .answer')).toBe(
      String(world.dialect['create.status.created']),
    );
    world.setDialect('default');
    await page.reload();
    expect(await page.textContent('.text')).toContain('every answer as in openapi.yaml');
    expect(faults).toEqual([]);
  });

  test('every open point and every clause is there, can be found and linked', async () => {
    await using server = await startServer();
    const { page, faults } = await openPage([server.baseUrl]);
    await page.goto(`${server.baseUrl}/docs/open-points.html`);
    expect(await page.locator('[data-filter-row]').count()).toBe(openPoints.length);
    await page.fill('[data-filter]', 'tags order');
    await expect.poll(() => page.locator('[data-filter-row]:visible').count()).toBe(1);
    await page.fill('[data-filter]', 'no such words');
    await page.waitForSelector('[data-filter-count]:text-is("Nothing found.")');
    await page.goto(`${server.baseUrl}/docs/clauses.html#delete/flag-is-success`);
    expect(await page.locator('[data-filter-row]').count()).toBe(readClauses().clauses.length);
    const caught = page.locator('[id="delete/flag-is-success"] .mutants');
    const names = await caught.locator('code').allTextContents();
    expect(await caught.locator('rect').count()).toBe(names.length);
    expect(names.length).toBeGreaterThan(0);
    expect(await page.locator('tr:target').textContent()).toContain('delete/flag-is-success');
    expect(faults).toEqual([]);
  });

  test('the bench is shown as bars, as long as its numbers say', async () => {
    await using server = await startServer();
    const { page, faults } = await openPage([server.baseUrl]);
    await page.goto(`${server.baseUrl}/docs/endurance-and-speed.html`);
    const tables = await page.evaluate<{ row: string; text: string; share?: number }[][]>(`
      [...document.querySelectorAll('.prose table')].map((table) =>
        [...table.querySelectorAll('tbody td:not(:first-child)')].map((cell) => {
          const width = (what) => cell.querySelector(what)?.getBoundingClientRect().width;
          return {
            row: cell.parentElement.cells[0].textContent,
            text: cell.textContent,
            share: width('.measure rect') / width('.measure'),
          };
        }))`);
    const measured = tables.map((cells) =>
      cells.filter(({ text }) => /^\d[\d.]*( µs|, missed|$)/.test(text)),
    );
    const bars = tables.map((cells) => cells.filter(({ share }) => (share ?? 0) > 0));
    expect(bars).toEqual(measured);
    const drawn = bars.filter((cells) => cells.length > 0);
    expect(drawn).toHaveLength(2);
    for (const cells of drawn) {
      const most = Math.max(...cells.map(({ text }) => Number.parseFloat(text)));
      for (const { row, text, share } of cells) {
        expect(row).not.toBe('');
        expect(share, `${row}: ${text}`).toBeCloseTo(Number.parseFloat(text) / most, 2);
      }
    }
    const missed = await page.locator('td:has(.missed)').allTextContents();
    expect(missed).toEqual(await page.locator('td:has-text(", missed")').allTextContents());
    expect(await page.locator('td:has(.ours)').count()).toBeGreaterThan(10);
    expect(faults).toEqual([]);
  });

  test('the guide leads from page to page, without a script of its own', async () => {
    await using server = await startServer();
    const { page, faults } = await openPage([server.baseUrl]);
    await page.goto(`${server.baseUrl}/docs/`);
    await page.click('nav >> text=Guide');
    await page.click('article >> text=What does my client rely on?');
    expect(page.url()).toBe(`${server.baseUrl}/docs/dialects.html#what-does-my-client-rely-on`);
    expect(await page.locator('h2:target').textContent()).toBe('What does my client rely on?');
    expect(await page.textContent('.bar [aria-current]')).toBe('Guide');
    expect(await page.textContent('.contents [aria-current="page"]')).toBe('Dialects');
    for (const { file, name } of guide) {
      await page.click(`.contents >> text="${name}"`);
      await page.waitForURL(`**/docs/${file}`);
      expect(await page.locator('h1').count()).toBe(1);
      expect(await page.locator('script:not([src="theme.js"], [src="docs.js"])').count()).toBe(0);
    }
    expect(faults).toEqual([]);
  });

  test('the static site works from a file and says that nothing can be tried there', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'abuse-feed-docs-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const document = applyDialect(defaultDialect);
    await writeSite({ dialect: defaultDialect, dialectLabel: 'default', document }, folder);
    const { page, faults } = await openPage([pathToFileURL(folder).href]);
    await page.goto(pathToFileURL(join(folder, 'index.html')).href);
    expect(await page.locator('.operation h2').count()).toBe(5);
    expect(await page.textContent('.note')).toContain('abuse-feed serve');
    expect(await page.locator('[data-try]').count()).toBe(0);
    await page.fill('#search', 'flag-is-success');
    await page.click('#found a');
    expect(await page.locator('tr:target').textContent()).toContain('delete/flag-is-success');
    await page.click('nav >> text=Clauses');
    await page.click('nav >> text=Open points');
    expect(await page.title()).toContain('Open points');
    await page.click('nav >> text=Guide');
    await page.click('.contents >> text=Verifying');
    expect(await page.title()).toContain('judging a server');
    expect(faults).toEqual([]);
  });

  test('the theme follows the system until one is chosen', async () => {
    await using server = await startServer();
    const { page, faults } = await openPage([server.baseUrl], { colorScheme: 'dark' });
    await page.goto(`${server.baseUrl}/docs/clauses.html`);
    expect(await page.getAttribute('html', 'data-theme')).toBe('dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.waitForSelector('html[data-theme=light]');
    await page.click('[data-theme-toggle]');
    await page.reload();
    expect(await page.getAttribute('html', 'data-theme')).toBe('dark');
    expect(faults).toEqual([]);
  });
});
