import { describe, expect, test } from 'vitest';
import { expectNoSideways, hasBrowser } from '../../pages/browser.test.support.ts';
import { startServer } from '../../server.ts';
import { newReport } from '../control-plane.test.support.ts';
import { inEveryPanel, openConsole } from './console.test.support.ts';

describe.runIf(hasBrowser)('how the console looks', () => {
  test('narrow tabs show that they scroll, and the open one is in sight', async () => {
    await using server = await startServer();
    const { page } = await openConsole(server, { panel: 'dialect', width: 360 });
    const tabs = await page.evaluate<{ hidden: number; scrolled: number; shades: string }>(`(() => {
      const tabs = document.querySelector('.tabs');
      const { backgroundAttachment: shades } = getComputedStyle(tabs);
      return { hidden: tabs.scrollWidth - tabs.clientWidth, scrolled: tabs.scrollLeft, shades };
    })()`);
    expect(tabs.hidden).toBeGreaterThan(50);
    expect(tabs.scrolled).toBeGreaterThan(50);
    // A shade at each side, hidden at the ends by a cover that scrolls along.
    expect(tabs.shades).toBe('local, local, scroll, scroll, scroll');
  });

  test('every column has its least width, and nothing is wider than the window', async () => {
    await using server = await startServer();
    const long = 'x'.repeat(190);
    await server.mintCaller({ id: `id-${long}`, name: long, token: `token-${long}` });
    await server.createWorld({ id: 'w'.repeat(64) });
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
        expect(await page.evaluate(thin), `${panel} ${width}`).toEqual([]);
        await expectNoSideways(page);
      }
    });
  });
});
