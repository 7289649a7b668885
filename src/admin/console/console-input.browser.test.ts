import { describe, expect, test } from 'vitest';
import { hasBrowser, openPage } from '../../pages/browser.test.support.ts';
import { startServer } from '../../server.ts';
import { lookUp, openConsole } from './console.test.support.ts';

describe.runIf(hasBrowser)('what is typed and chosen in the console', () => {
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
    await page.selectOption('#panel-faults form select', 'sequence');
    await page.fill('#panel-faults [name=steps]', '[503, "fine"]');
    await page.click('text=Add the fault');
    await page.waitForSelector('#panel-faults [role=alert]:has-text("steps")');
    expect(await page.inputValue('#panel-faults [name=steps]')).toContain('fine');
    await page.fill('#panel-faults [name=steps]', '[503, "ok"]');
    await page.click('text=Add the fault');
    await page.waitForSelector('#panel-faults .table');
    expect(server.faults()).toMatchObject([{ type: 'sequence', steps: [503, 'ok'] }]);
    server.clearFaults();
    await page.fill('#panel-faults [name="request.tag"]', 'rat');
    await page.fill('#panel-faults [name="request.query"]', '{"page":"2"}');
    await page.selectOption('#panel-faults [name=endless]', 'true');
    await page.fill('#panel-faults [name=nth]', '3');
    await page.click('text=Add the fault');
    await page.waitForSelector('#panel-faults .table >> text=rat');
    const request = { tag: 'rat', query: { page: '2' } };
    expect(server.faults()).toMatchObject([{ request, endless: true, nth: 3 }]);
  });

  test('a report is added by a form of its fields, and deleted again', async () => {
    await using server = await startServer({ alone: true, add: { services: ['mailco'] } });
    await server.mintCaller({ name: 'One', roles: ['researcher'] });
    const { page } = await openConsole(server, { panel: 'reports' });
    await page.click('text=New report…');
    await page.fill('dialog [name=c2Address]', 'no port');
    await page.fill('dialog [name=file256Hash]', 'a'.repeat(64));
    await page.click('dialog summary');
    await page.fill('dialog [name=tags]', 'rat, loader');
    await page.click('dialog button:text-is("Add")');
    await page.waitForSelector('dialog [role=alert]:has-text("c2Address")');
    await page.fill('dialog [name=c2Address]', 'c2.example:4444');
    await page.click('dialog button:text-is("Add")');
    await page.waitForSelector('#panel-reports tr:has-text("c2.example:4444")');
    expect(server.reports().reports).toMatchObject([
      { service: 'mailco', tags: ['rat', 'loader'] },
    ]);
    await page.click('text=Delete…');
    await page.click('dialog button:text-is("Delete")');
    await page.waitForSelector('#panel-reports >> text=No reports');
    expect(server.reports().total).toBe(0);
  });

  test('a slash leads to the search, arrows into the list and from one request to the next', async () => {
    await using server = await startServer();
    for (const hash of ['first', 'second', 'third']) await lookUp(server, hash);
    const { page, faults } = await openConsole(server);
    await page.waitForSelector('#request-rows tr >> nth=2');
    await page.keyboard.press('/');
    await page.waitForSelector('#request-find:focus');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#request-title:focus:has-text("third")');
    await page.keyboard.press('ArrowDown');
    await page.waitForSelector('#request-title:focus:has-text("second")');
    await page.keyboard.press('ArrowUp');
    await page.waitForSelector('#request-title:focus:has-text("third")');
    await page.click('#tab-reports');
    await page.waitForSelector('#panel-reports .table');
    await page.keyboard.press('/');
    await page.waitForSelector('#panel-reports input[type=search]:focus');
    expect(faults).toEqual([]);
  });

  test('the fields of a fault have their units, and examples where they may be empty', async () => {
    await using server = await startServer();
    const { page } = await openConsole(server, { panel: 'faults' });
    await page.selectOption('#panel-faults form select', 'delay');
    const spread = page.locator('#panel-faults label:has([name=spread])');
    expect(await spread.textContent()).toContain('milliseconds');
    for (const name of ['spread', 'times', 'chance', 'seed']) {
      const field = page.locator(`#panel-faults [name=${name}]`);
      expect(await field.getAttribute('placeholder')).toMatch(/^such as /);
      expect(await field.inputValue()).toBe('');
    }
    expect(await page.inputValue('#panel-faults [name=ms]')).toBe('1000');
  });

  test('a wrong admin token is said in the dialog, and Esc leaves it', async () => {
    await using server = await startServer({ adminToken: 'open sesame' });
    const { page, faults } = await openPage([server.baseUrl]);
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
    expect(faults).toEqual([]);
  });

  test('the world is in the address, times are told, and tabs do not move', async () => {
    await using server = await startServer();
    const world = await server.createWorld({ id: 'mine' });
    const { id, service } = server.reports({ limit: 1 }).reports[0] ?? {};
    const headers = { Authorization: String(world.tokens.reader) };
    await fetch(`${world.baseUrl}/feed/${service}/api?report=${id}`, { headers });
    const { page } = await openConsole(server);
    const places = () =>
      page.evaluate(
        '[...document.querySelectorAll("[role=tab]")].map((tab) => tab.getBoundingClientRect().x)',
      );
    const before = await places();
    await page.selectOption('#world', 'mine');
    await page.waitForSelector('#request-rows tr');
    expect(await page.textContent('#request-rows .ms')).toMatch(/^\d+(\.\d\d?)? ms$/);
    expect(await page.textContent('#request-rows .ms')).not.toBe('0.00 ms');
    await page.click('#tab-dialect');
    expect(await places()).toEqual(before);
    await page.reload();
    expect(new URL(page.url()).search).toBe('?world=mine');
    await page.waitForSelector('#panel-dialect .card');
    expect(await page.inputValue('#world')).toBe('mine');
  });
});
