import { expect, test } from 'vitest';
import type { Exchange } from '../../../judging/talk/exchange.ts';
import { endChange, type ReportValue, setBy, startChange } from './report-value.ts';

const update = 'update';

function value(): ReportValue {
  return {
    sent: { tags: ['rat'], confidenceScore: 1 },
    changes: [],
    firstFetched: { tags: ['rat'], confidenceScore: 1 },
  };
}

function during(startedAt: number, endedAt: number, sent: object = {}, caller = 'me') {
  return { operation: update, sent, caller, startedAt, endedAt } as Exchange;
}

const score = { confidenceScore: 2 };

test('a successful change is what was sent, and unlike what was seen before', () => {
  const report = value();
  endChange(report, during(10, 20, score), true);
  expect(report.sent).toEqual({ tags: ['rat'], ...score });
  expect(report.firstFetched).toEqual({ tags: ['rat'] });
});

test('a refused change changes nothing', () => {
  const report = value();
  endChange(report, during(10, 20, score), false);
  const { sent, firstFetched } = value();
  expect(report).toMatchObject({ sent, firstFetched });
  expect(setBy(report, 'confidenceScore', during(30, 40))).toBe('create');
});

test.each<[string, { by?: string; happens: (report: ReportValue) => void; fetch: Exchange }]>([
  ['nothing', { by: 'create', happens: () => {}, fetch: during(30, 40) }],
  [
    'a change before',
    {
      by: update,
      happens: (one) => endChange(one, during(10, 20, score), true),
      fetch: during(30, 40),
    },
  ],
  [
    'one at the same time',
    { happens: (one) => endChange(one, during(10, 20, score), true), fetch: during(15, 40) },
  ],
  [
    'one without an answer',
    { happens: (one) => startChange(one, during(10, 20, score), 10), fetch: during(30, 40) },
  ],
  [
    'one later',
    {
      by: 'create',
      happens: (one) => startChange(one, during(50, 60, score), 50),
      fetch: during(30, 40),
    },
  ],
  [
    'two at once',
    {
      happens: (one) => {
        startChange(one, during(10, 20, score, 'you'), 10);
        endChange(one, during(12, 22, score), true);
        endChange(one, during(10, 25, score, 'you'), true);
      },
      fetch: during(30, 40),
    },
  ],
  [
    'another field',
    {
      by: 'create',
      happens: (one) => endChange(one, during(10, 20, { tags: [] }), true),
      fetch: during(30, 40),
    },
  ],
])(
  'after %s, a fetch finds the score as the last one sure to be over set it',
  (_what, { by, happens, fetch }) => {
    const report = value();
    happens(report);
    expect(setBy(report, 'confidenceScore', fetch)).toBe(by);
  },
);
