import { expect, test } from 'vitest';
import { operationPlaces } from '../../../src/spec/operations.ts';
import { operations } from '../../service/operations/operations.ts';
import type { Cause } from './cause.ts';
import { causeFileOf, parseCause } from './cause-file.ts';
import type { Proof } from './confirm.ts';
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

test('what is written of a cause has all that a replay concludes from, and can be read', () => {
  const every: Required<RecordedCall> = {
    operation: 'fetch',
    method: 'HEAD',
    caller: 'nobody',
    about: { report: 'a' },
    body: '{}',
    contentType: 'application/json',
    accept: '',
    encoding: 'gzip',
    way: { rawPath: '*', headers: { 'x-a': 'b' }, chunked: true, padTo: 9_000_000, isOdd: true },
    kept: true,
    creates: 'report-1',
    atOnce: 4,
    after: 88_520,
  };
  const proof: Required<Proof> = {
    calls: Array.from({ length: 250 }, () => every),
    shown: 20,
    of: 60,
    isLater: true,
    within: [120_000],
    beside: 12,
    from: { calls: [every], ms: 12 },
  };
  const told = { clause: unknown, sentence: 's', expected: 'e', actual: 'a', tries: 300 };
  const fileOf = (confirmation?: object) => causeFileOf({ ...told, confirmation } as Cause);
  const text = JSON.stringify(fileOf({ ...proof, only: ['then'], answers: [200], why: 'no' }));
  expect(parseCause(operations, { file: 'c.json', text })).toEqual({ ...told, ...proof });
  expect(fileOf()).toBeUndefined();
  expect(fileOf({ ...proof, calls: [] })).toBeUndefined();
});
