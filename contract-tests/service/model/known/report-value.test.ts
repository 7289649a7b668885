import { expect, test } from 'vitest';
import { someExchange } from '../../../judging/talk/exchange.test.support.ts';
import type { Exchange } from '../../../judging/talk/exchange.ts';
import { endChange, type ReportValue, setBy, startChange } from './report-value.ts';

const update = 'update';
const score = { confidenceScore: 2 };
const before = { tags: ['rat'], confidenceScore: 1 };

type Change = (report: ReportValue) => void;

function during(startedAt: number, endedAt: number, more: Partial<Exchange> = {}): Exchange {
  return { ...someExchange({ sent: score, startedAt, endedAt, ...more }), operation: update };
}

function begun(startedAt: number, caller = 'me'): Change {
  return (report) => startChange(report, during(startedAt, 0, { caller }), startedAt);
}

function answered(startedAt: number, endedAt: number, more: Partial<Exchange> = {}): Change {
  const exchange = during(startedAt, endedAt, { caller: 'me', ...more });
  return (report) => endChange(report, exchange, exchange.response.status === 200);
}

const refusal = { response: { status: 403, headers: {}, body: '' } };

function after(...changes: readonly Change[]): ReportValue {
  const report: ReportValue = { sent: before, changes: [], firstFetched: before };
  for (const change of changes) change(report);
  return report;
}

test('a successful change is what was sent, and unlike what was seen before', () => {
  const expected = { sent: { ...before, ...score }, firstFetched: { tags: ['rat'] } };
  expect(after(answered(10, 20))).toMatchObject(expected);
  expect(after(answered(10, 20, refusal))).toMatchObject({ sent: before, firstFetched: before });
});

test.each<[what: string, by: string | undefined, changes: Change[], fetch?: Exchange]>([
  ['nothing', 'create', []],
  ['a change before', update, [answered(10, 20)]],
  ['a refused one', 'create', [answered(10, 20, refusal)]],
  ['one at the same time', undefined, [answered(10, 20)], during(15, 40)],
  ['one without an answer', undefined, [begun(10)]],
  ['one later', 'create', [begun(50)]],
  [
    'two at once',
    undefined,
    [begun(10, 'you'), answered(12, 22), answered(10, 25, { caller: 'you' })],
  ],
  ['another field', 'create', [answered(10, 20, { sent: { tags: [] } })]],
])(
  'after %s, a fetch finds the score as the last one sure to be over set it: %s',
  (_what, by, changes, fetch = during(30, 40)) => {
    expect(setBy(after(...changes), 'confidenceScore', fetch)).toBe(by);
  },
);
