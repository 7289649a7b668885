import { describe, expect, test } from 'vitest';
import { hasBrowser, openPage } from '../pages/browser.test.support.ts';
import { flawsOf } from '../pages/flaws.test.support.ts';
import { startServer } from '../start-server.ts';
import { site } from './site.ts';

const files = Object.keys(site).filter((file) => file.endsWith('.html'));

describe.runIf(hasBrowser)('every page, wide and narrow, light and dark', () => {
  test.each(files)('%s', async (file) => {
    await using server = await startServer({ dialect: 'contrary' });
    const { page, faults } = await openPage([server.baseUrl]);
    await page.goto(`${server.baseUrl}/docs/${file}`);
    expect(await flawsOf(page, file)).toEqual([]);
    expect(faults).toEqual([]);
  });

  test.each(files)('what a filter leaves of %s', async (file) => {
    await using server = await startServer();
    const { page, faults } = await openPage([server.baseUrl]);
    await page.goto(`${server.baseUrl}/docs/${file}`);
    await page.fill('[data-filter]', 'delete');
    await page.waitForSelector('[data-filter-count]:has-text(" of ")');
    expect(await flawsOf(page, `${file} filtered`)).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('an answer to what was tried, everything unfolded', async () => {
    await using server = await startServer();
    const { page, faults } = await openPage([server.baseUrl]);
    await page.goto(`${server.baseUrl}/docs/`);
    await page.click('[data-try=fetch] button[type=submit]');
    await page.waitForSelector('[data-try=fetch] [data-status]');
    await page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true })");
    expect(await flawsOf(page, 'tried')).toEqual([]);
    expect(faults).toEqual([]);
  });
});
