import { expect, test } from 'vitest';
import { type Former, htmlReport, junitReport } from '../../../contract-tests/index.ts';
import { violating } from '../../../contract-tests/reporters/recorded.test.support.ts';
import { axeViolations } from '../../pages/axe.test.support.ts';
import { hasBrowser, openPage } from '../../pages/browser.test.support.ts';
import { extent } from '../../spec/test-settings.test.support.ts';

test.runIf(hasBrowser)(
  'JUnit is well-formed for an XML parser, and counts what it holds',
  async () => {
    const { page } = await openPage([]);
    const { error, counts, said, failure } = await page.evaluate<{
      error: string | undefined;
      counts: Record<string, number>;
      said: Record<string, string | null>;
      failure: string | null | undefined;
    }>(`(() => {
    const xml = new DOMParser().parseFromString(${JSON.stringify(junitReport(violating))}, 'application/xml');
    const counts = {};
    for (const { tagName } of xml.querySelectorAll('*')) counts[tagName] = (counts[tagName] ?? 0) + 1;
    const said = Object.fromEntries(
      ['tests', 'failures', 'skipped', 'errors'].map((n) => [n, xml.documentElement.getAttribute(n)]),
    );
    const error = xml.querySelector('parsererror')?.textContent;
    return { error, counts, said, failure: xml.querySelector('failure')?.textContent };
  })()`);
    expect(error).toBeUndefined();
    const { broken, untested } = violating.counts;
    expect(counts).toMatchObject({
      testcase: violating.clauses.filter(({ kind }) => kind !== 'open').length,
      failure: broken,
      skipped: untested,
    });
    expect(said).toEqual({
      tests: String(counts.testcase),
      failures: String(counts.failure),
      skipped: String(counts.skipped),
      errors: '0',
    });
    expect(failure).toMatch(/^expected: .+\nactual: .+\n(POST|GET|DELETE) http/);
  },
);

const sizes = [
  [360, 'dark'],
  [1280, 'light'],
] as const;

test.runIf(hasBrowser).each(sizes.slice(0, extent === 'quick' ? 1 : 2))(
  'the page fits %i px, %s, asks for nothing and says nothing',
  async (width, colorScheme) => {
    const { page, faults } = await openPage([], { viewport: { width, height: 800 }, colorScheme });
    await page.setContent(htmlReport(violating));
    await page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true })");
    const over = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    expect(over).toBeLessThanOrEqual(0);
    expect(await page.locator('.verdict').textContent()).toContain('VIOLATES');
    expect(await axeViolations(page)).toEqual([]);
    expect(faults).toEqual([]);
  },
);

test.runIf(hasBrowser)(
  'every link of the page leads somewhere, and clauses can be hidden',
  async () => {
    const { page } = await openPage([]);
    const fixed = violating.clauses.find(({ verdict }) => verdict === 'met')?.id ?? '';
    const wasBroken = ['delete/flag-is-success', fixed, 'no/longer-known'];
    const former = {
      startedAt: '2026-01-31T13:45:00.000Z',
      clauses: [...violating.clauses, { ...violating.clauses[0], id: 'no/longer-known' }].map(
        (one) => ({ ...one, verdict: wasBroken.includes(one.id) ? 'broken' : 'met' }),
      ),
    } as Former;
    await page.setContent(htmlReport(violating, former));
    expect(await page.locator('.since li').allTextContents()).toEqual([
      '1 new create/error-flag-false',
      `1 fixed ${fixed}`,
      '1 still broken delete/flag-is-success',
    ]);
    expect(await page.locator('.cause:has(h3 .new) a').first().textContent()).toBe(
      'create/error-flag-false',
    );
    const lost = await page.evaluate<string[]>(
      "[...document.querySelectorAll('a')].map((a) => a.getAttribute('href').slice(1)).filter((id) => !document.getElementById(id))",
    );
    expect(lost).toEqual([]);
    const met = page.locator('.clauses > li.met').first();
    expect(await met.isVisible()).toBe(false);
    await page.click('section summary:has-text("met") >> nth=0');
    expect(await met.isVisible()).toBe(true);
    await page.locator('#show-met').uncheck();
    expect(await met.isVisible()).toBe(false);
    expect(await page.locator('.clauses > li.broken').first().isVisible()).toBe(true);
  },
);

test.runIf(hasBrowser)(
  'a tile leaves one section, words find clauses, tabs show all of a cause',
  async () => {
    const { page, faults } = await openPage([], { viewport: { width: 1280, height: 800 } });
    await page.setContent(htmlReport(violating));
    expect(await page.locator('.tile.broken').allTextContents()).toHaveLength(3);
    await page.click('.tile.broken:has-text("4.3")');
    expect(await page.locator('section:visible h3').allTextContents()).toEqual([
      expect.stringContaining('4.3'),
    ]);
    expect(await page.locator('.cause:visible').count()).toBe(1);
    await page.click('.tile:has-text("All sections")');
    const cause = page.locator('.cause').first();
    expect(await cause.locator('mark').allTextContents()).toContain('"succesful": true');
    await cause.locator('summary:has-text("Requests that reproduce it")').click();
    expect(await cause.locator('pre:visible').textContent()).toContain('curl -i -X DELETE');
    await page.fill('#find', 'flag deletion');
    expect(await page.locator('.clauses > li:visible').count()).toBeLessThan(20);
    expect(await page.locator('.cause:visible').count()).toBe(1);
    expect(faults).toEqual([]);
  },
);
