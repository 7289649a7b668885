import { describe, expect, test } from 'vitest';
import { axeViolations } from '../../pages/axe.test.support.ts';
import { expectNoSideways, hasBrowser } from '../../pages/browser.test.support.ts';
import { startServer } from '../../start-server.ts';
import { newReport } from '../control-plane.test.support.ts';
import { inEveryPanel, lookUp, openConsole } from './console.test.support.ts';

describe.runIf(hasBrowser)('how the console looks', () => {
  test.each([
    ['light', 1440],
    ['dark', 390],
  ] as const)('axe finds nothing in any panel, %s and %i wide', async (colorScheme, width) => {
    await using server = await startServer();
    await server.createWorld();
    server.addFault({ type: 'drop', operation: 'delete' });
    await lookUp(server);
    const { page } = await openConsole(server, { colorScheme, width });
    await page.waitForSelector('#request-rows tr');
    await inEveryPanel(page, async (panel) => {
      expect([panel, await axeViolations(page)]).toEqual([panel, []]);
    });
    await page.click('#tab-requests');
    await page.click('#request-rows button');
    await page.waitForSelector('#request-title:focus');
    expect(await axeViolations(page)).toEqual([]);
  });

  test('axe finds nothing in any panel of an empty console', async () => {
    await using server = await startServer();
    const { page, faults } = await openConsole(server);
    await inEveryPanel(page, async (panel) => {
      expect([panel, await axeViolations(page)]).toEqual([panel, []]);
    });
    expect(faults).toEqual([]);
  });

  test('every column has its least width, and nothing is wider than the window', async () => {
    await using server = await startServer();
    const long = 'x'.repeat(190);
    await server.mintCaller({ id: `id-${long}`, name: long, token: `token-${long}` });
    await server.createWorld({ id: 'w'.repeat(64) });
    await server.addAnalysis({ sha256Hash: 'cd'.repeat(32), fileName: long });
    await server.addReports([
      { ...newReport, c2Address: `${'a.'.repeat(100)}example:1`, tags: [long, 'b'], name: long },
    ]);
    server.addFault({ type: 'drop', caller: `id-${long}` });
    await fetch(`${server.baseUrl}/feed/${long}/api?report=${long}`);
    const { page } = await openConsole(server);
    // Truncated cells have room for a few characters; short ones may be narrow.
    const thin = `[...document.querySelectorAll('[role=tabpanel]:not([hidden]) :is(th, td)')]
      .filter((cell) => cell.checkVisibility() && !cell.closest('thead'))
      .filter((cell) => cell.textContent && cell.getBoundingClientRect().width < 60)
      .filter((cell) => [cell, ...cell.querySelectorAll('*')].some((part) =>
        part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).display !== 'inline'))
      .map((cell) => [cell.getBoundingClientRect().width, cell.textContent.slice(0, 20)])`;
    await inEveryPanel(page, async (panel) => {
      for (const width of [390, 480, 600, 737, 760, 800, 900, 960, 1024, 1153, 1280, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        expect([panel, width, await page.evaluate(thin)]).toEqual([panel, width, []]);
        await expectNoSideways(page);
      }
    });
  });

  test('it prints light from the dark theme', async () => {
    await using server = await startServer();
    const { page } = await openConsole(server, { panel: 'reports' });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(
      'rgb(255, 255, 255)',
    );
    expect(await page.isVisible('.tabs')).toBe(false);
  });
});
