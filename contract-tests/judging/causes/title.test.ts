import { expect, test } from 'vitest';
import {
  exchangesOf,
  fetched,
  one,
  reportOf,
  service,
} from '../../service/model/history.test.support.ts';
import type { Sign } from '../verdict/sign.ts';
import { titleOf } from './title.ts';

const [exchange] = exchangesOf([fetched(one, reportOf(one, { tags: [], name: undefined }))]);

/** What a title takes from elsewhere. */
const of = { clause: 'fetch/of-this-test', expected: '', actual: '' };

test.each<[Sign | undefined, string]>([
  [{ field: 'tags', wants: ['rat'] }, 'tags is [] in a fetched report, not ["rat"]'],
  [{ field: 'name' }, 'name is missing in a fetched report'],
  [{ shows: 'refusal' }, 'A stored report is not found (as tokens.researcher)'],
  [{ shows: 'success' }, 'A fetch as tokens.researcher succeeds that must be refused'],
  [{ header: 'content-type' }, 'The response to a fetch comes as text/html; expected json'],
  [undefined, 'A fetch returns text/html; expected json'],
])('%j is told as what happened', (sign, title) => {
  const clause = 'report/of-this-test';
  const finding = { clause, expected: 'json', actual: 'text/html', sign, exchange };
  expect(titleOf(service.operations, finding)).toBe(title);
});

test.each([
  ['flag', 'fetch/flag-present', { field: 'successful' }, 'only report'],
  ['value', 'report/tags-items', { field: 'tags[0]' }, 'tags[0]: 5'],
  ['field', 'report/of-this-test', { field: 'seen[0].by' }, 'only at'],
])('a %s that is wrong is named with its place', (_what, clause, sign, actual) => {
  const shown = exchange && {
    ...exchange,
    response: { ...exchange.response, body: '{"report":{"tags":[5]}}' },
  };
  const finding = { clause, expected: `${sign.field}: a string`, actual, sign, exchange: shown };
  expect(titleOf(service.operations, finding)).toBe(
    {
      successful: 'successful is missing in the response to a fetch',
      'tags[0]': 'tags[0] is 5 in a fetched report; expected a string',
      'seen[0].by': 'seen[0].by is missing in a fetched report',
    }[sign.field],
  );
});

test('a server error does not say that nothing is found', () => {
  if (!exchange) throw new Error('there is no exchange');
  const failed = { ...exchange, response: { ...exchange.response, status: 500 } };
  const sign = { shows: 'refusal' } as const;
  expect(titleOf(service.operations, { ...of, sign, exchange: failed })).toBe(
    'The response to a fetch is 500 (as tokens.researcher)',
  );
});

test('what is other is told with what was expected, where the clause names no value', () => {
  const sign = { field: 'tags' };
  const finding = { ...of, expected: 'a list', actual: 'tags: []', sign, exchange };
  expect(titleOf(service.operations, finding)).toBe(
    'tags is [] in a fetched report; expected a list',
  );
});

test('a refusal is no fetched report', () => {
  if (!exchange) throw new Error('there is no exchange');
  const refusal = { ...exchange, outcome: 'refusal' as const };
  const finding = { ...of, sign: { field: 'error' }, exchange: refusal };
  expect(titleOf(service.operations, finding)).toBe('error is missing in the refusal of a fetch');
});

test.each([
  [
    'no JSON: 413 text/html',
    { status: 413, headers: { 'content-type': 'text/html; charset=utf-8' } },
  ],
  ['no JSON: 502 without a type', { status: 502, headers: {} }],
  ['empty: 204 without a type', { status: 204, headers: {}, body: '' }],
])('a body that is no JSON is told by status and type: %s', (says, response) => {
  const page = '<html><head><title>Too large</title></head></html>';
  const shown = exchange && {
    ...exchange,
    outcome: 'unreadable' as const,
    response: { body: page, ...response },
  };
  const told = titleOf(service.operations, { ...of, actual: page, exchange: shown });
  expect(told).toBe(`The response to a fetch is ${says} (as tokens.researcher)`);
});
