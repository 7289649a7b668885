import { beforeAll, expect, test } from 'vitest';
import { type RunResult, readTarget } from '../../../contract-tests/index.ts';
import { startServer } from '../../index.ts';
import { axeViolations } from '../../pages/axe.test.support.ts';
import { hasBrowser, openPage } from '../../pages/browser.test.support.ts';
import { example, type Passed, passing, ran, targetFile } from './verify.test.support.ts';

const { limited, ...single } = readTarget(example, { env: {}, cwd: '/' }).tokens;
const secrets = [...Object.values(single), ...limited.map(({ token }) => token)];

/** Misspells a flag, and repeats the caller's token wherever a server could leak it. */
const telltale = (answer: Passed, token = 'nobody'): Passed => ({
  ...answer,
  headers: {
    ...answer.headers,
    'x-caller': token,
    'set-cookie': [`t=${encodeURIComponent(token)}`],
  },
  body: answer.body
    .replace('"success":', '"succesful":')
    .replace('"error":"', `"error":"<b>${token}</b> & ]]> \\u0001 `),
});

let broken: { printed: string; json: string; junit: string; html: string; result: RunResult };

beforeAll(async () => {
  await using server = await startServer();
  const baseUrl = await passing(server.baseUrl, {
    alter: (answer, { headers }) => telltale(answer, headers.authorization),
  });
  const reports = ['--json', 'r.json', '--junit', 'r.xml', '--html', 'r.html'];
  const args = ['--target', targetFile({ baseUrl }), '--verbose', ...reports];
  const { printed, file } = await ran(args);
  const json = file('r.json');
  broken = { printed, json, junit: file('r.xml'), html: file('r.html'), result: JSON.parse(json) };
});

test('no secret is in any report, though the server repeats every token it is sent', () => {
  const { printed, json, junit, html } = broken;
  expect(printed).toContain('VIOLATES');
  expect(json).toContain('$TOKEN');
  const leaks = Object.entries({ printed, json, junit, html }).flatMap(([name, text]) =>
    secrets.filter((secret) => text.includes(secret)).map((secret) => `${name}: ${secret}`),
  );
  expect(leaks).toEqual([]);
});

test('every broken clause has its evidence and a line that repeats it', () => {
  const found = broken.result.clauses.filter(({ verdict }) => verdict === 'broken');
  expect(found.map(({ id }) => id)).toContain('delete/flag-is-success');
  expect(broken.printed).toMatch(
    /\nask DELETE .* -H "Authorization: \$ABUSE_FEED_TOKEN_RESEARCHER"/,
  );
});

test('the page is self-contained, says the verdict first, then the causes, and folds the rest', () => {
  const { html } = broken;
  expect(html).not.toMatch(/<(script|link|img|iframe|object|embed|base)\b/i);
  expect(html).not.toMatch(/\b(src|action|srcset)\s*=|href="(?!#)|@import|url\(/i);
  expect(html.indexOf('class="verdict violates"')).toBeLessThan(html.indexOf('<h2 '));
  expect(html.indexOf('id="causes"')).toBeLessThan(html.indexOf('id="clauses"'));
  expect(html).toContain('<b>VIOLATES</b>');
  const beforeFolds = html.replace(/<details.*?<\/details>/gs, '');
  expect(beforeFolds).not.toContain('curl -sS');
  expect(html.match(/<details/g)?.length).toBeGreaterThan(10);
});

/** The file as a browser's XML parser reads it. */
const parsed = async (xml: string) => {
  const { page } = await openPage([]);
  return page.evaluate<{
    error: string | undefined;
    counts: Record<string, number>;
    said: Record<string, string | null>;
    failure: string | null | undefined;
  }>(`(() => {
    const xml = new DOMParser().parseFromString(${JSON.stringify(xml)}, 'application/xml');
    const counts = {};
    for (const { tagName } of xml.querySelectorAll('*')) counts[tagName] = (counts[tagName] ?? 0) + 1;
    const said = Object.fromEntries(
      ['tests', 'failures', 'skipped', 'errors'].map((n) => [n, xml.documentElement.getAttribute(n)]),
    );
    const error = xml.querySelector('parsererror')?.textContent;
    return { error, counts, said, failure: xml.querySelector('failure')?.textContent };
  })()`);
};

test.runIf(hasBrowser)('JUnit is well-formed and counts what it holds', async () => {
  const { error, counts, said, failure } = await parsed(broken.junit);
  expect(error).toBeUndefined();
  const { clauses } = broken.result;
  const binding = clauses.filter(({ kind }) => kind !== 'open');
  const are = (...verdicts: string[]) => binding.filter((c) => verdicts.includes(c.verdict)).length;
  expect(counts).toMatchObject({
    testsuites: 1,
    testcase: clauses.length,
    failure: are('broken'),
    skipped: are('not-testable', 'not-applicable', 'waived'),
  });
  expect(said).toEqual({
    tests: String(counts.testcase),
    failures: String(counts.failure),
    skipped: String(counts.skipped),
    errors: '0',
  });
  expect(failure).toMatch(/^expected: .+\nactual: .+\n(POST|GET|DELETE) http/);
});

test.runIf(hasBrowser)(
  'JUnit of a run that could judge nothing is an error, not green',
  async () => {
    const file = targetFile({ baseUrl: 'http://127.0.0.1:9' });
    const { code, file: read } = await ran(['--target', file, '--junit', 'r.xml']);
    expect(code).toBe(3);
    const { error, counts } = await parsed(read('r.xml'));
    expect(error).toBeUndefined();
    expect(counts.error).toBe(1);
    expect(counts.skipped).toBeGreaterThan(100);
  },
);

test.runIf(hasBrowser).each([
  [1280, 'light'],
  [360, 'dark'],
] as const)(
  'the page fits %i px, %s, asks for nothing and says nothing',
  async (width, colorScheme) => {
    const { page, faults } = await openPage([], { viewport: { width, height: 800 }, colorScheme });
    await page.setContent(broken.html);
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
    await page.setContent(broken.html);
    const lost = await page.evaluate<string[]>(
      "[...document.querySelectorAll('a')].map((a) => a.getAttribute('href').slice(1)).filter((id) => !document.getElementById(id))",
    );
    expect(lost).toEqual([]);
    const met = page.locator('.clauses > li.met').first();
    expect(await met.isVisible()).toBe(true);
    await page.locator('#show-met').uncheck();
    expect(await met.isVisible()).toBe(false);
    expect(await page.locator('.clauses > li.broken').first().isVisible()).toBe(true);
  },
);

test('all reports have the same numbers', () => {
  const { result, printed, html, junit } = broken;
  const { met, broken: found, untested, waived } = result.counts;
  const said = `${met} met, ${found} broken, ${untested} not testable, ${waived} waived`;
  expect(printed).toContain(`${said}; `);
  expect(html.replaceAll('</span><span>', ', ')).toContain(`${said}, `);
  expect(junit).toContain(`failures="${found}" errors="0" skipped="${untested + waived}"`);
  expect(html).toContain(`${result.requests}, ${result.cleaning} of them to clean up`);
  const covered = result.coverage.reduce((sum, { times }) => sum + times, 0);
  expect(covered).toBe(result.requests);
  for (const report of [printed, html, junit])
    expect(report).toContain('abuse-feed-kit 0.1.0 judges http');
});
