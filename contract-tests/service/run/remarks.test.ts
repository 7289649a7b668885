import { expect, test } from 'vitest';
import { readAnswer } from '../../judging/talk/answer.ts';
import { someExchange } from '../../judging/talk/exchange.test.support.ts';
import type { Exchange } from '../../judging/talk/exchange.ts';
import { Reports } from '../model/known/reports.ts';
import { targetAt } from '../target/target.test.support.ts';
import { Remarks } from './remarks.ts';

const id = '5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01';
const url = `http://a.example/feed/tunnelco/api?report=${id}`;

function answered(status: number, body: object, more: Partial<Exchange> = {}): Exchange {
  return someExchange({
    about: { service: 'tunnelco', report: id },
    request: { method: 'GET', url, headers: { authorization: 'Bearer s3cret-token' } },
    response: { status, headers: {}, body: JSON.stringify(body) },
    ...more,
  });
}

const found = answered(200, { report: { id }, successful: true });
const deletedTwice = answered(
  200,
  { message: 'gone', success: true },
  {
    operation: 'delete',
    request: { method: 'DELETE', url: `${url}&report=${id}`, headers: {} },
    way: { isOdd: true },
  },
);

function refused(status: number, error: string, more: Partial<Exchange> = {}): Exchange {
  return answered(status, { error, successful: false }, more);
}

interface Heard {
  readonly exchanges?: readonly Exchange[];
  readonly inFront?: readonly Exchange[];
  /** How late reports appear and disappear, in milliseconds: at most, and at least. */
  readonly appear?: readonly (readonly [number, number])[];
  readonly disappear?: readonly [number, number];
}

function remarksOn({ exchanges = [], inFront = [], appear = [], disappear }: Heard) {
  const tokens = {
    researcher: 'Bearer s3cret-token',
    reader: 'Bearer an0ther-token',
    analyst: 'a',
  };
  const reports = new Reports({ isAlone: true });
  for (const times of appear) reports.appearing.note(...times);
  if (disappear) reports.disappearing.note(...disappear);
  const remarks = new Remarks(targetAt(undefined, { tokens }), {
    reports,
    answeredInFront: inFront,
  });
  for (const exchange of exchanges) remarks.onAnswer(readAnswer(exchange));
  return remarks.list();
}

test.each<[string, Heard, RegExp]>([
  [
    '5xx',
    { exchanges: [found, refused(500, 'oh'), refused(503, 'no', { throttled: true })] },
    /^1 of 2 valid fetches got 500, such as GET /,
  ],
  [
    'token-shown',
    { exchanges: [refused(404, 'who is s3cret-token?')] },
    /shows tokens\.researcher: GET/,
  ],
  [
    'token-shown',
    { exchanges: [refused(404, 'ask an0ther-token')] },
    /shows tokens\.reader: GET .* as tokens.researcher/,
  ],
  ['two-meanings', { exchanges: [found, deletedTwice] }, /read differently was served: DELETE /],
  [
    'in-front',
    { inFront: [429, 413, 429].map((status) => answered(status, {})) },
    /3 requests \(413, 429\)/,
  ],
  [
    'late-reports',
    { appear: [[1600, 1400]] },
    /^Reports appear about 1\.5 s after their creation\.$/,
  ],
  [
    'late-reports',
    {
      appear: [
        [1600, 1400],
        [600, 200],
      ],
      disappear: [2100, 1900],
    },
    /^Reports appear 0\.6 to 1\.4 s after their creation; reports disappear about 2\.0 s after a deletion with 202\.$/,
  ],
])('%s is remarked', (kind, heard, says) => {
  expect(remarksOn(heard)).toEqual([{ id: kind, says: expect.stringMatching(says) }]);
});

test('what is as it should be is not worth a word', () => {
  const head = answered(501, {}, { request: { method: 'HEAD', url, headers: {} } });
  const exchanges = [found, found, refused(404, 'no'), head, { ...found, caller: 'unknown token' }];
  expect(remarksOn({ exchanges })).toEqual([]);
});
