import { expect, test } from 'vitest';
import type { Caller } from './caller.ts';
import type { StoredReport } from './report.ts';
import { isLookupHash, mayCreate, mayDelete } from './rules.ts';

const caller = (part: Partial<Caller>): Caller => ({
  id: 'someone',
  name: 'Someone',
  token: 'token',
  roles: [],
  ...part,
});
const report: StoredReport = {
  id: '5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01',
  service: 'tunnelco',
  createdBy: 'creator',
  name: 'rat',
  tags: ['rat'],
  c2Address: '192.0.2.1:80',
  reportedAt: 0,
  reportedBy: 'Creator',
  file256Hash: '0'.repeat(64),
  firstSeenID: '5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01',
  referenceLink: 'https://results.example',
  confidenceScore: 1,
};

test.each<[string, Partial<Caller>, boolean]>([
  ['a researcher', { roles: ['researcher'] }, true],
  ['a caller without a role', {}, false],
  ['the owner of a feed', { owns: 'tunnelco' }, false],
])('%s may create: %#', (_who, part, may) => {
  expect(mayCreate(caller(part))).toBe(may);
});

test.each<[string, Partial<Caller>, boolean]>([
  ['its creator', { id: 'creator' }, true],
  ['its creator who lost the role', { id: 'creator', roles: [] }, true],
  ['the owner of its feed', { owns: 'tunnelco' }, true],
  ['the owner of another feed', { owns: 'dyndnsco' }, false],
  ['another researcher', { roles: ['researcher'] }, false],
  ['a caller without a role', {}, false],
  ['a caller named like its feed', { id: 'tunnelco', name: 'tunnelco' }, false],
  ['a caller with the name of the creator', { name: 'Creator' }, false],
])('a report may be deleted by %s: %#', (_who, part, may) => {
  expect(mayDelete(caller(part), report)).toBe(may);
});

test.each([
  ['0'.repeat(64), true],
  ['aF'.repeat(32), true],
  ['0'.repeat(128), true],
  ['0'.repeat(63), false],
  ['0'.repeat(65), false],
  ['0'.repeat(127), false],
  ['0'.repeat(129), false],
  ['0'.repeat(32), false],
  ['0'.repeat(40), false],
  [`${'0'.repeat(63)}g`, false],
  [`${'0'.repeat(64)}\n`, false],
  ['', false],
])('%j is a hash to look up: %s', (text, is) => {
  expect(isLookupHash(text)).toBe(is);
});
