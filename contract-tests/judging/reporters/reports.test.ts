import { expect, test } from 'vitest';
import type { RunResult } from '../run/result.ts';
import { conforming, unreachable, violating } from './recorded.test.support.ts';
import { consoleReport, htmlReport, jsonReport, junitReport } from './reporters.ts';

const printed = consoleReport(violating, { color: false, verbose: true });
const html = htmlReport(violating);
const junit = junitReport(violating);

test('a cause has its evidence and a line that repeats it', () => {
  expect(violating.causes.map(({ clause }) => clause)).toEqual([
    'delete/flag-is-success',
    'create/error-flag-false',
  ]);
  expect(printed).toMatch(
    /\ncurl -i -X DELETE .*"\$report_\d".* -H "Authorization: \$ABUSE_FEED_TOKEN_(RESEARCHER|SERVICE)"/,
  );
});

test('the page is self-contained, with the verdict first, then the causes, and the rest folded', () => {
  expect(html).not.toMatch(/<(script\s|link|img|iframe|object|embed|base)\b/i);
  expect(html).not.toMatch(/\b(src|action|srcset)\s*=|href="(?!#)|@import/i);
  expect(html).not.toMatch(/\burl\(/);
  expect(html.indexOf('class="verdict violates"')).toBeLessThan(html.indexOf('<h2 '));
  expect(html.indexOf('id="causes"')).toBeLessThan(html.indexOf('id="clauses"'));
  expect(html).toContain('<h1>VIOLATES</h1>');
  expect(html.replace(/<details.*?<\/details>/gs, '')).not.toContain('curl ');
  expect(html.match(/<details/g)?.length).toBeGreaterThan(3);
});

test('whatever a page cites leads to a place in it: clauses, sections and open points', () => {
  const expectations: NonNullable<RunResult['expectations']> = {
    file: 'my.dialect.yaml',
    results: [{ openPoint: 'create.status.created', expected: 201, verdict: 'as-expected' }],
    summary: '1 answer as expected',
  };
  const sections = { '4.3': 'Whoever created a report may delete it.' };
  const page = htmlReport({ ...violating, expectations, sections });
  const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  const cited = [...page.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id);
  expect(cited.filter((id) => !ids.has(id))).toEqual([]);
  for (const { clause, section } of violating.causes)
    expect(cited).toEqual(expect.arrayContaining([clause, `section-${section}`]));
  expect(cited).toContain('open/create.status.created');
  expect(page).toContain('<p>Whoever created a report may delete it.</p>');
});

test('all reports have the same numbers', () => {
  const { met, broken, untested, waived } = violating.counts;
  const said = `${met} met, ${broken} broken, ${untested} not testable, ${waived} waived`;
  expect(printed).toContain(`${said}; `);
  // The page leaves out what is zero.
  expect(waived).toBe(0);
  expect(html.replace(/<\/span><span[^>]*>/g, ', ')).toContain(
    `${said.replace(', 0 waived', '')}, `,
  );
  expect(junit).toContain(`failures="${broken}" errors="0" skipped="${untested + waived}"`);
  const judged = violating.clauses.filter(({ kind }) => kind !== 'open').length;
  expect(junit).toMatch(new RegExp(`<testsuites [^>]* tests="${judged}" `));
  expect(junit.match(/<testcase /g)).toHaveLength(judged);
  expect(junit).toContain('<property name="open/create.status.created" value="201"/>');
  expect(html).toContain(`${violating.requests}, ${violating.cleaning} of them to clean up`);
  const covered = violating.coverage.reduce((sum, { times }) => sum + times, 0);
  // The trial of connections asks for nothing of this API.
  expect(violating.requests - covered).toBeLessThan(10);
  for (const report of [html, junit]) expect(report).toContain('abuse-feed-kit 0.1.0 judges http');
});

test('JSON is the result as it is', () => {
  expect(JSON.parse(jsonReport(violating))).toEqual(violating);
});

test('a body that nests deep makes no report much longer, and is whole in the JSON', () => {
  const body = `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`;
  const given = JSON.stringify(violating);
  const deep: RunResult = JSON.parse(given, (key, value) =>
    key === 'response' ? { ...value, body } : value,
  );
  const json = jsonReport(deep);
  expect(JSON.parse(json)).toEqual(deep);
  for (const report of [htmlReport(deep), junitReport(deep)])
    expect(report.length).toBeLessThan(2 * json.length);
});

test('JUnit of a run that could judge nothing is an error, not green', () => {
  expect(junitReport(unreachable)).toMatch(
    /<testsuites [^>]* failures="0" errors="1" [\s\S]*<error message="baseUrl: unreachable/,
  );
});

test('every report lists expected answers separately, and counts them as configured', () => {
  const expectations: NonNullable<RunResult['expectations']> = {
    file: 'my.dialect.yaml',
    results: [
      { openPoint: 'fetch.who', expected: 'known', verdict: 'as-expected' },
      { openPoint: 'create.status.created', expected: 200, verdict: 'differs', actual: '201' },
      { openPoint: 'auth.lifetime', expected: 3600, verdict: 'not-seen', actual: 'no way to see' },
    ],
    summary: '1 answers as expected, 1 different, 1 not seen',
  };
  const result = { ...conforming, expectations };
  const told = consoleReport(result, { color: false, verbose: false });
  expect(told).toContain('create.status.created: 200 expected, 201 seen');
  expect(told).toContain(`expected answers: ${expectations.summary}`);
  expect(told).toContain('CONFORMS');
  const suite = '<testsuite name="expected answers (my.dialect.yaml)" tests="3" failures=';
  expect(junitReport(result)).toContain(`${suite}"0"`);
  const strict = { ...result, expectations: { ...expectations, strict: true } };
  expect(junitReport(strict)).toContain(`${suite}"1"`);
  expect(htmlReport(result)).toContain(
    '<h2 id="expected">Expected answers (my.dialect.yaml), apart from conformance</h2>',
  );
});
