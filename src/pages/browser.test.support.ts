import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, expect, onTestFinished } from 'vitest';
import { patience } from '../repository/test-settings.test.support.ts';

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const named = process.env.ABUSE_FEED_CHROMIUM;
const found = (named ? [named] : usualPlaces).find((path) => existsSync(path));

/** Whether a browser is installed; prints a notice if not. */
export const hasBrowser = found !== undefined;
if (!hasBrowser) {
  process.stderr.write(
    'SKIPPED: the pages were not tested, because there is no Chromium here. Get it with ' +
      '"apt-get install chromium", or name one in ABUSE_FEED_CHROMIUM.\n',
  );
}

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages can reach this machine only.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE *.localhost',
];

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
  started ??= chromium.launch({ executablePath: found as string, args });
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
