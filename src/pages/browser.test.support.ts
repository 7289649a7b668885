import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, expect, onTestFinished } from 'vitest';
import { chromiumPath, startChromium } from '../repository/chromium.ts';
import { patience } from '../repository/test-settings.test.support.ts';

/** Whether a browser is installed; prints a notice if not. */
export const hasBrowser = chromiumPath !== undefined;
if (!hasBrowser) {
  process.stderr.write(
    'SKIPPED: the pages were not tested, because there is no Chromium here. Get it with ' +
      '"apt-get install chromium", or name one in ABUSE_FEED_CHROMIUM.\n',
  );
}

let started: Promise<Browser> | undefined;
afterAll(async () => (await started)?.close());

/** A page that records its faults. */
export interface WatchedPage {
  readonly page: Page;
  /** Requests to other hosts, console errors, CSP violations. */
  readonly faults: string[];
}

/** Records every request to other origins. */
export async function openPage(
  origins: readonly string[],
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  started ??= startChromium();
  const context = await (await started).newContext(options);
  onTestFinished(() => context.close());
  context.setDefaultTimeout(patience(30));
  const faults: string[] = [];
  context.on('request', (request) => {
    const url = request.url();
    if (origins.some((origin) => url.startsWith(`${origin}/`)) || url.startsWith('data:')) return;
    faults.push(`asked for ${url}`);
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => faults.push(`threw ${error.message}`));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(`said ${message.text()}`);
  });
  return { page, faults };
}

/** Fails if the page scrolls horizontally. */
export async function expectNoSideways(page: Page): Promise<void> {
  const over = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(over, `${page.url()} is too wide`).toBeLessThanOrEqual(0);
}
