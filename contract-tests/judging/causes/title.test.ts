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

test.each<[Sign | undefined, string]>([
  [{ field: 'tags', wants: ['rat'] }, 'tags is [] in a fetched report, not ["rat"]'],
  [{ field: 'name' }, 'name is missing in a fetched report'],
  [{ shows: 'refusal' }, 'A stored report is not found (as tokens.researcher)'],
  [{ shows: 'success' }, 'A fetch as tokens.researcher succeeds that must be refused'],
  [{ header: 'content-type' }, 'A fetched report comes as text/html; expected json'],
  [undefined, 'In a fetched report: text/html; expected json'],
])('%j is told as what happened', (sign, title) => {
  expect(
    titleOf(service.operations, { expected: 'json', actual: 'text/html', sign, exchange }),
  ).toBe(title);
});

test('a server error does not say that nothing is found', () => {
  if (!exchange) throw new Error('there is no exchange');
  const failed = { ...exchange, response: { ...exchange.response, status: 500 } };
  const sign = { shows: 'refusal' } as const;
  expect(titleOf(service.operations, { expected: '', actual: '', sign, exchange: failed })).toBe(
    'The response to a fetch is 500 (as tokens.researcher)',
  );
});

test('what is other is told with what was expected, where the clause names no value', () => {
  const finding = { expected: 'a list', actual: 'tags: []', sign: { field: 'tags' }, exchange };
  expect(titleOf(service.operations, finding)).toBe(
    'tags is [] in a fetched report; expected a list',
  );
});

test('a refusal is no fetched report', () => {
  if (!exchange) throw new Error('there is no exchange');
  const refusal = { ...exchange, outcome: 'refusal' as const };
  const finding = { expected: '', actual: '', sign: { field: 'error' }, exchange: refusal };
  expect(titleOf(service.operations, finding)).toBe('error is missing in the refusal of a fetch');
});

test.each([
  ['413 text/html', { status: 413, headers: { 'content-type': 'text/html; charset=utf-8' } }],
  ['502 without a type', { status: 502, headers: {} }],
])('a body that is no JSON is told by status and type: %s', (says, response) => {
  const page = '<html><head><title>Too large</title></head></html>';
  const shown = exchange && {
    ...exchange,
    outcome: 'unreadable' as const,
    response: { ...response, body: page },
  };
  const told = titleOf(service.operations, { expected: 'JSON', actual: page, exchange: shown });
  expect(told).toBe(`The response to a fetch is ${says} (as tokens.researcher)`);
});
