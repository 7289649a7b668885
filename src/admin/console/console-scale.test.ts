import type { Page } from 'playwright-core';
import { describe, expect, test, vi } from 'vitest';
import { hasBrowser, openPage } from '../../pages/browser.test.support.ts';
import { type RunningServer, startServer } from '../../start-server.ts';
import { openConsole } from './console.test.support.ts';

const report = { service: 'tunnelco', c2Address: 'c2.example:4444', file256Hash: 'ab'.repeat(32) };
const many = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ ...report, tags: [`tag-${n}`, 'rat'] }));

const lookUp = (server: RunningServer, hash = 'x') =>
  fetch(`${server.baseUrl}/private/sample/${hash}`, {
    headers: { Authorization: server.tokens.analyst ?? '' },
  });

const texts = (page: Page, selector: string) => page.locator(selector).allTextContents();

describe.runIf(hasBrowser)('the console under real use', { timeout: 90_000 }, () => {
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
    await page.waitForSelector('text=No report has all of these words.');
    await page.fill('#panel-reports input', '');
    await page.waitForSelector('#panel-reports tbody tr');
    expect(new Set(await texts(page, '#panel-reports td:nth-child(2)'))).toEqual(
      new Set(['dyndnsco']),
    );
    expect(faults).toEqual([]);
  });

  test('a report shows all of its fields, and its id can be copied', async () => {
    await using server = await startServer();
    const [made] = await server.addReports([{ ...report, tags: ['one', 'two'] }]);
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
    await server.addReports([{ ...report, tags: ['newest'] }]);
    await fetch(`${server.baseUrl}/feed/tunnelco/api`, {
      method: 'POST',
      headers: {
        Authorization: server.tokens['researcher-1'] ?? '',
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({
        tags: ['sent'],
        c2Address: 'c2.example:1',
        file256Hash: 'ab'.repeat(32),
        referenceLink: 'https://results.example/x',
        confidenceScore: 1,
      }),
    });
    await page.waitForSelector('#panel-reports tr:has-text("sent")');
  });

  test('many tabs share one stream, and a hidden one lets go of it', async () => {
    await using server = await startServer();
    const { page } = await openConsole(server);
    const others = await Promise.all(Array.from({ length: 7 }, () => page.context().newPage()));
    for (const other of others) {
      await other.goto(`${server.baseUrl}/__admin/console/`);
      await other.waitForSelector('#connection.good');
    }
    await lookUp(server);
    for (const one of [page, ...others]) await one.waitForSelector('#request-rows tr');
    for (const other of others) await other.close();
    await page.evaluate(`
      Object.defineProperty(document, 'hidden', { get: () => window.isHidden, configurable: true });
      window.isHidden = true;
      document.dispatchEvent(new Event('visibilitychange'));
    `);
    await lookUp(server);
    await page.evaluate(
      `window.isHidden = false; document.dispatchEvent(new Event('visibilitychange'));`,
    );
    await page.waitForSelector('#request-rows tr:nth-child(2)');
  });

  test('a hidden page holds no connection', async () => {
    await using server = await startServer();
    const open: string[] = [];
    const { page } = await openPage([server.baseUrl]);
    await page.addInitScript('delete window.SharedWorker');
    page.on('request', (one) => one.url().endsWith('/stream') && open.push('opened'));
    page.on('requestfailed', (one) => one.url().endsWith('/stream') && open.push('closed'));
    await page.goto(`${server.baseUrl}/__admin/console/`);
    await page.waitForSelector('#connection.good');
    await page.evaluate(`
      Object.defineProperty(document, 'hidden', { get: () => true });
      document.dispatchEvent(new Event('visibilitychange'));
    `);
    await vi.waitFor(() => expect(open).toEqual(['opened', 'closed']));
  });

  test('what is typed, chosen, selected and focused stays when requests come', async () => {
    await using server = await startServer();
    const { page, faults } = await openConsole(server, { panel: 'faults' });
    await page.selectOption('#panel-faults form select', 'delay');
    await page.fill('#panel-faults input[type=number] >> nth=0', '777');
    await page.focus('#panel-faults input[type=number] >> nth=0');
    server.addFault({ type: 'delay', ms: 0, times: 2 });
    for (let n = 0; n < 2; n += 1) await lookUp(server);
    await page.click('#tab-callers');
    await page.waitForSelector('#panel-callers .table');
    await page.evaluate(`
      const cell = document.querySelector('#panel-callers tr[data-key="reader"] strong');
      getSelection().selectAllChildren(cell);
      document.querySelector('[aria-label="Copy token (Reader)"]').focus();
      window.kept = document.querySelector('#panel-callers tr[data-key="reader"]');
    `);
    await lookUp(server);
    await page.waitForSelector('#panel-callers tr[data-key="analyst"]:has-text("1997 of 2000")');
    expect(await page.evaluate('getSelection().toString()')).toBe('Reader');
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe(
      'Copy token (Reader)',
    );
    expect(
      await page.evaluate('window.kept === document.querySelector("tr[data-key=reader]")'),
    ).toBe(true);
    await page.click('#tab-faults');
    expect(await page.inputValue('#panel-faults input[type=number] >> nth=0')).toBe('777');
    expect(faults).toEqual([]);
  });

  test('a submit that is refused keeps what was typed, and says why', async () => {
    await using server = await startServer();
    const { page } = await openConsole(server, { panel: 'faults' });
    await page.selectOption('#panel-faults form select', 'json');
    await page.fill('#panel-faults textarea:visible', '{ "type": "delay", "msec": 5 }');
    await page.click('text=Add the fault');
    await page.waitForSelector('#panel-faults [role=alert]:has-text("ms")');
    expect(await page.inputValue('#panel-faults textarea:visible')).toContain('msec');
    await page.fill('#panel-faults textarea:visible', '{ "type": "delay", "ms": 5 }');
    await page.click('text=Add the fault');
    await page.waitForSelector('#panel-faults .table >> text=Delay, 5 ms');

    await page.click('#tab-worlds');
    await server.createWorld({ id: 'taken' });
    await page.click('text=New world…');
    await page.fill('dialog input', 'taken');
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog [role=alert]:has-text("There is a world")');
    expect(await page.inputValue('dialog input')).toBe('taken');
  });

  test('a wrong admin token is said in the dialog, and Esc leaves it', async () => {
    await using server = await startServer({ adminToken: 'open sesame' });
    const { page } = await openPage([server.baseUrl]);
    await page.goto(`${server.baseUrl}/__admin/console/`);
    await page.fill('dialog input', 'open barley');
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog [role=alert]:has-text("not the token")');
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { state: 'hidden' });
    await page.click('#tab-reports');
    await page.waitForSelector('#panel-reports >> text=could not be shown');
    expect(await page.isVisible('dialog')).toBe(false);
    await page.click('#banner button');
    await page.fill('dialog input', 'open sesame');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#connection.good');
    await page.waitForSelector('#panel-reports .table');
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
    for (let n = 0; n < 1100; n += 1) await lookUp(server, hash);
    await count('500 of 1,000 shown; 105 older no longer kept');
    await page.click('#requests-clear');
    await page.waitForSelector('text=No requests yet');
  });

  test('the world is in the address, times are told, and tabs do not move', async () => {
    await using server = await startServer();
    const world = await server.createWorld({ id: 'mine' });
    await fetch(`${world.baseUrl}/nowhere`);
    const { page } = await openConsole(server);
    const places = () =>
      page.evaluate(
        '[...document.querySelectorAll("[role=tab]")].map((tab) => tab.getBoundingClientRect().x)',
      );
    const before = await places();
    await page.selectOption('#world', 'mine');
    await page.waitForSelector('#request-rows tr');
    expect(await page.textContent('#request-rows .ms')).toMatch(/^\d+\.\d\d? ms$/);
    expect(await page.textContent('#request-rows .ms')).not.toBe('0.00 ms');
    await page.click('#tab-dialect');
    expect(await places()).toEqual(before);
    await page.reload();
    expect(new URL(page.url()).search).toBe('?world=mine');
    await page.waitForSelector('#panel-dialect .card');
    expect(await page.inputValue('#world')).toBe('mine');
  });

  test('any whole number can be entered for an open point that takes one', async () => {
    await using server = await startServer();
    const { page } = await openConsole(server, { panel: 'dialect' });
    const other = (question: string) => page.locator(`[aria-label="Another answer: ${question}"]`);
    await other('How many tags may a report have?').fill('37');
    await page.keyboard.press('Enter');
    await vi.waitFor(() => expect(server.dialect['create.tags.limit']).toBe(37));
    await other('In which time zone is reportedAt?').fill('+09:30');
    await page.keyboard.press('Enter');
    await vi.waitFor(() => expect(server.dialect['report.time-zone']).toBe('+09:30'));
    await other('What is the lowest score?').fill('-12');
    await page.keyboard.press('Enter');
    await vi.waitFor(() => expect(server.dialect['create.score.minimum']).toBe(-12));
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
