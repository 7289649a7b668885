import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { create } from '../../http/create.test.support.ts';
import { hasBrowser, openPage } from '../../pages/browser.test.support.ts';
import { startServer } from '../../server.ts';
import { newReport } from '../control-plane.test.support.ts';
import { lookUp, openConsole } from './console.test.support.ts';

function many(count: number) {
  return Array.from({ length: count }, (_, n) => ({ ...newReport, tags: [`tag-${n}`, 'rat'] }));
}

function texts(page: Page, selector: string) {
  return page.locator(selector).allTextContents();
}

describe.runIf(hasBrowser)('the console under real use', () => {
  test('ten thousand reports come in pages, the latest first, and are found by words', async () => {
    await using server = await startServer();
    await server.addReports(many(10_000));
    const { page, faults } = await openConsole(server, { panel: 'reports' });
    expect(await page.locator('#panel-reports tbody tr').count()).toBe(50);
    expect(await page.textContent('#panel-reports [role=status]')).toMatch(/^1 to 50 of 10,0\d\d$/);
    expect(await page.textContent('#panel-reports tbody tr')).toContain('tag-9999');
    await page.click('text=Older');
    await page.waitForSelector('#panel-reports tr:has-text("tag-9949")');
    await page.click('text=Newer');
    await page.waitForSelector('#panel-reports tr:has-text("tag-9999")');
    await page.fill('#panel-reports input', 'RAT tag-777');
    await page.waitForSelector('#panel-reports [role=status]:text-is("1 to 11 of 11")');
    await page.selectOption('#panel-reports select', 'dyndnsco');
    await page.waitForSelector('text=No report contains all of these words.');
    await page.fill('#panel-reports input', '');
    await page.waitForSelector('#panel-reports tbody tr');
    expect(new Set(await texts(page, '#panel-reports td:nth-child(2)'))).toEqual(
      new Set(['dyndnsco']),
    );
    expect(faults).toEqual([]);
  });

  test('a report shows all of its fields, and its id can be copied', async () => {
    await using server = await startServer();
    const [made] = await server.addReports([{ ...newReport, tags: ['one', 'two'] }]);
    const { page } = await openConsole(server, { panel: 'reports' });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.click(`[aria-label="Copy id (${made?.id})"]`);
    await page.waitForSelector('#notice:not([hidden])');
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(made?.id);
    await page.click(`#panel-reports button:text-is("${made?.id}")`);
    expect(await texts(page, 'dialog dt')).toEqual(Object.keys(made ?? {}));
    expect(await page.textContent('dialog')).toContain(made?.referenceLink);
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { state: 'hidden' });
  });

  test('nothing is asked for whole, however many requests come', async () => {
    await using server = await startServer();
    await server.addReports(many(2000));
    const asked: string[] = [];
    const { page } = await openConsole(server, { panel: 'reports' });
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    for (let n = 0; n < 200; n += 1) await lookUp(server);
    await page.click('#tab-requests');
    await page.waitForSelector('#requests-count:text-is("200 of 200 shown")');
    expect(asked.filter((path) => path.endsWith('/state'))).toEqual([]);
    expect(asked.filter((path) => path.endsWith('/reports'))).toEqual([]);
    await page.click('#tab-reports');
    await server.addReports([{ ...newReport, tags: ['newest'] }]);
    await create(server, { change: { tags: ['sent'] } });
    await page.waitForSelector('#panel-reports tr:has-text("sent")');
  });

  test('requests are loaded without bodies, the latest first; that of an opened one then', async () => {
    await using server = await startServer();
    for (let n = 0; n < 510; n += 1) await lookUp(server, `sample-${n}`);
    const { page } = await openPage([server.baseUrl]);
    const asked: string[] = [];
    page.on('request', (one) => {
      const { pathname, search } = new URL(one.url());
      if (pathname.endsWith('/requests')) asked.push(search);
    });
    await page.goto(`${server.baseUrl}/__admin/console/`);
    await page.waitForSelector('#requests-count:text-is("500 of 510 shown")');
    expect(asked).toEqual(['?bodies=false&limit=500', '?bodies=false']);
    await page.click('#request-rows button >> nth=0');
    await page.waitForSelector('#request-detail [aria-label="Response body"]');
    expect(asked.at(-1)).toBe('?id=510');
    await page.click('#tab-findings');
    await page.waitForSelector('#panel-findings tr:has-text("510") >> text=Latest 20');
  });

  test('a hidden page holds no connection, and catches up when it is shown', async () => {
    await using server = await startServer();
    const open: string[] = [];
    const { page } = await openPage([server.baseUrl]);
    page.on('request', (one) => one.url().endsWith('/stream') && open.push('opened'));
    page.on('requestfailed', (one) => one.url().endsWith('/stream') && open.push('closed'));
    await page.goto(`${server.baseUrl}/__admin/console/`);
    await page.waitForSelector('#connection.good');
    const hide = (isHidden: boolean) =>
      page.evaluate(`
        Object.defineProperty(document, 'hidden', { get: () => ${isHidden}, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      `);
    await hide(true);
    await expect.poll(() => open).toEqual(['opened', 'closed']);
    await lookUp(server);
    await hide(false);
    await page.waitForSelector('#request-rows tr');
  });

  test('requests are filtered, paused and counted', async () => {
    await using server = await startServer();
    const hash = server.state().analyses[0]?.sha256Hash;
    for (let n = 0; n < 3; n += 1) await lookUp(server, hash);
    await fetch(`${server.baseUrl}/feed/tunnelco/api?report=x`);
    const { page } = await openConsole(server);
    const count = (text: string) => page.waitForSelector(`#requests-count:text-is("${text}")`);
    await count('4 of 4 shown');
    await page.selectOption('#request-operation', 'lookup');
    await count('3 of 4 shown');
    await page.selectOption('#request-operation', '');
    await page.selectOption('#request-caller', 'none');
    await count('1 of 4 shown');
    await page.selectOption('#request-caller', '');
    await page.selectOption('#request-outcome', 'found');
    await page.fill('#request-find', 'no such');
    await count('0 of 4 shown');
    await page.fill('#request-find', '');
    await page.click('#requests-pause');
    await lookUp(server, hash);
    await count('3 of 4 shown; paused, 1 new');
    await page.click('#requests-pause');
    await count('4 of 5 shown');
    for (let n = 0; n < 700; n += 1) await lookUp(server, hash);
    await count('500 of 705 shown');
    await page.click('text=Show 204 more');
    await count('704 of 705 shown');
    await page.click('#requests-clear');
    await page.waitForSelector('text=No requests yet');
  });

  test('faults show all they do', async () => {
    await using server = await startServer();
    server.addFault({
      type: 'reply',
      status: 503,
      headers: { 'Retry-After': '7' },
      body: { why: 'a reason' },
      times: 2,
    });
    const { page } = await openConsole(server, { panel: 'faults' });
    const row = await page.textContent('#panel-faults tbody tr');
    for (const part of ['503', 'Retry-After', '7', 'a reason', 'next 2', 'everybody']) {
      expect(row).toContain(part);
    }
  });
});
