import { describe, expect, test } from 'vitest';
import { hasBrowser } from '../pages/browser.test.support.ts';
import { flawsOf } from '../pages/flaws.test.support.ts';
import { openDocs } from './docs.test.support.ts';
import { site } from './site.ts';

const files = Object.keys(site).filter((file) => file.endsWith('.html'));

describe.runIf(hasBrowser)('wide and narrow, light and dark', () => {
  test.each(files)('%s has no flaw', async (file) => {
    const { page, faults } = await openDocs(file, { dialect: 'contrary' });
    expect(await flawsOf(page, file)).toEqual([]);
    expect(faults).toEqual([]);
  });

  test.each(files)('what a filter leaves of %s has no flaw', async (file) => {
    const { page, faults } = await openDocs(file);
    await page.fill('[data-filter]', 'delete');
    await page.waitForSelector('[data-filter-count]:has-text(" of ")');
    expect(await flawsOf(page, `${file} filtered`)).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('a page that is not there leads back', async () => {
    const { page } = await openDocs('nothing.html');
    expect(await flawsOf(page, 'missing')).toEqual([]);
    await page.click('text=To the reference');
    await page.waitForSelector('#create');
  });

  test('an answer to what was tried has no flaw, everything unfolded', async () => {
    const { page, faults } = await openDocs();
    await page.click('[data-try=fetch] button[type=submit]');
    await page.waitForSelector('[data-try=fetch] [data-status]');
    await page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true })");
    expect(await flawsOf(page, 'tried')).toEqual([]);
    expect(faults).toEqual([]);
  });
});
