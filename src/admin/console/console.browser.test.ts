import { describe, expect, test } from 'vitest';
import { create } from '../../http/create.test.support.ts';
import { exchange } from '../../http/raw-exchange.test.support.ts';
import { goodReport } from '../../http/request/sample-values.test.support.ts';
import { expectNoSideways, hasBrowser, openPage } from '../../pages/browser.test.support.ts';
import { startServer } from '../../server.ts';
import { inEveryPanel, lookUp, openConsole } from './console.test.support.ts';

describe.runIf(hasBrowser)('the console in a browser', () => {
  test('a request appears as it comes, with its judgment and reason, and is copied as curl', async () => {
    await using server = await startServer();
    const { page, faults } = await openConsole(server);
    expect(await page.textContent('#requests-empty')).toContain('No requests yet');
    await create(server, { token: 'token-reader' });
    await page.click('#request-rows button');
    await page.waitForSelector('#request-title:focus');
    const detail = page.locator('#request-detail');
    expect(await detail.textContent()).toContain('Only researchers may create a report');
    expect(await detail.locator('a').first().getAttribute('href')).toContain(
      '#create/researchers-only',
    );
    expect(await detail.textContent()).not.toContain(server.tokens.reader);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await detail.locator('text=Copy as curl').click();
    await page.waitForSelector('#notice:not([hidden])');
    const line = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(line).toContain(`curl -X POST '${server.baseUrl}/feed/tunnelco/api'`);
    expect(line).toContain('-H "Authorization: $TOKEN"');
    expect(line).toContain(`--data-raw '${JSON.stringify(goodReport)}'`);

    await lookUp(server);
    await page.click('#request-rows tr:has-text("breaks") button');
    await page.waitForSelector('#request-detail >> text=client/hash-format');
    await page.fill('#request-find', 'breaks malformed');
    await page.waitForSelector('#requests-count:has-text("1 of 2 shown")');
    expect(faults).toEqual([]);
  });

  test('what requests bring along stays text, also where it is no HTTP', async () => {
    await using server = await startServer();
    const attack = '<img src=x onerror="document.title=1">';
    await create(server, { change: { tags: [attack, attack] } });
    await fetch(
      `${server.baseUrl}/feed/${encodeURIComponent(attack)}/api?report=<script>1</script>`,
    );
    await exchange(server.baseUrl, '\0\x1b[2J\r\n\r\n');
    server.addFault({ type: 'reply', status: 500, body: attack, times: 1 });
    const { page, faults } = await openConsole(server);
    await page.waitForSelector('#request-rows tr:nth-child(3)');
    for (const row of await page.locator('#request-rows button').all()) {
      await row.click();
      await page.waitForSelector('#request-title:focus');
      await page.keyboard.press('Escape');
      await page.waitForSelector('#request-detail', { state: 'hidden' });
    }
    await page.click('#request-rows tr:has-text("malformed-http") button');
    await page.waitForSelector('#request-detail >> text=This is not a valid HTTP request');
    expect(await page.locator('text=Copy as curl').count()).toBe(0);
    await page.keyboard.press('Escape');
    await inEveryPanel(page, () => {});
    expect(await page.locator('img, main script').count()).toBe(0);
    expect(await page.title()).toContain('Console');
    expect(faults).toEqual([]);
  });

  test('faults, dialect and worlds are switched by hand, and a reset undoes it', async () => {
    await using server = await startServer();
    await server.createWorld({ id: 'mine' });
    const { page, faults } = await openConsole(server);
    await page.click('#tab-faults');
    await page.click('text=Add the fault');
    await page.waitForSelector('#panel-faults .table >> text=Respond with 503');
    expect((await create(server)).status).toBe(503);
    await page.selectOption('#panel-faults form select', 'sequence');
    await page.fill('#panel-faults [name=steps]', '[503, 429, "ok"]');
    await page.click('text=Add the fault');
    await page.waitForSelector('text=step 1 of 3 is next: 503');
    await page.selectOption('#panel-faults form select', 'delay');
    await page.selectOption('#panel-faults [name=operation]', 'lookup');
    await page.fill('#panel-faults [name=times]', '2');
    await page.click('text=Add the fault');
    await page.waitForSelector('#panel-faults .table >> text=next 2');
    expect(server.faults().at(-1)).toMatchObject({ operation: 'lookup', times: 2, ms: 1000 });
    await page.click('text=Remove all');
    await page.click('[aria-label="Add (503, 503, then fine)"]');
    await page.waitForSelector('#tab-faults .chip:text-is("1")');
    expect(await lookUp(server)).toMatchObject({ status: 503 });

    await page.click('#tab-dialect');
    await page.click('.card:has-text("documented")');
    await page.waitForSelector('.card[aria-pressed="true"]:has-text("documented")');
    await page.fill('[aria-label="Find an open point"]', 'order of tags');
    await page.selectOption('[aria-label="Is the order of tags kept?"]', { label: 'sorted' });
    await page.waitForSelector('h2:has-text("custom")');
    expect(server.dialect['create.status.created']).toBe(200);
    expect(server.dialect['create.tags.order']).toBe('sorted');

    await page.selectOption('#world', 'mine');
    await page.click('#tab-requests');
    await create(server.world('mine'));
    await page.waitForSelector('#request-rows tr:has-text("created")');
    expect(new URL(page.url()).searchParams.get('world')).toBe('mine');
    await page.selectOption('#world', 'default');
    await page.click('#request-rows tr:has-text("fault") button');
    await page.waitForSelector('#request-title:focus');
    await page.goBack();
    await page.waitForSelector('#request-detail', { state: 'hidden' });

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

  test('everything is reached by keys, also in a narrow window', async () => {
    await using server = await startServer();
    await create(server, { token: '' });
    const { page, faults } = await openConsole(server, { width: 360 });
    await page.keyboard.press('Tab');
    await page.waitForSelector('.skip:focus');
    await page.focus('#tab-requests');
    await page.keyboard.press('ArrowLeft');
    await page.waitForSelector('#tab-dialect[aria-selected="true"]');
    await page.keyboard.press('Home');
    await page.focus('#request-rows button');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#request-title:focus');
    await page.keyboard.press('Shift+Tab');
    expect(await page.evaluate('document.activeElement.closest(".list, .tabs, .bar")')).toBeNull();
    await page.keyboard.press('Escape');
    await page.waitForSelector('#request-rows button:focus');
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

  test('a wrong admin token is said in the dialog, and Esc leaves it', async () => {
    await using server = await startServer({ adminToken: 'open sesame, open' });
    const { page, faults } = await openPage([server.baseUrl]);
    await page.goto(`${server.baseUrl}/__admin/console/`);
    await page.fill('dialog input', 'open barley');
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog [role=alert]:has-text("not the token")');
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { state: 'hidden' });
    await page.click('#tab-dialect');
    await page.waitForSelector('#panel-dialect >> text=could not be shown');
    expect(await page.isVisible('dialog')).toBe(false);
    await page.click('#banner button');
    await page.fill('dialog input', 'open sesame, open');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#connection.good');
    await page.waitForSelector('#panel-dialect .card');
    expect(faults).toEqual([]);
  });

  test('the reference of the control plane does the rest', async () => {
    await using server = await startServer();
    const { page, faults } = await openConsole(server);
    await page.click('text=Control plane');
    await page.click('[data-filter-group]:has(#mintCaller) summary:text-is("Try it")');
    const form = '[data-try=mintCaller]';
    await page.fill(`${form} [name=body]`, '{"id": "mine", "roles": ["researcher"]}');
    await page.click(`${form} [type=submit]`);
    await page.waitForSelector(`${form} [data-status="201"]`);
    expect(server.tokens).toHaveProperty('mine');
    await page.click('[data-filter-group]:has(#takeSnapshot) summary:text-is("Try it")');
    await page.fill('[data-try=takeSnapshot] [name=name]', 'before');
    await page.click('[data-try=takeSnapshot] [type=submit]');
    await page.waitForSelector('[data-try=takeSnapshot] [data-status]');
    expect(server.snapshots()).toMatchObject([{ name: 'before' }]);
    expect(faults).toEqual([]);
  });
});
