import { describe, expect, test } from 'vitest';
import { hasBrowser, openPage } from '../pages/browser.test.support.ts';
import { startServer } from '../start-server.ts';

/** What users type, and the expected first result. */
const wanted = Object.entries({
  '410': 'open-points.html#fetch.status.deleted-report',
  '429': 'open-points.html#create.status.rate-limited',
  '503': 'open-points.html#any.status.unavailable',
  fault: 'control-plane.html',
  chaos: 'control-plane.html',
  world: 'control-plane.html',
  sandbox: 'control-plane.html',
  tls: 'configuration.html#tls',
  ssl: 'configuration.html#tls',
  docker: 'configuration.html#in-a-container',
  junit: 'verify.html#in-ci',
  pipeline: 'verify.html#in-ci',
  twin: 'learn.html#the-twin',
  retry: 'open-points.html#any.rate-limit',
  Bearer: 'open-points.html#auth.prefix',
  apikey: 'open-points.html#auth.prefix',
  quota: 'index.html#lookup-no-requests-left',
  startServer: 'embedding.html#in-a-program',
  mock: 'guide.html',
  har: 'configuration.html#replaying-a-har-file',
  proxy: 'listen.html#as-a-proxy',
  seed: 'serve.html#start-it',
  clock: 'control-plane.html',
  reset: 'control-plane.html',
  token: 'serve.html#the-tokens',
  pytest: 'python.html',
  httptest: 'go.html',
  curl: 'curl.html',
  'github action': 'reports.html#on-github-actions',
  baseline: 'reports.html#again-and-again',
  waive: 'reports.html#again-and-again',
  mutant: 'serve.html#start-it',
  snapshot: 'control-plane.html',
  cors: 'serve.html#start-it',
  '--dialect': 'serve.html#start-it',
  timeout: 'index.html#create-request-timeout',
  'rate limit': 'open-points.html#any.rate-limit',
  'choice card': 'learn.html#the-choice-card',
  openapi: 'index.html',
  swagger: 'index.html',
  clause: 'clauses.html',
  'open point': 'open-points.html',
  refill: 'verify.html#the-target-file',
  budget: 'verify.html#options-and-reports',
  explore: 'verify.html#options-and-reports',
  replay: 'serve.html#start-it',
  jest: 'embedding.html#jest',
  blake3: 'clauses.html#lookup/by-blake3',
  uuid: 'index.html#fetch-answer-field-report.firstSeenID',
  careful: 'verify.html#options-and-reports',
  remarks: 'verify.html#what-it-prints',
  researcher: 'serve.html#the-tokens',
  limit: 'open-points.html#any.rate-limit',
});

describe.runIf(hasBrowser)('the search in a browser', () => {
  test('the search finds operations, fields, open points and clauses, by keys alone', async () => {
    await using server = await startServer();
    const { page, faults } = await openPage([server.baseUrl]);
    await page.goto(`${server.baseUrl}/docs/guide.html`);
    for (const [words, kind, href] of [
      ['fetch a report', 'Operations', 'index.html#fetch'],
      ['sizeInBytes', 'Fields', 'index.html#lookup-answer-field-sizeInBytes'],
      ['tags.order', 'Open points', 'open-points.html#create.tags.order'],
      ['flag-is-success', 'Clauses', 'clauses.html#delete/flag-is-success'],
    ] as const) {
      await page.keyboard.press('Control+k');
      await page.keyboard.type(words);
      const first = page.locator('#found section >> nth=0');
      await expect.poll(() => first.locator('a >> nth=0').getAttribute('href')).toBe(href);
      expect(await first.locator('h2').textContent()).toContain(kind);
    }
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/clauses\.html#delete\/flag-is-success/);
    expect(await page.isVisible('tr:target')).toBe(true);
    await page.keyboard.press('/');
    await page.keyboard.type('delette');
    await page.waitForSelector('#found [role=status]:has-text("Nothing found")');
    expect(await page.locator('#found a').count()).toBe(4);
    await page.click('.near >> text="delete"');
    await page.waitForSelector('#found mark:text-is("delete")');
    await page.keyboard.press('Escape');
    await page.waitForSelector('#found', { state: 'hidden' });
    expect(faults).toEqual([]);
  });

  test('what people look for comes first, under their own words', async () => {
    await using server = await startServer();
    const { page } = await openPage([server.baseUrl]);
    await page.goto(`${server.baseUrl}/docs/`);
    const misses: string[] = [];
    for (const [word, href] of wanted) {
      await page.fill('#search', '');
      await page.fill('#search', word);
      await page.waitForSelector('#found:not([hidden]) [role=status]');
      const first = await page.locator('#found a').first().getAttribute('href');
      if (!first?.startsWith(href)) misses.push(`${word}: ${first}`);
    }
    expect(misses).toEqual([]);
  });
});
