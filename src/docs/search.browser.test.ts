import { describe, expect, test } from 'vitest';
import { hasBrowser, openPage } from '../pages/browser.test.support.ts';
import { startServer } from '../start-server.ts';

/** What users type, and where it should lead. */
const wanted = Object.entries({
  fault: 'control-plane.html',
  chaos: 'control-plane.html',
  world: 'control-plane.html',
  sandbox: 'control-plane.html',
  tls: 'configuration.html#tls',
  ssl: 'configuration.html#tls',
  docker: 'configuration.html#in-a-container',
  junit: 'reports.html',
  pipeline: 'verify.html#in-ci',
  twin: 'learn.html#the-twin',
  retry: 'open-points.html#any.rate-limit',
  Bearer: 'open-points.html#auth.prefix',
  apikey: 'open-points.html#auth.prefix',
  quota: 'index.html#lookup',
  startServer: 'embedding.html',
  mock: 'python.html#python-the-stand-in',
  har: 'listen.html',
  proxy: 'listen.html#as-a-proxy',
  seed: 'serve.html',
  clock: 'control-plane.html',
  reset: 'control-plane.html',
  token: 'serve.html#the-tokens',
  pytest: 'python.html',
  httptest: 'go.html',
  curl: 'curl.html',
  'github action': 'reports.html#on-github-actions',
  baseline: 'reports.html',
  waive: 'reports.html',
  mutant: 'working-on-it.html',
  snapshot: 'control-plane.html',
  cors: 'control-plane.html',
  '--dialect': 'dialects.html',
  timeout: 'index.html#create-request-timeout',
  'rate limit': 'open-points.html#any.rate-limit',
  'choice card': 'learn.html#the-choice-card',
  swagger: 'guide.html',
  'refill': 'XX',
  'budget': 'XX',
  'explore': 'XX',
  'replay': 'XX',
  'jest': 'XX',
  '410': 'XX',
  '429': 'XX',
  'blake3': 'XX',
  'uuid': 'XX',
  'statement': 'XX',
  'careful': 'XX',
  'remarks': 'XX',
  '503': 'XX',
  'openapi': 'XX',
  'researcher': 'XX',
  'limit': 'XX',

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
    await page.click('.near >> text="delete"');
    await page.waitForSelector('#found mark:text-is("delete")');
    await page.keyboard.press('Escape');
    await page.waitForSelector('#found', { state: 'hidden' });
    expect(faults).toEqual([]);
  });

  test('the search finds what people call it, in the guide too', async () => {
    await using server = await startServer();
    const { page } = await openPage([server.baseUrl]);
    await page.goto(`${server.baseUrl}/docs/`);
    const misses: string[] = [];
    for (const [word, href] of wanted) {
      await page.fill('#search', '');
      await page.fill('#search', word);
      await page.waitForSelector('#found:not([hidden]) [role=status]');
      const first = await page.locator('#found section:nth-of-type(1) a').first().getAttribute('href'); console.log('FIRST', word, first, '| wanted', href);
      if ((await page.locator(`#found a[href^="${href}"]`).count()) === 0) misses.push(word);
    }
    expect(misses).toEqual([]);
  });
});
