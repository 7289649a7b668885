import { expect, test } from 'vitest';
import { fileHashes, hashesIn, hashLengthsInWords, hashNames, isFileHash } from './file-hashes.ts';

test('the hashes are those at the parameter of the lookup, as long as their fields say', () => {
  const [first] = fileHashes;
  expect(first).toEqual({ kind: 'sha256', field: 'sha256Hash', name: 'SHA-256', digits: 64 });
  expect(hashNames).toMatch(/^SHA-256, SHA-512.* or \S+$/);
  expect(hashLengthsInWords).toMatch(/\b64\b.* or 128$/);
});

test.each([
  ['aB'.repeat(32), true],
  ['0'.repeat(128), true],
  ['0'.repeat(65), false],
  [`g${'0'.repeat(63)}`, false],
  ['', false],
])('%s may be a hash: %s', (text, isHash) => {
  expect(isFileHash(text)).toBe(isHash);
});

test('of an analysis that somebody wrote, only texts are hashes', () => {
  expect(hashesIn({ sha256Hash: 'a', sha512Hash: 5, blake3Hash: '' })).toEqual(['a']);
  expect(hashesIn(null)).toEqual([]);
});
