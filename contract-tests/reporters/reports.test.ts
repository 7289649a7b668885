import { expect, test } from 'vitest';
import { consoleReport } from './console.ts';
import { htmlReport } from './html.ts';
import { jsonReport } from './json.ts';
import { junitReport } from './junit.ts';
import { unreachable, violating } from './recorded.test.support.ts';

const printed = consoleReport(violating, { color: false, verbose: true });
const html = htmlReport(violating);
const junit = junitReport(violating);

test('a cause has its evidence and a line that repeats it', () => {
  expect(violating.causes.map(({ clause }) => clause)).toEqual([
    'delete/flag-is-success',
    'create/error-flag-false',
  ]);
  expect(printed).toMatch(/\nask DELETE .* -H "Authorization: \$ABUSE_FEED_TOKEN_RESEARCHER"/);
});

test('the page is self-contained, says the verdict first, then the causes, and folds the rest', () => {
  expect(html).not.toMatch(/<(script|link|img|iframe|object|embed|base)\b/i);
  expect(html).not.toMatch(/\b(src|action|srcset)\s*=|href="(?!#)|@import|url\(/i);
  expect(html.indexOf('class="verdict violates"')).toBeLessThan(html.indexOf('<h2 '));
  expect(html.indexOf('id="causes"')).toBeLessThan(html.indexOf('id="clauses"'));
  expect(html).toContain('<b>VIOLATES</b>');
  expect(html.replace(/<details.*?<\/details>/gs, '')).not.toContain('curl -sS');
  expect(html.match(/<details/g)?.length).toBeGreaterThan(3);
});

test('all reports have the same numbers', () => {
  const { met, broken, untested, waived } = violating.counts;
  const said = `${met} met, ${broken} broken, ${untested} not testable, ${waived} waived`;
  expect(printed).toContain(`${said}; `);
  expect(html.replaceAll('</span><span>', ', ')).toContain(`${said}, `);
  expect(junit).toContain(`failures="${broken}" errors="0" skipped="${untested + waived}"`);
  expect(html).toContain(`${violating.requests}, ${violating.cleaning} of them to clean up`);
  const covered = violating.coverage.reduce((sum, { times }) => sum + times, 0);
  expect(covered).toBe(violating.requests);
  for (const report of [html, junit]) expect(report).toContain('abuse-feed-kit 0.1.0 judges http');
});

test('JSON is the result as it is', () => {
  expect(JSON.parse(jsonReport(violating))).toEqual(violating);
});

test('JUnit of a run that could judge nothing is an error, not green', () => {
  expect(junitReport(unreachable)).toMatch(
    /<testsuites [^>]* failures="0" errors="1" [\s\S]*<error message="baseUrl: unreachable/,
  );
});
