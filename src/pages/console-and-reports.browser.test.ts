import { describe, expect, test } from 'vitest';
import { htmlReport } from '../../contract-tests/index.ts';
import {
  conforming,
  unreachable,
  violating,
  withCauses,
} from '../../contract-tests/judging/reporters/recorded.test.support.ts';
import { inEveryPanel, lookUp, openConsole } from '../admin/console/console.test.support.ts';
import { matrix, reliesOn201, robust } from '../cli/matrix/client.test.support.ts';
import { type Client, failed } from '../matrix/runs.test.support.ts';
import { startServer } from '../server.ts';
import { hasBrowser, openPage } from './browser.test.support.ts';
import { flawsOf } from './flaws.test.support.ts';

describe.runIf(hasBrowser)('the console and reports, wide and narrow, light and dark', () => {
  test('every panel of an empty console', async () => {
    await using server = await startServer({ alone: true });
    const { page, faults } = await openConsole(server);
    const flaws: string[] = [];
    await inEveryPanel(page, async (panel) => flaws.push(...(await flawsOf(page, panel))));
    expect(flaws).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('every panel of a console in use, and the detail of a request', async () => {
    await using server = await startServer();
    server.setDialect('strict');
    server.addFault({ type: 'drop', operation: 'delete' });
    await lookUp(server);
    const { page, faults } = await openConsole(server);
    await page.waitForSelector('#request-rows tr');
    const flaws: string[] = [];
    await inEveryPanel(page, async (panel) => flaws.push(...(await flawsOf(page, panel))));
    await page.click('#reset');
    await page.waitForSelector('dialog[open]');
    flaws.push(...(await flawsOf(page, 'dialog')));
    await page.keyboard.press('Escape');
    await page.click('#tab-requests');
    await page.click('#request-rows button');
    await page.waitForSelector('#request-title:focus');
    flaws.push(...(await flawsOf(page, 'detail')));
    expect(flaws).toEqual([]);
    expect(faults).toEqual([]);
  });

  test.each(
    Object.entries({
      conforming,
      unreachable,
      one: withCauses(1),
      violating,
      many: withCauses(35),
    }),
  )('the report of a run: %s, everything unfolded', async (name, result) => {
    const { page, faults } = await openPage([]);
    await page.setContent(htmlReport(result));
    await page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true })");
    expect(await flawsOf(page, name)).toEqual([]);
    expect(faults).toEqual([]);
  });

  test.each(['passes', 'fails'])(
    'the report of a matrix that %s, everything unfolded',
    async (name) => {
      const notes = ['create created', 'delete deleted', 'lookup unknown-hash'];
      const relying: Client = (answers, nth, change) => ({
        ...(answers['lookup.status.unknown-hash'] === 410
          ? { ...failed, output: 'long '.repeat(99) + 'x'.repeat(999) }
          : reliesOn201(answers, nth, change)),
        notes,
        tests: { 'sends a report': notes.slice(0, 1) },
      });
      const { read } = await matrix(name === 'fails' ? relying : robust, '--html', 'm.html');
      const { page, faults } = await openPage([]);
      await page.setContent(read('m.html'));
      await page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true })");
      expect(await flawsOf(page, name)).toEqual([]);
      expect(faults).toEqual([]);
    },
  );
});
