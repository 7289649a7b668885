import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { applyDialect } from '../contract/apply-dialect.ts';
import { dialectOf } from '../dialects/dialect.ts';
import { namedDialects } from '../dialects/named.ts';
import { hasBrowser, openPage } from '../pages/browser.test.support.ts';
import { startServer } from '../server.ts';
import { allClauses } from '../spec/clauses/clauses.ts';
import { collectOpenPoints } from '../spec/open-point.ts';
import { openDocs } from './docs.test.support.ts';
import { referencePage } from './reference/reference-page.ts';

/** Sends the request of a form, and waits for the response. */
async function tryRequest(form: Locator): Promise<void> {
  await form.locator('button[type=submit]').click();
  await form.locator('[data-status]').waitFor();
}

describe.runIf(hasBrowser)('the reference in a browser', () => {
  test('everything stands there without a script', async () => {
    const { page, faults } = await openDocs('', { javaScriptEnabled: false });
    expect(await page.locator('.operation h2').count()).toBe(5);
    expect(await page.locator('.operation-cards a').count()).toBe(4);
    expect(await page.locator('.outcome').count()).toBeGreaterThan(40);
    expect(await page.isVisible('#create-field-c2Address')).toBe(true);
    expect(await page.isVisible('text=Sending from here needs JavaScript >> nth=0')).toBe(true);
    expect(await page.isVisible('[data-try]')).toBe(false);
    await page.click('[aria-labelledby=create] .calls >> text=Python');
    expect(await page.isVisible('[aria-labelledby=create] .calls [data-call=python]')).toBe(true);
    expect(await page.isVisible('[aria-labelledby=create] .calls [data-call=curl]')).toBe(false);
    expect(faults).toEqual([]);
  });

  test('the first thing tried succeeds under another dialect, in a world of its own', async () => {
    await using server = await startServer();
    const world = await server.createWorld({ dialect: 'contrary' });
    const { page, faults } = await openPage([server.baseUrl]);
    await page.goto(`${world.baseUrl}/docs/`);
    for (const name of ['create', 'fetch', 'lookup', 'delete']) {
      await tryRequest(page.locator(`[data-try=${name}]`));
    }
    expect(world.requests().map(({ outcome }) => outcome)).toEqual([
      'created',
      'fetched',
      'found',
      'deleted',
    ]);
    expect(server.requests()).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('an answer is shown with status, time, reason, headers and body', async () => {
    const { server, page } = await openDocs();
    const form = page.locator('[data-try=create]');
    await form.locator('[name=caller]').selectOption({ value: 'token-reader' });
    await form.locator('button[type=submit]').click();
    const result = form.locator('.result');
    await result.locator('[data-status="403"]').waitFor();
    expect(await result.textContent()).toMatch(/403 in [\d.]+ ms POST .*\/feed\/tunnelco\/api/);
    expect(await result.locator('.cause a').getAttribute('href')).toBe(
      'specification.html#create/researchers-only',
    );
    expect(await result.locator('dt').allTextContents()).toContain('content-type');
    expect(await result.locator('pre').textContent()).toContain('"successful": false');
    server.addFault({ type: 'drop' });
    await form.locator('button[type=submit]').click();
    await page.waitForSelector('text=No response came.');
  });

  test('the samples show what the form would send, a created id goes on, and what was sent is copied', async () => {
    await using server = await startServer();
    const { page, faults } = await openPage([server.baseUrl]);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${server.baseUrl}/docs/`);
    const code = (name: string, language: string) =>
      page.textContent(`[aria-labelledby=${name}] [data-call=${language}]`);
    const form = page.locator('[data-try=create]');
    const before = await code('create', 'fetch');
    await form.locator('[name=body]').fill('{"tags": [');
    for (const language of ['curl', 'fetch', 'python'])
      expect(await code('create', language)).toMatch(/\{\\?"tags\\?": \[/);
    await form.locator('button[type=reset]').click();
    await expect.poll(() => code('create', 'fetch')).toBe(before);
    await form.locator('button[type=submit]').click();
    const made = await form.locator('.result pre').textContent();
    const id = /[0-9a-f-]{36}/.exec(made ?? '')?.[0] ?? 'none';
    for (const name of ['fetch', 'delete']) {
      expect(await page.inputValue(`[data-try=${name}] [name=report]`)).toBe(id);
      expect(await code(name, 'curl')).toContain(`report=${id}`);
    }
    await form.locator('text=Copy as curl').click();
    await page.waitForSelector('[data-try=create] >> text=Copied');
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain('--data-raw');
    expect(faults).toEqual([]);
  });

  test('what a server brings along stays text', async () => {
    await using server = await startServer();
    const attack = '<img src=x onerror="document.title=1">';
    await server.mintCaller({ name: attack, token: 'a' });
    const [made] = await server.addReports([
      {
        service: 'tunnelco',
        c2Address: 'c2.example:1',
        file256Hash: 'a'.repeat(64),
        tags: [attack],
      },
    ]);
    const { page, faults } = await openPage([server.baseUrl]);
    await page.goto(`${server.baseUrl}/docs/`);
    const form = page.locator('[data-try=fetch]');
    await form.locator('[name=report]').fill(made?.id ?? '');
    await form.locator('button[type=submit]').click();
    await page.waitForSelector('.result pre:has-text("onerror")');
    expect(await page.locator('img').count()).toBe(0);
    expect(faults).toEqual([]);
  });

  test('a deep link lands below the bar, wide and narrow', async () => {
    await using server = await startServer();
    for (const width of [1400, 390]) {
      const { page } = await openPage([server.baseUrl], { viewport: { width, height: 800 } });
      for (const id of ['delete', 'fetch-answers', 'create-field-tags', 'lookup-unknown-hash']) {
        await page.goto(`${server.baseUrl}/docs/#${id}`);
        const bar = await page.locator('.bar').boundingBox();
        const target = await page.locator(':target').boundingBox();
        expect(target?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? Number.NaN));
        expect(target?.y).toBeLessThan(700);
      }
    }
  });
});

test.each([
  namedDialects.contrary.differences,
  { 'lookup.error-body.unknown-hash': 'empty' } as const,
])(
  'every open point of the document stands on the page, and every clause: %j',
  async (differences) => {
    const dialect = dialectOf(differences);
    const document = applyDialect(dialect);
    const page = await referencePage({ dialect, dialectLabel: 'x', document });
    const missing = (links: readonly string[]) =>
      links.filter((link) => !page.includes(` href="${link}"`));
    expect(
      missing(collectOpenPoints(document).map(({ id }) => `specification.html#${id}`)),
    ).toEqual([]);
    const judged = allClauses().filter(({ kind }) => kind !== 'open');
    expect(missing(judged.map(({ id }) => `specification.html#${id}`))).toEqual([]);
    const outcomes = new Set(page.match(/ id="(create|fetch|delete|lookup)-[a-z-]+"/g));
    expect(outcomes.size).toBeGreaterThan(60);
  },
);
