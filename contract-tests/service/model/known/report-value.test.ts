import { expect, test } from 'vitest';
import type { Exchange } from '../../../judging/talk/exchange.ts';
import { changeEnded, changeSent, type ReportValue, setBy } from './report-value.ts';

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
  changeEnded(report, during(10, 20, score), true);
  expect(report.sent).toEqual({ tags: ['rat'], ...score });
  expect(report.firstFetched).toEqual({ tags: ['rat'] });
});

test('a refused change changes nothing', () => {
  const report = value();
  changeEnded(report, during(10, 20, score), false);
  const { sent, firstFetched } = value();
  expect(report).toMatchObject({ sent, firstFetched });
  expect(setBy(report, 'confidenceScore', during(30, 40))).toBe('create');
});

test.each<[string, string | undefined, (report: ReportValue) => void, Exchange]>([
  ['nothing', 'create', () => {}, during(30, 40)],
  [
    'a change before',
    update,
    (one) => changeEnded(one, during(10, 20, score), true),
    during(30, 40),
  ],
  [
    'one at the same time',
    undefined,
    (one) => changeEnded(one, during(10, 20, score), true),
    during(15, 40),
  ],
  [
    'one without an answer',
    undefined,
    (one) => changeSent(one, during(10, 20, score), 10),
    during(30, 40),
  ],
  ['one later', 'create', (one) => changeSent(one, during(50, 60, score), 50), during(30, 40)],
  [
    'two at once',
    undefined,
    (one) => {
      changeSent(one, during(10, 20, score, 'you'), 10);
      changeEnded(one, during(12, 22, score), true);
      changeEnded(one, during(10, 25, score, 'you'), true);
    },
    during(30, 40),
  ],
  [
    'another field',
    'create',
    (one) => changeEnded(one, during(10, 20, { tags: [] }), true),
    during(30, 40),
  ],
])('after %s, a fetch finds the score as %s set it', (_what, by, happens, fetch) => {
  const report = value();
  happens(report);
  expect(setBy(report, 'confidenceScore', fetch)).toBe(by);
});
