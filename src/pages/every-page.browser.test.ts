import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { htmlReport } from '../../contract-tests/index.ts';
import {
  conforming,
  unreachable,
  violating,
} from '../../contract-tests/reporters/recorded.test.support.ts';
import { inEveryPanel, lookUp, openConsole } from '../admin/console/console.test.support.ts';
import { site } from '../docs/site.ts';
import { startServer } from '../start-server.ts';
import { axeViolations } from './axe.test.support.ts';
import { expectNoSideways, hasBrowser, openPage } from './browser.test.support.ts';

const combinations = [
  [1440, 'light'],
  [1440, 'dark'],
  [390, 'dark'],
  [390, 'light'],
] as const;

/** Commands in tables and answers to open points that are broken in mid-word. */
const brokenWords = `[...document.querySelectorAll(':is(.prose, .points) td code')].flatMap((code) => {
  const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
  const broken = [];
  while (texts.nextNode()) {
    const { currentNode: node } = texts;
    for (const { index, 0: word } of node.data.matchAll(/\\S+/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) broken.push('broken: ' + word);
    }
  }
  return broken;
})`;

/** One load of a page, looked at in both widths and themes. */
async function flawsOf(page: Page, name: string): Promise<string[]> {
  const flaws: string[] = [];
  for (const [width, colorScheme] of combinations) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await page.waitForSelector(`html:is(:not([data-theme]), [data-theme=${colorScheme}])`);
    const found = [...(await axeViolations(page)), ...(await page.evaluate<string[]>(brokenWords))];
    flaws.push(...found.map((one) => `${name}, ${width} ${colorScheme}: ${one}`));
    await expectNoSideways(page);
  }
  return flaws;
}

const files = Object.keys(site).filter((file) => file.endsWith('.html'));

describe.runIf(hasBrowser)('every page, wide and narrow, light and dark', () => {
  test.each(files)('%s', async (file) => {
    await using server = await startServer({ dialect: 'contrary' });
    const { page, faults } = await openPage([server.baseUrl]);
    await page.goto(`${server.baseUrl}/docs/${file}`);
    expect(await flawsOf(page, file)).toEqual([]);
    expect(faults).toEqual([]);
  });

  test.each(['token', 'delette'])('the search for %s', async (word) => {
    await using server = await startServer();
    const { page, faults } = await openPage([server.baseUrl]);
    await page.goto(`${server.baseUrl}/docs/curl.html`);
    await page.fill('#search', word);
    await page.waitForSelector('#found a');
    expect(await flawsOf(page, word)).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('an answer to what was tried, everything unfolded', async () => {
    await using server = await startServer();
    const { page, faults } = await openPage([server.baseUrl]);
    await page.goto(`${server.baseUrl}/docs/`);
    await page.click('[data-try=fetch] button[type=submit]');
    await page.waitForSelector('[data-try=fetch] [data-status]');
    await page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true })");
    expect(await flawsOf(page, 'tried')).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('a page that is not there', async () => {
    await using server = await startServer();
    const { page } = await openPage([server.baseUrl]);
    await page.goto(`${server.baseUrl}/docs/nothing.html`);
    expect(await flawsOf(page, '404')).toEqual([]);
  });

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
    await server.createWorld({ dialect: 'contrary' });
    server.setDialect('strict');
    server.addFault({ type: 'drop', operation: 'delete' });
    await lookUp(server);
    const { page, faults } = await openConsole(server);
    await page.waitForSelector('#request-rows tr');
    const flaws: string[] = [];
    await inEveryPanel(page, async (panel) => flaws.push(...(await flawsOf(page, panel))));
    await page.click('#tab-worlds');
    await page.click('text=New world…');
    flaws.push(...(await flawsOf(page, 'dialog')));
    await page.keyboard.press('Escape');
    await page.click('#tab-requests');
    await page.click('#request-rows button');
    await page.waitForSelector('#request-title:focus');
    flaws.push(...(await flawsOf(page, 'detail')));
    expect(flaws).toEqual([]);
    expect(faults).toEqual([]);
  });

  test.each(Object.entries({ conforming, unreachable, violating }))(
    'the report of a %s server, everything unfolded',
    async (name, result) => {
      const { page, faults } = await openPage([]);
      await page.setContent(htmlReport(result));
      await page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true })");
      expect(await flawsOf(page, name)).toEqual([]);
      expect(faults).toEqual([]);
    },
  );
});
