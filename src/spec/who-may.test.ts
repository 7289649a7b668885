import { expect, test } from 'vitest';
import { type WhoMay, whoMay, whoMayInWords } from './who-may.ts';

test.each([
  ['create', {}, 'researchers'],
  ['delete', {}, 'the creator of the report and the service that owns the feed'],
  ['fetch', {}, 'everybody whose token is known'],
  ['fetch', { 'fetch.who': 'public' }, 'anybody, with or without a token'],
  ['fetch', { 'fetch.who': 'researchers' }, 'researchers and the service that owns the feed'],
  ['lookup', { 'fetch.who': 'public', 'lookup.who': 'researchers' }, 'researchers'],
])('who may %s, by %j: %s', (operation, dialect, words) => {
  expect(whoMayInWords(whoMay(operation, dialect))).toBe(words);
});

test('a role that is left out is told', () => {
  const who: WhoMay = { any: ['known'], except: ['researcher'] };
  expect(whoMayInWords(who)).toBe('everybody whose token is known, but no researchers');
});
