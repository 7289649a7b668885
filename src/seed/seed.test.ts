import { expect, test } from 'vitest';
import { ownSeedFolder } from './own-seed.ts';
import { files, folderOf, mistakesIn, sha256 } from './seed.test.support.ts';
import { readSeed } from './seed.ts';

test('sound files become contents and notes', () => {
  const { contents, notes } = readSeed(folderOf({}));
  expect(notes).toEqual({ maker: 'Makes reports.' });
  expect(contents.services).toEqual(['tunnelco', 'dyndnsco']);
  expect(contents.callers).toEqual([
    { id: 'maker', name: 'Maker', token: 'token-maker', roles: ['researcher'] },
    { id: 'owner', name: 'Owner', token: 'token-owner', roles: [], owns: 'tunnelco', requests: 3 },
    { id: 'reader', name: 'Reader', token: 'token-reader', roles: [] },
  ]);
  expect(contents.analyses).toMatchObject([{ fileName: 'one.bin', configs: { Other: {} } }]);
  expect(contents.reports).toMatchObject([
    { reportedAt: Date.UTC(2025, 1, 28, 23, 59, 59), reportedBy: 'Maker', tags: ['rat', 'packed'] },
  ]);
  expect(contents).toMatchObject({ deleted: [], allowances: {} });
});

test('two readings share nothing', () => {
  const first = readSeed(ownSeedFolder);
  const second = readSeed(ownSeedFolder);
  const parts = (value: unknown): object[] =>
    typeof value === 'object' && value ? [value, ...Object.values(value).flatMap(parts)] : [];
  const ofSecond = new Set(parts(second));
  expect(parts(first).filter((part) => ofSecond.has(part))).toEqual([]);
  expect(first).toEqual(second);
});

test('reports are ordered by time, not by their place in the file', () => {
  const earlier = files['reports.yaml']
    .replaceAll('6f01', '6f02')
    .replace('2025-02-28', '2024-02-29');
  const { contents } = readSeed(folderOf({ 'reports.yaml': files['reports.yaml'] + earlier }));
  expect(contents.reports.map(({ id }) => id.slice(-4))).toEqual(['6f02', '6f01']);
});

test('lists may be empty', () => {
  const none = { 'services.yaml': '[]', 'callers.yaml': '[]', 'analyses.yaml': '[]' };
  expect(mistakesIn({ ...none, 'reports.yaml': '[]' })).toEqual([]);
});

test('id, name, time and first report are made where they are left out, the same in every reading', () => {
  const bare = (address: string, more = '') => `
- service: tunnelco
  createdBy: maker
  tags: [loader]
  c2Address: ${address}
  file256Hash: ${sha256}
  referenceLink: https://results.example/4
  confidenceScore: 5
${more}`;
  const written = {
    'reports.yaml':
      bare('a.example:1') +
      bare('a.example:1') +
      bare('b.example:1', '  reportedAt: 2024-02-29 00:00:00\n  name: mine\n') +
      bare('c.example:1'),
  };
  const { reports } = readSeed(folderOf(written)).contents;
  expect(readSeed(folderOf(written)).contents.reports).toEqual(reports);
  expect(new Set(reports.map(({ id }) => id)).size).toBe(4);
  for (const { id } of reports) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab]/);
  const summary = reports.map(({ c2Address, name, reportedAt }) => [
    c2Address,
    name,
    new Date(reportedAt).toISOString().slice(0, 16),
  ]);
  expect(summary).toEqual([
    ['b.example:1', 'mine', '2024-02-29T00:00'],
    ['c.example:1', 'loader', '2024-02-29T00:01'],
    ['a.example:1', 'loader', '2025-01-01T00:00'],
    ['a.example:1', 'loader', '2025-01-01T00:01'],
  ]);
  expect(new Set(reports.map(({ firstSeenID }) => firstSeenID))).toEqual(new Set([reports[0]?.id]));
});
