import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { applyDialect } from '../contract/apply-dialect.ts';
import { defaultDialect } from '../dialects/dialect.ts';
import { hasBrowser, openPage } from '../pages/browser.test.support.ts';
import { startServer } from '../server.ts';
import { readClauses } from '../spec/clauses/clauses.ts';
import { openPoints } from '../spec/open-points.ts';
import { folderWith } from '../values/folder-with.test.support.ts';
import { openDocs } from './docs.test.support.ts';
import { writeSite } from './write-site.ts';

describe.runIf(hasBrowser)('the reference in a browser', () => {
  test('the pages follow the dialect, in every world', async () => {
    await using server = await startServer();
    const world = await server.createWorld({ dialect: 'contrary' });
    const { page, faults } = await openPage([server.baseUrl]);
    await page.goto(`${world.baseUrl}/docs`);
    expect(await page.textContent('.reference')).toContain('contrary');
    await page.click('text=answers differ');
    expect(await page.locator('#changed').textContent()).toContain('differ in this dialect');
    expect(await page.textContent('[id="create.status.created"] .answer')).toBe(
      String(world.dialect['create.status.created']),
    );
    world.setDialect('default');
    await page.reload();
    expect(await page.textContent('.text')).toContain('every answer as in openapi.yaml');
    expect(faults).toEqual([]);
  });

  test('every section, clause and open point is there, can be found and linked', async () => {
    const { server, page, faults } = await openDocs('specification.html');
    const judged = readClauses().clauses.filter(({ kind }) => kind !== 'open');
    expect(await page.locator('[data-filter-row]').count()).toBe(judged.length + openPoints.length);
    await page.fill('[data-filter]', 'tags order');
    await expect.poll(() => page.locator('[data-filter-row]:visible').count()).toBe(1);
    // Neither headings nor links of the contents are left of what has no hit.
    const headings = await page.locator('.text :is(h2, h3, summary):visible').allTextContents();
    expect(headings).toEqual(['2.1 Report', expect.stringMatching(/^Open/)]);
    expect(await page.locator('.toc a:visible').allTextContents()).toEqual(['2.1 Report']);
    await page.fill('[data-filter]', 'no such words');
    await page.waitForSelector('[data-filter-count]:text-is("Nothing found.")');
    expect(await page.locator('.text h2:visible').count()).toBe(0);
    await page.fill('[data-filter]', '');
    const links = page.locator('.toc a');
    await expect.poll(() => page.locator('.toc a:visible').count()).toBe(await links.count());
    expect(await page.locator('.text section:visible').count()).toBe((await links.count()) + 1);
    await page.goto(`${server.baseUrl}/docs/specification.html#delete/flag-is-success`);
    const target = page.locator('li:target');
    expect(await target.textContent()).toContain('delete/flag-is-success');
    expect(await target.isVisible()).toBe(true);
    expect(faults).toEqual([]);
  });

  test('the reference is filtered by fields, answers and clauses, and unfolds what is found', async () => {
    const { page, faults } = await openDocs();
    const rows = page.locator('[data-filter-row]:visible');
    const all = await rows.count();
    await page.keyboard.press('/');
    await page.keyboard.type('analysis sizeInBytes');
    await page.waitForSelector('#lookup-answer-field-sizeInBytes:visible');
    expect(await page.isVisible('#lookup-answer-field-fileName')).toBe(false);
    expect(await page.isVisible('#create')).toBe(false);
    await page.fill('[data-filter]', 'delete flag-is-success');
    await expect.poll(() => rows.textContent()).toContain('delete/flag-is-success');
    await page.fill('[data-filter]', '');
    await expect.poll(() => rows.count()).toBe(all);
    expect(faults).toEqual([]);
  });

  test('the static site works from a file and says that nothing can be tried there', async () => {
    const folder = folderWith();
    const document = applyDialect(defaultDialect);
    await writeSite({ dialect: defaultDialect, dialectLabel: 'default', document }, folder);
    const { page, faults } = await openPage([pathToFileURL(folder).href]);
    await page.goto(pathToFileURL(join(folder, 'index.html')).href);
    expect(await page.locator('.operation h2').count()).toBe(5);
    expect(await page.textContent('.note')).toContain('abuse-feed serve');
    expect(await page.locator('[data-try]').count()).toBe(0);
    await page.click('nav >> text=Specification');
    await page.fill('[data-filter]', 'flag-is-success');
    await expect.poll(() => page.locator('[data-filter-row]:visible').count()).toBe(1);
    expect(await page.title()).toContain('Specification');
    expect(faults).toEqual([]);
  });

  test('a narrow window, also one at 200 %, has a menu with the pages and what is on this one', async () => {
    await using server = await startServer();
    for (const [file, entry, id] of [
      ['index.html', 'Delete a report', 'delete'],
      ['specification.html', '4.3 Delete a report', 'section-4.3'],
    ] as const) {
      const { page, faults } = await openPage([server.baseUrl]);
      const link = page.locator(`.bar nav a:text-is("${entry}")`);
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(`${server.baseUrl}/docs/${file}`);
      expect(await page.isVisible('[data-menu]')).toBe(false);
      expect(await link.isVisible()).toBe(false);
      expect(await page.isVisible('.bar nav >> text=Specification')).toBe(true);
      for (const width of [720, 390]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await page.isVisible('.bar nav >> text=Specification')).toBe(false);
        await page.click('[data-menu]');
        await link.click();
        await page.waitForSelector(`[id="${id}"]:target`);
        expect(await link.isVisible()).toBe(false);
      }
      expect(faults).toEqual([]);
    }
  });

  test('the theme follows the system until one is chosen', async () => {
    const { page, faults } = await openDocs('specification.html', { colorScheme: 'dark' });
    expect(await page.getAttribute('html', 'data-theme')).toBe('dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.waitForSelector('html[data-theme=light]');
    await page.click('[data-theme-toggle]');
    await page.reload();
    expect(await page.getAttribute('html', 'data-theme')).toBe('dark');
    expect(faults).toEqual([]);
  });
});
