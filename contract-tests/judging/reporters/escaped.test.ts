import { expect, test } from 'vitest';
import type { ChoiceCard } from '../../service/learn/choice-card.ts';
import { learnedReport } from '../../service/learn/learned-report.ts';
import type { RunResult } from '../run/result.ts';
import { someExchange } from '../talk/exchange.test.support.ts';
import { violating } from './recorded.test.support.ts';
import {
  consoleReport,
  fileReporters,
  jsonReport,
  markdownSummary,
  safeReporters,
} from './reporters.ts';

/** Clears a screen, hides a line, turns the writing round, ends a line: by ESC, by C1, by Unicode. */
const hostile = 'a\u001b[2J\u009b31m\u0007\u007f\r\u202eb\u2028c\nVIOLATES\u0000\ud800';

const exchange = someExchange({
  operation: 'delete',
  request: { method: 'DELETE', url: 'http://127.0.0.1:1/', headers: {}, body: hostile },
  response: { status: 400, headers: { 'x-error': hostile, [hostile]: 'x' }, body: hostile },
});
const finding = { clause: 'delete/flag-type', expected: hostile, actual: hostile, exchange };
const observation = { openPoint: 'any.error-text', value: hostile, exchange };
const clause = {
  section: '4.3',
  heading: hostile,
  area: 'feed',
  kind: 'fixed',
  sentence: hostile,
  times: 0,
} as const;
const result: RunResult = {
  ...violating,
  verdict: 'inconclusive',
  exitCode: 3,
  summary: hostile,
  target: {
    urls: [{ area: 'feed', url: hostile, key: 'baseUrl', option: '--base-url', from: hostile }],
    about: hostile,
    file: hostile,
    areas: ['feed'],
  },
  causes: [
    {
      clause: 'delete/flag-type',
      section: '4.3',
      heading: hostile,
      kind: 'fixed',
      sentence: hostile,
      tries: 1,
      doubts: [hostile],
      operation: hostile,
      title: hostile,
      confirmation: {
        calls: [1, 2].map(() => ({
          operation: 'fetch',
          caller: hostile,
          about: { report: hostile },
        })),
        answers: [200, 200],
        shown: 1,
        of: 1,
      },
      expected: hostile,
      actual: hostile,
      exchange,
      times: 1,
      follows: [hostile],
      alike: [hostile],
      curl: [hostile],
    },
  ],
  clauses: [
    { ...clause, id: 'broken', verdict: 'broken', findings: [finding], observations: [] },
    { ...clause, id: 'seen', verdict: 'observed', findings: [], observations: [observation] },
    {
      ...clause,
      id: 'no',
      verdict: 'not-testable',
      reason: hostile,
      findings: [],
      observations: [],
    },
  ],
  observations: [observation],
  expectations: {
    file: hostile,
    summary: hostile,
    results: [
      {
        openPoint: 'any.error-text',
        expected: hostile,
        verdict: 'differs',
        actual: hostile,
        exchange,
      },
    ],
  } as unknown as NonNullable<RunResult['expectations']>,
  problems: [{ key: hostile, message: hostile, exchange }],
  unlocks: [hostile],
  leftovers: [{ id: hostile, about: { service: hostile }, why: hostile }],
};
const card = {
  points: 1,
  learned: [],
  unclear: [{ openPoint: hostile, why: hostile, seen: [{ value: hostile }] }],
  unknown: [{ openPoint: 'a', why: hostile }],
} as unknown as ChoiceCard;

const raw = /[^\P{Cc}\n\t]|[\p{Cs}\u2028\u202e]/u;

const reports: readonly [name: string, write: () => string][] = [
  ['the console', () => consoleReport(result, { color: false, verbose: true })],
  ...Object.entries(fileReporters).map(([option, { write }]): [string, () => string] => [
    `--${option}`,
    () => write(result),
  ]),
  ['the summary', () => markdownSummary(result)],
  ['what was learned', () => learnedReport(card, hostile)],
];

test.each(reports)('nothing from outside reaches %s raw', (_, report) => {
  expect(report()).not.toMatch(raw);
});

test.each([
  ['escapes nothing', {}],
  ['is for data', { isData: true }],
] as const)('a new reporter of the table that %s lets nothing through raw', (_, kind) => {
  const says = 'write the summary';
  const write = ({ summary }: RunResult) => summary;
  const { added } = safeReporters({ added: { says, write, ...kind } });
  expect(added.write(result)).toContain('a\\u001b[2J\\u009b31m');
  expect(added.write(result)).not.toMatch(raw);
});

test('no line from outside passes for one of ours', () => {
  const lines = consoleReport(result, { color: false, verbose: true }).split('\n');
  expect(lines.filter((line) => line.startsWith('VIOLATES'))).toEqual([]);
  expect(lines.join('\n')).toContain('a\\u001b[2J\\u009b31m');
});

test('the JSON report keeps its format', () => {
  expect(JSON.parse(jsonReport(result)).clauses[0].findings[0].actual).toBe(hostile);
});
