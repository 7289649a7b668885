import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { hasBrowser, openPage } from '../../pages/browser.test.support.ts';
import { packageRoot } from '../../spec/package-root.ts';
import { startServer } from '../../start-server.ts';
import { lookUp, openConsole } from './console.test.support.ts';

const run = promisify(execFile);

const researcher = { id: 'r', name: 'R', token: 'token-r', roles: ['researcher' as const] };

const fetchReport = (url: string, report: string, token = 'token-reader') =>
  fetch(`${url}/feed/tunnelco/api?report=${report}`, { headers: { Authorization: token } });

async function copied(page: Page, click: string): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.click(click);
  await page.waitForSelector('#notice:has-text("copied")');
  return page.evaluate<string>('navigator.clipboard.readText()');
}

describe.runIf(hasBrowser)('what the console makes of requests', () => {
  test('an empty console sends a first request by itself', async () => {
    await using server = await startServer();
    const { page, faults } = await openConsole(server);
    expect(await page.textContent('#requests-empty pre')).toContain(
      `curl '${server.baseUrl}/private`,
    );
    await page.click('text=Send one for me');
    await page.waitForSelector('#request-rows tr:has-text("found")');
    expect(faults).toEqual([]);
  });

  test.each(['findings', 'faults', 'worlds', 'callers', 'reports'] as const)(
    'the empty panel of %s has a call to copy, which fills it when it is sent',
    async (panel) => {
      await using server = await startServer({
        alone: true,
        add: { services: ['tunnelco'], callers: panel === 'callers' ? [] : [researcher] },
      });
      const { page, faults } = await openConsole(server, { panel });
      const line = await copied(page, `#panel-${panel} .empty >> text=Copy`);
      expect(line).toContain(`curl ${panel === 'findings' ? '' : '-X POST '}`);
      await page.click(`#panel-${panel} >> text=Send one for me`);
      await page.waitForSelector(`#panel-${panel} .table`);
      expect(faults.filter((fault) => !/Failed to load resource/.test(fault))).toEqual([]);
    },
  );

  test('the call to copy is let in where an admin token is wanted', async () => {
    await using server = await startServer({ adminToken: 'open sesame' });
    const { page } = await openPage([server.baseUrl]);
    await page.goto(`${server.baseUrl}/__admin/console/#worlds`);
    await page.fill('dialog input', 'open sesame');
    await page.keyboard.press('Enter');
    const line = await copied(page, '#panel-worlds .empty >> text=Copy');
    expect(line).not.toContain('sesame');
    const env = { ...process.env, ABUSE_FEED_ADMIN_TOKEN: 'open sesame' };
    const { stdout } = await run('sh', ['-c', line], { env });
    expect(JSON.parse(stdout)).toMatchObject({ id: expect.any(String) });
  });

  test('the strip over the requests shows only a part when one drags over it', async () => {
    await using server = await startServer({
      clock: { mode: 'frozen', at: '2026-01-01T00:00:00Z' },
    });
    for (const _ of [1, 2, 3]) {
      await fetchReport(server.baseUrl, 'x');
      server.advanceClock(10);
    }
    const { page } = await openConsole(server);
    await page.waitForSelector('#requests-count:text-is("3 of 3 shown")');
    expect(await page.locator('.timeline rect').count()).toBe(3);
    const box = await page.locator('.timeline svg').boundingBox();
    const at = (share: number) =>
      [(box?.x ?? 0) + (box?.width ?? 0) * share, (box?.y ?? 0) + 10] as const;
    await page.mouse.move(...at(0));
    await page.mouse.down();
    await page.mouse.move(...at(0.2));
    await page.mouse.up();
    await page.waitForSelector('#requests-count:text-is("1 of 3 shown")');
    await page.click('#requests-all');
    await page.waitForSelector('#requests-count:text-is("3 of 3 shown")');
  });

  test('two requests are compared, line by line', async () => {
    await using server = await startServer();
    await fetchReport(server.baseUrl, 'one');
    await fetchReport(server.baseUrl, 'two');
    const { page } = await openConsole(server);
    for (const row of await page.locator('#request-rows .pick input').all()) await row.check();
    await page.click('#requests-compare');
    expect(await page.textContent('.diff .gone')).toContain('- GET /feed/tunnelco/api?report=one');
    expect(await page.textContent('.diff .new')).toContain('+ GET /feed/tunnelco/api?report=two');
    await page.keyboard.press('Escape');
    await page.waitForSelector('#request-detail', { state: 'hidden' });
  });

  test('a request is sent again, and becomes a fault', async () => {
    await using server = await startServer();
    await fetchReport(server.baseUrl, 'x');
    const { page } = await openConsole(server);
    await page.click('#request-rows .link');
    await page.click('text=Send again');
    await page.waitForSelector('#notice:has-text("answered with")');
    const [first, again] = server.requests();
    expect(again).toMatchObject({ outcome: first?.outcome, caller: 'reader', url: first?.url });
    await page.click('text=Make a fault of this');
    await page.click('text=Add the fault');
    await page.waitForSelector('#panel-faults .table >> text=Answer with');
    expect(server.faults()).toMatchObject([
      { type: 'reply', status: first?.status, operation: 'fetch', caller: 'reader', times: 1 },
    ]);
  });

  test('what is copied as a test passes', async () => {
    await using server = await startServer({ dialect: 'strict' });
    await fetchReport(server.baseUrl, 'x', 'Bearer token-reader');
    const { page } = await openConsole(server);
    await page.click('#request-rows .link');
    const code = await copied(page, 'text=Copy as test');
    const folder = mkdtempSync(join(tmpdir(), 'abuse-feed-copied-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    // As compiled, with the package name replaced by its source.
    const own = code.replace("'abuse-feed-kit'", `'${join(packageRoot, 'src', 'index.ts')}'`);
    writeFileSync(join(folder, 'copied.test.mts'), own);
    symlinkSync(join(packageRoot, 'node_modules'), join(folder, 'node_modules'));
    const { stdout } = await run(
      process.execPath,
      ['--import', 'tsx', '--test', 'copied.test.mts'],
      {
        cwd: folder,
        env: { ...process.env, NODE_TEST_CONTEXT: undefined },
      },
    );
    expect(stdout).toContain('pass 1');
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

  test('a usual fault is one click, and the same as curl and as code', async () => {
    await using server = await startServer();
    const { page } = await openConsole(server, { panel: 'faults' });
    await page.click('[aria-label="Add (503, 503, then fine)"]');
    await page.waitForSelector('#panel-faults .table');
    const statuses = [];
    for (let n = 0; n < 3; n += 1) statuses.push((await lookUp(server)).status);
    expect(statuses.slice(0, 2)).toEqual([503, 503]);
    expect(statuses[2]).not.toBe(503);
    const line = await copied(page, '[aria-label="curl (429 with Retry-After)"]');
    await run('sh', ['-c', `${line.trim()} --silent`]);
    expect(server.faults()).toMatchObject([{ status: 429, headers: { 'Retry-After': '2' } }]);
    expect(await copied(page, '[aria-label="Code (503 once)"]')).toBe(
      'server.addFault({"type":"reply","status":503,"times":1});\n',
    );
  });

  test('a dialect shows only what differs, undoes it, and is copied as a file', async () => {
    await using server = await startServer({
      dialect: { 'create.tags.order': 'sorted', 'auth.prefix': 'Bearer' },
    });
    const { page } = await openConsole(server, { panel: 'dialect' });
    expect(await page.locator('#panel-dialect tbody tr').count()).toBe(2);
    const file = await copied(page, 'text=Copy as file');
    expect(file).toContain('create.tags.order: "sorted"\n');
    await page.click('[aria-label="Undo (auth.prefix)"]');
    await expect.poll(() => server.dialect['auth.prefix']).toBe('none');
    await page.fill('[aria-label="Find an open point"]', 'time zone');
    await page.waitForSelector('[aria-label="In which time zone is reportedAt?"]');
  });

  test('worlds tell their dialect, clock, faults and time left, a page at a time', async () => {
    await using server = await startServer();
    for (let n = 0; n < 55; n += 1) await server.createWorld();
    const world = await server.createWorld({ id: 'mine', dialect: 'strict' });
    world.addFault({ type: 'drop' });
    world.setClock({ mode: 'frozen' });
    const { page } = await openConsole(server, { panel: 'worlds' });
    expect(await page.locator('#panel-worlds tbody tr').count()).toBe(50);
    const cells = await page.locator('#panel-worlds tr[data-key=mine] td').allTextContents();
    expect(cells.slice(0, 7)).toEqual(['mine', 'strict', 'frozen', '1', '7', '0', '30 min']);
    await page.click('text=Older');
    await page.waitForSelector('#panel-worlds tr[data-key="1"]');
    expect(await page.locator('#panel-worlds tbody tr').count()).toBe(6);
  });
});
