import { afterEach, expect, test, vi } from 'vitest';
import { clauseCountsOf, partlySummary } from '../verdict/tally.ts';
import type { ClauseResult } from '../verdict/verdict.ts';
import { callLines } from './cause-lines.ts';
import { violating as result, unreachable } from './recorded.test.support.ts';
import { consoleReport } from './reporters.ts';

test('a server that is down takes six lines, the first of which is printed before the run', () => {
  const down = { ...unreachable, clauses: [], unlocks: ['callers.service.researcher: false …'] };
  const lines = consoleReport(down, { color: false, verbose: true }).trimEnd().split('\n');
  expect(lines).toHaveLength(6);
  expect(lines[1]).toBe('  my-server.yaml:5: baseUrl: unreachable: ECONNREFUSED');
  expect(lines[4]).toBe('INCONCLUSIVE  baseUrl: unreachable: ECONNREFUSED');
});

test('what was not testable shows in the verdict, with its reasons', () => {
  const untested = (id: string, reason: string) =>
    ({ ...result.clauses[0], id, verdict: 'not-testable', reason, findings: [] }) as ClauseResult;
  const clauses = [
    { ...untested('a', ''), verdict: 'met' } as ClauseResult,
    untested('b', 'the target file has no otherService; and more'),
    untested('c', 'the target file has no otherService'),
    untested('d', 'the response cannot be read'),
  ];
  const summary = String(partlySummary(clauses));
  const text = consoleReport(
    {
      ...result,
      verdict: 'conforms',
      exitCode: 0,
      summary,
      clauses,
      counts: clauseCountsOf(clauses),
    },
    { color: false, verbose: false },
  );
  expect(text).toContain(
    'CONFORMS (partly: 3 of 4 clauses were not testable; otherService would unlock 2 of them)\n',
  );
  expect(text).toContain('  ◌ 2 × the target file has no otherService: b, c\n');
  expect(text).toContain('  ◌ 1 × the response cannot be read: d\n');
});

afterEach(() => {
  vi.unstubAllEnvs();
});

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters
const escapes = /\u001b\[\d+m/g;

test('colours are as the command decided, and change nothing else', () => {
  const plain = consoleReport(result, { color: false, verbose: false });
  expect(plain).not.toMatch(escapes);
  vi.stubEnv('NO_COLOR', '1');
  const painted = consoleReport(result, { color: true, verbose: false });
  expect(painted).toContain('\u001b[31mVIOLATES');
  expect(painted.replaceAll(escapes, '')).toBe(plain);
});

test('many reports that are left behind for one reason are one line', () => {
  const leftovers = Array.from({ length: 48 }, (_, nth) => ({
    id: `id-${nth}`,
    about: { service: 'tunnelco', report: `id-${nth}` },
    why: 'refused',
  }));
  const told = (count: number): string =>
    consoleReport(
      { ...result, leftovers: leftovers.slice(0, count) },
      { color: false, verbose: false },
    );
  expect(told(48)).toContain('\n  48 reports in tunnelco, such as id-0: refused\n\n');
  expect(told(2)).toContain('\n  tunnelco id-0: refused\n  tunnelco id-1: refused\n');
});

test('the story of a cause says what the parameters do not tell', () => {
  const call = { operation: 'delete', caller: 'nobody', about: { report: '{{report-1}}' } };
  const rawPath = '/feed/tunnelco/api?report={{report-1}}&report={{report-2}}';
  expect(
    callLines([
      { ...call, way: { rawPath } },
      { ...call, method: 'PUT' },
    ]),
  ).toEqual([
    `delete report {{report-1}}, by ${rawPath} as nobody`,
    'delete report {{report-1}}, by PUT as nobody',
  ]);
});

test('the story of a cause says which report a create makes, and when a call is made', () => {
  const caller = 'tokens.researcher';
  const about = { service: 'tunnelco' };
  const gone = (nth: number) => ({
    operation: 'delete',
    caller,
    about: { ...about, report: `{{report-${nth}}}` },
    atOnce: 3,
  });
  expect(
    callLines([
      { operation: 'create', caller, about, creates: 'report-1', body: '{}' },
      gone(1),
      gone(2),
      { operation: 'lookup', caller: 'tokens.analyst', about: { hash: 'd3' }, after: 700 },
    ]),
  ).toEqual([
    'create service tunnelco as tokens.researcher, giving {{report-1}}, sending {}',
    'delete service tunnelco, report {{report-1}} as tokens.researcher',
    'at the same time, delete service tunnelco, report {{report-2}} as tokens.researcher',
    'after 700 ms, lookup hash d3 as tokens.analyst',
  ]);
});
