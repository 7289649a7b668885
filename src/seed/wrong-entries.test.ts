import { expect, test } from 'vitest';
import { changed, files, mistakesIn, sha256 } from './seed.test.support.ts';

type FileName = keyof typeof files;

/** A text of a file, what it is changed to, and the one mistake that makes, after its line. */
const wrong: readonly (readonly [FileName, change: string, to: string, says: string])[] = [
  ['services.yaml', 'dyndnsco', 'dyn/dns', '2: entry 2 is "dyn/dns"; expected the name of a'],
  ['services.yaml', 'dyndnsco', 'tunnelco', '2: entry 2 is "tunnelco", which is already used in'],
  ['callers.yaml', 'roles: []', 'roles: [x]', '4: roles[0] of entry 3 (id "reader") is "x"; '],
  ['callers.yaml', 'token-reader', '"my secret"', '4: token of entry 3 (id "reader") is given; '],
  ['callers.yaml', 'requests: 3', 'requests: -1', '3: requests of entry 2 (id "owner") is -1; '],
  ['callers.yaml', 'id: reader', 'id: owner', '4: id of entry 3 (id "owner") is "owner", which is'],
  ['callers.yaml', 'token-reader', 'token-maker', '4: token of entry 3 (id "reader") is already'],
  ['callers.yaml', 'roles: []', 'owns: tunnelco', '4: owns of entry 3 (id "reader") is "tunnelco"'],
  ['callers.yaml', 'owns: tunnelco', 'owns: x', '3: owns of entry 2 (id "owner") is "x"; expected'],
  ['analyses.yaml', '2a', '2g', '8: sha1Hash of entry 1 (fileName "one.bin") is "222'],
  ['analyses.yaml', '5a', '5aa', '11: sha512Hash of entry 1 (fileName "one.bin") is "555'],
  ['analyses.yaml', '01-31T', '02-30T', '2: date of entry 1 (fileName "one.bin") is "2025-02-30T'],
  ['analyses.yaml', 'Other: {}', '0/~: 1', '5: configs.0/~ of entry 1 (fileName "one.bin") is 1'],
  ['analyses.yaml', `${'3'.repeat(63)}a`, sha256, '9: blake3Hash of entry 1 (fileName "one.bin")'],
  ['reports.yaml', '192.0.2.1:80', "'a:0'", '6: c2Address of entry 1 (id "5f0c2a4e-7b1d-4c59-9a36'],
  ['reports.yaml', '02-28 23', '02-29 23', '10: reportedAt of entry 1 (id "5f0c2a4e-7b1d-4c59-9'],
  ['reports.yaml', '28 23:59', '28T23:59', '10: reportedAt of entry 1 (id "5f0c2a4e-7b1d-4c59-9'],
  ['reports.yaml', 'https:', 'ftp:', '8: referenceLink of entry 1 (id "5f0c2a4e-7b1d-4c59-9a36'],
  ['reports.yaml', 'tunnelco', 'nowhere', '3: service of entry 1 (id "5f0c2a4e-7b1d-4c59-9a36-1d'],
  ['reports.yaml', 'maker', 'makers', '4: createdBy of entry 1 (id "5f0c2a4e-7b1d-4c59-9a36-1d'],
  ['reports.yaml', 'maker', 'reader', '4: createdBy of entry 1 (id "5f0c2a4e-7b1d-4c59-9a36-1d'],
];

test.each(wrong)('%s: %s → %s is told with its line', (file, from, to, says) => {
  const found = mistakesIn(changed(file, from, to)).filter((told) => told.startsWith(file));
  expect(found).toEqual([expect.stringContaining(`${file}:${says}`)]);
  expect(found[0]).toMatch(/; (expected|choose) /);
  expect(found[0]).not.toMatch(/my secret|token-maker/);
});

test('one misspelling is one mistake: creators are checked against valid callers only', () => {
  const found = mistakesIn(changed('callers.yaml', '[researcher]', '[reseacher]'));
  expect(found).toHaveLength(1);
});

test('the same report id is refused in another feed and in another case', () => {
  const again = files['reports.yaml']
    .replace('tunnelco', 'dyndnsco')
    .replace('- id: 5f0c2a4e', '- id: 5F0C2A4E');
  expect(mistakesIn({ 'reports.yaml': files['reports.yaml'] + again })).toEqual([
    expect.stringMatching(
      /^reports\.yaml:14: id of entry 2 .*, which is already used in id of entry 1/,
    ),
  ]);
});
