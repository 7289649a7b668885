import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, expect, onTestFinished } from 'vitest';
import { patience } from '../spec/test-settings.test.support.ts';

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const named = process.env.ABUSE_FEED_CHROMIUM;
const found = (named ? [named] : usualPlaces).find((path) => existsSync(path));

/** Whether pages can be tested here; says so plainly where they cannot. */
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
  // Only this machine can be reached, whatever a page asks for.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE *.localhost',
];

let started: Promise<Browser> | undefined;
afterAll(async () => (await started)?.close());

/** A page that notes everything a good page does not do. */
export interface WatchedPage {
  readonly page: Page;
  /** Requests to other hosts, errors on the console, violations of the policy. */
  readonly faults: string[];
}

/** Every request for another origin than these is noted. */
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

/** Nothing is wider than the window. */
export async function expectNoSideways(page: Page): Promise<void> {
  const over = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(over, `${page.url()} is too wide`).toBeLessThanOrEqual(0);
}
