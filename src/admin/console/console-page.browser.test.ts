import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { create } from '../../http/create.test.support.ts';
import { exchange } from '../../http/raw-exchange.test.support.ts';
import { goodReport } from '../../http/request/sample-values.test.support.ts';
import { expectNoSideways, hasBrowser } from '../../pages/browser.test.support.ts';
import { startServer } from '../../server.ts';
import { inEveryPanel, openConsole } from './console.test.support.ts';

/** The detail is rendered before it is filled; its title then takes the focus. */
async function openedDetail(page: Page): Promise<Locator> {
  await page.waitForSelector('#request-title:focus');
  return page.locator('#request-detail');
}

describe.runIf(hasBrowser)('the console in a browser', () => {
  test('a request appears as it comes, with its reason, and can be copied as curl', async () => {
    await using server = await startServer();
    const { page, faults } = await openConsole(server);
    expect(await page.textContent('#requests-empty')).toContain('No requests yet');
    await create(server, { token: 'token-reader' });
    await page.click('#request-rows button');
    const detail = await openedDetail(page);
    expect(await detail.textContent()).toContain('Only researchers may create a report');
    expect(await detail.locator('a').getAttribute('href')).toContain('#create/researchers-only');
    expect(await detail.textContent()).not.toContain(server.tokens.reader);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await detail.locator('text=Copy as curl').click();
    await page.waitForSelector('#notice:not([hidden])');
    const line = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(line).toContain(`curl -X POST '${server.baseUrl}/feed/tunnelco/api'`);
    expect(line).toContain('-H "Authorization: $TOKEN"');
    expect(line).toContain(`--data-raw '${JSON.stringify(goodReport)}'`);
    expect(faults).toEqual([]);
  });

  test('bytes that are no HTTP appear as well, with what is wrong with them', async () => {
    await using server = await startServer();
    const { page, faults } = await openConsole(server);
    await exchange(server.baseUrl, '\0\x1b[2J\r\n\r\n');
    await page.click('#request-rows tr:has-text("malformed-http") button');
    const detail = await openedDetail(page);
    expect(await detail.textContent()).toContain('This is not a valid HTTP request');
    expect(await detail.textContent()).toContain('RFC 9112, 3');
    expect(await detail.locator('text=Copy as curl').count()).toBe(0);
    await exchange(server.baseUrl, 'GET /x y HTTP/1.1\r\n\r\n');
    await page.waitForSelector('#request-rows tr:has-text("/x y")');
    expect(faults).toEqual([]);
  });

  test('what requests bring along stays text', async () => {
    await using server = await startServer();
    const attack = '<img src=x onerror="document.title=1">';
    await create(server, { change: { tags: [attack, attack] } });
    await fetch(
      `${server.baseUrl}/feed/${encodeURIComponent(attack)}/api?report=<script>1</script>`,
    );
    await server.mintCaller({ name: attack });
    const { page, faults } = await openConsole(server);
    await page.waitForSelector('#request-rows tr:nth-child(2)');
    const rows = await page.locator('#request-rows button').all();
    expect(rows).toHaveLength(2);
    for (const row of rows) {
      await row.click();
      await openedDetail(page);
      await page.keyboard.press('Escape');
      await page.waitForSelector('#request-detail', { state: 'hidden' });
    }
    await inEveryPanel(page, () => {});
    await page.click('#tab-reports');
    await page.waitForSelector(`#panel-reports .chip:text-is('${attack}')`);
    expect(await page.locator('img, main script').count()).toBe(0);
    expect(await page.title()).toContain('Console');
    expect(faults).toEqual([]);
  });

  test('faults, dialect, counts and worlds are switched by hand, and a reset undoes it', async () => {
    await using server = await startServer();
    await server.createWorld({ id: 'mine' });
    const { page, faults } = await openConsole(server);
    await page.click('#tab-faults');
    await page.selectOption('#panel-faults form select', 'reply');
    await page.click('text=Add the fault');
    await page.waitForSelector('#panel-faults .table >> text=Respond with 503');
    expect((await create(server)).status).toBe(503);

    await page.click('#tab-dialect');
    await page.click('.card:has-text("documented")');
    await page.waitForSelector('.card[aria-pressed="true"]:has-text("documented")');
    await page.check('#dialect-all');
    await page.selectOption('[aria-label="Is the order of tags kept?"]', { label: 'sorted' });
    await page.waitForSelector('h2:has-text("custom")');
    expect(server.dialect['create.status.created']).toBe(200);
    expect(server.dialect['create.tags.order']).toBe('sorted');

    await page.click('#tab-callers');
    await page.click('[aria-label="Set count… (Analyst)"]');
    await page.fill('dialog input', '7');
    await page.keyboard.press('Enter');
    await page.waitForSelector('tr:has-text("token-analyst"):has-text("7 of 2000")');

    await page.selectOption('#world', 'mine');
    await page.waitForSelector('#connection.good');
    await page.click('#tab-requests');
    await create(server.world('mine'));
    await page.waitForSelector('#request-rows tr:has-text("created")');
    await page.selectOption('#world', 'default');
    await page.waitForSelector('#request-rows tr:has-text("fault")');

    await page.click('#reset');
    await page.keyboard.press('Escape');
    expect(server.faults()).toHaveLength(1);
    await page.click('#reset');
    await page.click('dialog button[type=submit]');
    await page.waitForSelector('text=No requests yet');
    expect(server.faults()).toEqual([]);
    expect(server.dialect['create.status.created']).toBe(201);
    expect(faults).toEqual([]);
  });

  test('everything is reached by keys, which go on from where they were, also in a narrow window', async () => {
    await using server = await startServer();
    await create(server, { token: '' });
    await create(server, { token: '' });
    const { page, faults } = await openConsole(server, { width: 360 });
    const focused = (what: string) => page.waitForSelector(`${what}:focus`);
    await page.waitForSelector('#request-rows tr:nth-child(2)');
    await page.keyboard.press('Tab');
    await focused('.skip');
    await page.focus('#tab-requests');
    await page.keyboard.press('ArrowLeft');
    await page.waitForSelector('#tab-dialect[aria-selected="true"]');

    await page.click('#tab-faults');
    await page.selectOption('#panel-faults form select', 'drop');
    await page.focus('text=Add the fault');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#panel-faults .table');
    await focused('#panel-faults form button[type=submit]');
    await page.focus('#panel-faults .table button');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#panel-faults .empty');
    await focused('#panel-faults button');
    await page.focus('.skip');
    await page.keyboard.press('Enter');
    await focused('#main');
    expect(await page.isVisible('#panel-faults')).toBe(true);

    await page.focus('#tab-faults');
    await page.keyboard.press('Home');
    // Only visible elements can be focused.
    await page.waitForSelector('#request-rows tr:nth-child(2) button');
    await page.focus('#request-rows button');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await openedDetail(page);
    await page.keyboard.press('Shift+Tab');
    expect(await page.evaluate('document.activeElement.closest(".list, .tabs, .bar")')).toBeNull();
    await page.keyboard.press('Escape');
    await page.waitForSelector('#request-detail', { state: 'hidden' });
    await focused('#request-rows tr:nth-child(2) button');
    await inEveryPanel(page, () => expectNoSideways(page));
    expect(faults).toEqual([]);
  });

  test('a server that is gone is said to be, and found again by itself', async () => {
    const first = await startServer();
    const port = Number(new URL(first.baseUrl).port);
    const { page } = await openConsole(first);
    await first.close();
    await page.waitForSelector('#banner:not([hidden]) >> text=does not respond');
    await using second = await startServer({ port });
    await page.waitForSelector('#connection.good');
    await page.waitForSelector('#banner', { state: 'hidden' });
    await create(second);
    await page.waitForSelector('#request-rows tr');
  });
});
