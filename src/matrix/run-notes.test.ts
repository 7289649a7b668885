import { expect, test } from 'vitest';
import { ownDialectNote, parseNotes } from './run-notes.ts';

test('notes are told once each, by test too, and apart from what is not of the API', () => {
  const lines = [
    'fetch fetched\tb\t',
    'create created\ta\t',
    'create created\ta\t',
    'create created\t\t',
    '- nothing\t\t/other',
    '- nothing\t\t/other',
    `${ownDialectNote}\ta\t/feed`,
  ];
  expect(parseNotes(lines)).toEqual({
    notes: ['- nothing', 'create created', 'fetch fetched'],
    tests: { b: ['fetch fetched'], a: ['create created'] },
    elsewhere: ['/other', 'a server or world with a dialect of its own'],
  });
});
