import { expect, test } from 'vitest';
import { type WhoMay, whoMay, whoMayInWords } from './who-may.ts';

test.each([
  ['create', {}, ['researcher']],
  ['delete', {}, ['creator', 'owner']],
  ['fetch', {}, ['known']],
  ['fetch', { 'fetch.who': 'public' }, ['anybody']],
  ['fetch', { 'fetch.who': 'researchers' }, ['researcher', 'owner']],
  ['lookup', { 'fetch.who': 'public', 'lookup.who': 'researchers' }, ['researcher']],
])('those who may %s, by %j, are among them: %j', (operation, dialect, names) => {
  expect(whoMay(operation, dialect).any).toEqual(expect.arrayContaining(names));
});

test.each<[WhoMay, string]>([
  [{ any: ['anybody'], except: [] }, 'anybody, with or without a token'],
  [{ any: ['researcher', 'owner'], except: [] }, 'researchers and the service that owns the feed'],
  [
    { any: ['known'], except: ['researcher'] },
    'everybody whose token is known, but no researchers',
  ],
])('%j in words', (who, words) => {
  expect(whoMayInWords(who)).toBe(words);
});
