import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { htmlReport, junitReport, type RunResult } from '../../../contract-tests/index.ts';
import {
  violating,
  withCauses,
} from '../../../contract-tests/judging/reporters/recorded.test.support.ts';
import { hasBrowser, openPage } from '../../pages/browser.test.support.ts';
import { folderWith } from '../../values/folder-with.test.support.ts';

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

test.runIf(hasBrowser)(
  'every link of the page leads somewhere, and clauses can be filtered',
  async () => {
    const { page } = await openPage([]);
    await page.setContent(htmlReport(violating));
    const lost = await page.evaluate<string[]>(
      "[...document.querySelectorAll('a[href]')].map((a) => a.getAttribute('href').slice(1)).filter((id) => !document.getElementById(id))",
    );
    expect(lost).toEqual([]);
    const met = page.locator('.clauses > li.met').first();
    expect(await met.isVisible()).toBe(false);
    await page.selectOption('[data-filter=clause] [name=result]', 'met');
    expect(await met.isVisible()).toBe(true);
    expect(await page.locator('.clauses > li.broken:visible').count()).toBe(0);
    // The cause has the evidence of its clause.
    const broken = page.locator('[id="delete/flag-is-success"]');
    expect(await broken.locator('.fold a[href="#cause-1"]').count()).toBe(1);
  },
);

/** Opens a report as a file, as its readers do. */
async function openReport(result: RunResult) {
  const file = join(folderWith({ 'report.html': htmlReport(result) }), 'report.html');
  const opened = await openPage(['file://'], { viewport: { width: 1440, height: 900 } });
  return { ...opened, url: pathToFileURL(file).href };
}

test.runIf(hasBrowser)(
  'the first screen has the verdict, that the run was cut short, and the causes, one line each',
  async () => {
    const { page, faults, url } = await openReport(withCauses(35));
    await page.goto(url);
    expect(await page.textContent('h1')).toBe('VIOLATES (cut short)');
    expect(await page.locator('.cause').count()).toBe(35);
    expect(await page.textContent('#cause-2 summary')).toMatch(/^2success.*(stated|derived)38×$/);
    const tenth = await page.locator('.cause').nth(9).boundingBox();
    expect(tenth?.y).toBeLessThan(800);
    expect(tenth?.height).toBeLessThan(45);
    expect(await page.locator('.inner:visible').count()).toBe(0);
    expect(faults).toEqual([]);
  },
);

test.runIf(hasBrowser)('a cause and the filters are in the address, and Back works', async () => {
  const result = withCauses(35);
  const { page, faults, url } = await openReport(result);
  await page.goto(`${url}?kind=derived#cause-3`);
  const derived = result.causes.filter(({ kind }) => kind === 'derived');
  const shown = page.locator('.cause:visible');
  expect(await shown.count()).toBe(derived.length);
  expect(await page.textContent('.filter [role=status]')).toBe(`${derived.length} of 35`);
  await page.selectOption('[data-filter=cause] [name=kind]', '');
  await page.click('#cause-7 summary');
  expect(page.url()).toBe(`${url}#cause-7`);
  await page.click('#cause-7 [rel=next]');
  // The next of its operation: the causes of two operations take turns here.
  await page.waitForSelector('#cause-9[open]');
  expect(await page.isVisible('#cause-7 .inner')).toBe(false);
  await page.goBack();
  await page.waitForSelector('#cause-7[open]');
  await page.fill('[data-filter=cause] [name=text]', 'successful create');
  expect(await shown.count()).toBe(17);
  // It stands in the evidence of every cause, and in no title.
  await page.fill('[data-filter=cause] [name=text]', 'application/json');
  await page.waitForSelector('text=Nothing found.');
  await page.fill('[data-filter=cause] [name=text]', '');
  await page.click('[data-open-all]');
  expect(await page.locator('.cause[open]').count()).toBe(35);
  await page.click('[data-open-all]');
  expect(await page.locator('.cause[open]').count()).toBe(0);
  const { section } = result.causes[8] as (typeof result.causes)[number];
  await page.goto(`${url}?section=${section}&text=success`);
  const own = result.causes.flatMap((one, nth) => (one.section === section ? [nth + 1] : []));
  expect(await shown.count()).toBe(own.length);
  const operationOf = (nth = 0): string | undefined => result.causes[nth - 1]?.operation;
  const [begun, next] = own.filter((nth) => operationOf(nth) === operationOf(own[0]));
  await page.click(`#cause-${begun} summary`);
  expect(await page.getAttribute(`#cause-${begun} [rel=next]`, 'href')).toBe(`#cause-${next}`);
  expect(faults).toEqual([]);
});

test.runIf(hasBrowser)(
  'the offending line is marked; tabs show all of a cause, and are copied as shown',
  async () => {
    const { page, faults, url } = await openReport(violating);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${url}#cause-1`);
    const cause = page.locator('#cause-1');
    expect(await cause.locator('mark').allTextContents()).toEqual(['', '  "succesful": true\n']);
    expect(await cause.locator('[data-missing]').getAttribute('data-missing')).toBe(
      '  success is missing',
    );
    expect(await page.locator('#cause-2 mark').allTextContents()).toEqual([
      '  "successful": true\n',
    ]);
    await cause.locator('summary:has-text("Reproduce")').click();
    await cause.locator('.copy').click();
    await page.waitForSelector('text=Copied');
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain('curl -i -X DELETE');
    expect(faults).toEqual([]);
  },
);
