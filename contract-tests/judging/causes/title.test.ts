import { expect, test } from 'vitest';
import {
  exchangesOf,
  fetched,
  one,
  reportOf,
  service,
} from '../../service/model/history.test.support.ts';
import type { Exchange } from '../talk/exchange.ts';
import type { Finding } from '../verdict/evidence.ts';
import { titleOf } from './title.ts';

const [exchange] = exchangesOf([fetched(one, reportOf(one, { tags: [], name: undefined }))]) as [
  Exchange,
];

function answered(response: Partial<Exchange['response']>, outcome = exchange.outcome): Exchange {
  return { ...exchange, outcome, response: { ...exchange.response, ...response } };
}

const refused = { ...exchange, outcome: 'refusal' as const };
const wrong = answered({ body: '{"report":{"tags":[5]}}' });
const page = '<html><head><title>Too large</title></head></html>';
const tooLarge = answered(
  { status: 413, headers: { 'content-type': 'text/html; charset=utf-8' }, body: page },
  'unreadable',
);
const empty = answered({ status: 204, headers: {}, body: '' }, 'unreadable');

test.each<[string, Partial<Finding>]>([
  ['tags is [] in a fetched report, not ["rat"]', { sign: { field: 'tags', wants: ['rat'] } }],
  [
    'tags is [] in a fetched report; expected a list',
    { sign: { field: 'tags' }, expected: 'a list', actual: 'tags: []' },
  ],
  [
    'tags[0] is 5 in a fetched report; expected a string',
    {
      sign: { field: 'tags[0]' },
      expected: 'tags[0]: a string',
      actual: 'tags[0]: 5',
      exchange: wrong,
    },
  ],
  ['name is missing in a fetched report', { sign: { field: 'name' } }],
  [
    'successful is missing in the response to a fetch',
    { clause: 'fetch/flag-present', sign: { field: 'successful' }, exchange: wrong },
  ],
  ['error is missing in the refusal of a fetch', { sign: { field: 'error' }, exchange: refused }],
  ['A stored report is not found (as tokens.researcher)', { sign: { shows: 'refusal' } }],
  [
    'The response to a fetch is 500 (as tokens.researcher)',
    { sign: { shows: 'refusal' }, exchange: answered({ status: 500 }) },
  ],
  ['A fetch as tokens.researcher succeeds that must be refused', { sign: { shows: 'success' } }],
  [
    'The response to a fetch comes as text/html; expected json',
    { sign: { header: 'content-type' }, expected: 'json', actual: 'text/html' },
  ],
  ['A fetch returns text/html; expected json', { expected: 'json', actual: 'text/html' }],
  [
    'The response to a fetch is no JSON: 413 text/html (as tokens.researcher)',
    { actual: page, exchange: tooLarge },
  ],
  [
    'The response to a fetch is empty: 204 without a type (as tokens.researcher)',
    { exchange: empty },
  ],
])('%s', (title, finding) => {
  const whole = { clause: 'report/of-this-test', expected: '', actual: '', exchange, ...finding };
  expect(titleOf(service.operations, whole)).toBe(title);
});
