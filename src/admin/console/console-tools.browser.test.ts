import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { hasBrowser } from '../../pages/browser.test.support.ts';
import { startServer } from '../../server.ts';
import { lookUp, openConsole } from './console.test.support.ts';

function fetchReport(url: string, report: string, token = 'token-reader') {
  return fetch(`${url}/feed/tunnelco/api?report=${report}`, { headers: { Authorization: token } });
}

async function copied(page: Page, click: string): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.click(click);
  await page.waitForSelector('#notice:has-text("copied")');
  return page.evaluate<string>('navigator.clipboard.readText()');
}

describe.runIf(hasBrowser)('what the console makes of requests', () => {
  test('a request is sent again, as the caller who sent it', async () => {
    await using server = await startServer();
    await fetchReport(server.baseUrl, 'x');
    const { page } = await openConsole(server);
    await page.click('#request-rows .link');
    await page.click('text=Send again');
    await page.waitForSelector('#notice:has-text("the response was")');
    const [first, again] = server.requests();
    expect(again).toMatchObject({ outcome: first?.outcome, caller: 'reader' });
    expect(again?.request.url).toBe(first?.request.url);
  });

  test('the requests shown are exported as HAR', async () => {
    await using server = await startServer();
    await fetchReport(server.baseUrl, 'x');
    await lookUp(server);
    const { page } = await openConsole(server);
    await page.waitForSelector('#request-rows tr:nth-child(2)');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.click('text=Export HAR'),
    ]);
    const { log } = JSON.parse(readFileSync(await download.path(), 'utf8'));
    expect(log.version).toBe('1.2');
    expect(log.entries).toHaveLength(2);
    expect(log.entries).toEqual(JSON.parse(JSON.stringify(server.har().log.entries)));
  });

  test('findings are counted in their tab, and lead to their requests', async () => {
    await using server = await startServer();
    const { page } = await openConsole(server, { panel: 'findings' });
    for (let n = 0; n < 4; n += 1) await fetchReport(server.baseUrl, 'no-id');
    await page.waitForSelector('#tab-findings .chip:text-is("1")');
    await page.click('#panel-findings >> text=All 4');
    await page.waitForSelector('#requests-count:text-is("4 of 4 shown")');
    await page.click('#tab-findings');
    await page.click('#panel-findings [aria-label="Request 4"]');
    await page.waitForSelector('#request-title:has-text("no-id")');
  });

  test('a usual fault is one click', async () => {
    await using server = await startServer();
    const { page } = await openConsole(server, { panel: 'faults' });
    await page.click('[aria-label="Add (503, 503, then fine)"]');
    await page.waitForSelector('#panel-faults .table');
    const statuses = [];
    for (let n = 0; n < 3; n += 1) statuses.push((await lookUp(server)).status);
    expect(statuses.slice(0, 2)).toEqual([503, 503]);
    expect(statuses[2]).not.toBe(503);
  });

  test('a dialect shows only what differs, undoes it, and is copied as a file', async () => {
    await using server = await startServer({
      dialect: { 'create.tags.order': 'sorted', 'auth.prefix': 'Bearer' },
    });
    const { page } = await openConsole(server, { panel: 'dialect' });
    expect(await page.locator('#panel-dialect tbody tr').count()).toBe(2);
    const file = await copied(page, 'text=Copy as file');
    expect(file).toContain('create.tags.order: sorted\n');
    await page.click('[aria-label="Undo (auth.prefix)"]');
    await expect.poll(() => server.dialect['auth.prefix']).toBe('none');
    await page.fill('[aria-label="Find an open point"]', 'time zone');
    await page.waitForSelector('[aria-label="In which time zone is reportedAt?"]');
  });
});

describe.runIf(hasBrowser)('the address of the console', () => {
  test('it has the request, the filters and the tab, and Back works', async () => {
    await using server = await startServer();
    const hash = server.state().analyses[0]?.sha256Hash;
    await lookUp(server, hash);
    await lookUp(server);
    await lookUp(server, hash);
    const { page, faults } = await openConsole(server);
    await page.selectOption('#request-outcome', 'found');
    await page.click('#request-rows tr >> nth=0');
    await page.waitForSelector('#request-detail:not([hidden])');
    expect(new URL(page.url()).search).toMatch(/^\?outcome=found&request=\d+$/);
    await page.click('#tab-reports');
    await page.goBack();
    await page.waitForSelector('#request-title:visible');
    await page.goBack();
    await page.waitForSelector('#request-detail', { state: 'hidden' });
    await page.goForward();
    await page.waitForSelector('#request-title:visible');
    await page.reload();
    await page.waitForSelector('#request-title:visible');
    expect(await page.locator('#request-rows tr').count()).toBe(2);
    await page.click('#requests-all');
    await page.click('#requests-failed');
    await page.waitForSelector('#request-detail .note');
    expect(await page.textContent('#request-title')).toBe('GET /private/sample/x');
    expect(faults).toEqual([]);
  });

  test('an active fault is counted on its tab, said above the requests, and a sequence says what is next', async () => {
    await using server = await startServer();
    server.addFault({ type: 'sequence', steps: [503, 429, 'ok'] });
    const { page } = await openConsole(server);
    await page.waitForSelector('#tab-faults .chip:text-is("1")');
    await page.click('text=1 fault is active >> .. >> text=Show faults');
    await page.waitForSelector('text=step 1 of 3 is next: 503');
    await lookUp(server);
    await page.waitForSelector('text=step 2 of 3 is next: 429');
    await page.click('text=Remove >> nth=0');
    await page.waitForSelector('#tab-faults .chip', { state: 'detached' });
  });
});
