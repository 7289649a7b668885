/** Takes the pictures of the README: `npx tsx src/repository/pictures.ts`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { htmlReport, type RunResult } from '../../contract-tests/index.ts';
import { type RunningServer, startServer } from '../index.ts';
import { packageRoot } from '../values/package-root.ts';
import { startChromium } from './chromium.ts';

const size = { width: 1280, height: 720 };

async function openPage(browser: Browser): Promise<Page> {
  return browser.newPage({ viewport: size, colorScheme: 'light' });
}

async function takePicture(page: Page, name: string): Promise<void> {
  const path = join(packageRoot, 'docs', `${name}.png`);
  await page.screenshot({ path });
  process.stdout.write(`${path}\n`);
}

/** Requests of several callers, some of them refused. */
async function makeRequests(server: RunningServer): Promise<void> {
  const { baseUrl, tokens } = server;
  const { reports, analyses } = server.state();
  const stored = reports[0];
  const feed = `${baseUrl}/feed/${stored?.service}/api?report=${stored?.id}`;
  const file = `${baseUrl}/private/sample/${analyses[0]?.sha256Hash}`;
  const asked = [
    { url: feed, token: tokens.reader },
    { url: file, token: tokens.analyst },
    { url: file, token: tokens['analyst-empty'] },
    { url: feed, token: 'token-nobody' },
    { url: feed, token: tokens.reader, method: 'DELETE' },
  ];
  for (const { url, token, method = 'GET' } of asked) {
    const answer = await fetch(url, { method, headers: { Authorization: token ?? '' } });
    await answer.text();
  }
}

async function pictureConsole(browser: Browser): Promise<void> {
  await using server = await startServer({
    port: 4010,
    clock: { mode: 'frozen', at: '2026-01-31T13:45:00Z' },
    ids: 1,
  });
  await makeRequests(server);
  const page = await openPage(browser);
  await page.goto(`${server.baseUrl}/__admin/console/`);
  await page.waitForSelector('#request-rows tr');
  await page.click('#request-rows button >> nth=0');
  await page.waitForSelector('#request-title');
  await takePicture(page, 'console');
}

async function pictureReport(browser: Browser): Promise<void> {
  const recorded = join(packageRoot, 'contract-tests/judging/reporters/recorded/violates.json');
  const result = JSON.parse(readFileSync(recorded, 'utf8')) as RunResult;
  const page = await openPage(browser);
  await page.setContent(htmlReport(result));
  await page.click('.cause summary >> nth=0');
  await takePicture(page, 'report');
}

const browser = await startChromium();
try {
  await pictureConsole(browser);
  await pictureReport(browser);
} finally {
  await browser.close();
}
