import { expect, test } from 'vitest';
import { operationPlaces } from '../../../src/spec/operations.ts';
import { operations } from '../../service/operations/operations.ts';
import type { Cause } from './cause.ts';
import { type CauseFile, causeFileOf, parseCause } from './cause-file.ts';
import type { RecordedCall } from './recorded-call.ts';

const unknown = 'fetch/unknown-id-is-refused';
const names = operationPlaces.map(({ name }) => name).join(', ');
const call = { operation: 'fetch', caller: 'nobody', about: { report: 'a' } };

test.each<[unknown, string | undefined]>([
  [{ clause: unknown, tries: 1, calls: [call] }, undefined],
  [{ clause: unknown, tries: 1, calls: [] }, 'c.json:4: calls is an empty list; expected a list'],
  [
    { clause: unknown, tries: 1, calls: [call, { ...call, operation: 'fetched' }] },
    `c.json:13: calls[1].operation is "fetched"; expected one of ${names}; did you mean fetch?`,
  ],
  [
    { clause: unknown, tries: 1, calls: [{ ...call, calller: 'x' }] },
    'c.json:11: unknown key calls[0].calller; did you mean calls[0].caller?',
  ],
  ['text', 'c.json: the cause is "text"; expected a map of keys'],
])('a file that is no cause says what is wrong: %j', (value, mistake) => {
  const parse = () =>
    parseCause(operations, { file: 'c.json', text: JSON.stringify(value, null, 2) });
  if (mistake) expect(parse).toThrow(mistake);
  else expect(parse()).toEqual(value);
});

test('the file of a cause has all that a replay concludes from', () => {
  const told = { clause: unknown, sentence: 's', expected: 'e', actual: 'a' };
  const from = { calls: [call], ms: 5 };
  const known = { calls: [call], shown: 1, of: 2, isLater: true, within: [3], beside: 0, from };
  const fileOf = (confirmation?: object) =>
    causeFileOf({ ...told, tries: 10, confirmation } as Cause);
  expect(fileOf({ ...known, only: ['then'] })).toEqual({ ...told, ...known, tries: 10 });
  expect(fileOf()).toBeUndefined();
  expect(fileOf({ ...known, calls: [] })).toBeUndefined();
});

test('whatever is written can be read', () => {
  const every: Required<RecordedCall> = {
    operation: 'fetch',
    method: 'HEAD',
    caller: 'nobody',
    about: { report: 'a' },
    body: '{}',
    contentType: 'application/json',
    accept: '',
    encoding: 'gzip',
    way: {
      rawPath: '*',
      headers: { 'x-a': 'b' },
      chunked: true,
      padTo: 9_000_000,
      isOdd: true,
    },
    kept: true,
    creates: 'report-1',
    atOnce: 4,
    after: 88_520,
  };
  const file: Required<CauseFile> = {
    clause: unknown,
    sentence: 's',
    expected: 'e',
    actual: 'a',
    calls: Array.from({ length: 250 }, () => every),
    tries: 300,
    shown: 20,
    of: 60,
    isLater: true,
    within: [120_000],
    beside: 12,
    from: { calls: [every], ms: 12 },
  };
  const text = JSON.stringify(file);
  expect(parseCause(operations, { file: 'c.json', text })).toEqual(file);
});
