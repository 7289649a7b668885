import { expect, test } from 'vitest';
import { changed, files, mistakesIn, sha256 } from './seed.test.support.ts';

const maker = 'entry 1 (id "maker")';
const owner = 'entry 2 (id "owner")';
const reader = 'entry 3 (id "reader")';
const analysis = 'entry 1 (fileName "one.bin")';
const report = 'entry 1 (id "5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01")';

const visible = 'a text of visible ASCII characters without spaces';
const date = 'a valid time, as YYYY-MM-DDTHH:MM:SSZ';
const time = 'a time that exists, in UTC, as YYYY-MM-DD HH:MM:SS';
const ofServices = 'a service of services.yaml';

function taken(where: string) {
  return `already used in ${where}; choose another`;
}

/** By file: a change, and the one mistake it makes. What every document is told is tested with its check. */
const wrong: {
  readonly [file in keyof typeof files]: [from: string, to: string, line: number, says: string][];
} = {
  'services.yaml': [
    ['dyndnsco', 'dyn/dns', 2, 'entry 2 is "dyn/dns"; expected the name of a service: '],
    ['dyndnsco', 'tunnelco', 2, `entry 2 is "tunnelco", which is ${taken('entry 1')}`],
  ],
  'callers.yaml': [
    ['roles: []', 'rolse: []', 4, `unknown key rolse of ${reader}; did you mean roles?`],
    ['roles: []', 'roles: [x]', 4, `roles[0] of ${reader} is "x"; expected `],
    ['token-reader', '"my secret"', 4, `token of ${reader} is given; expected ${visible}`],
    ['requests: 3', 'requests: -1', 3, `requests of ${owner} is -1; expected a whole number, 0 or`],
    ['id: reader', 'id: owner', 4, `id of entry 3 (id "owner") is "owner", which is already used`],
    ['token-reader', 'token-maker', 4, `token of ${reader} is ${taken(`token of ${maker}`)}`],
    ['roles: []', 'owns: tunnelco', 4, `owns of ${reader} is "tunnelco", which is already used in`],
    ['owns: tunnelco', 'owns: x', 3, `owns of ${owner} is "x"; expected ${ofServices}`],
  ],
  'analyses.yaml': [
    ['2a', '2g', 8, `sha1Hash of ${analysis} is "${'2'.repeat(39)}g"; expected 40 lower-case hex`],
    ['5a', '5aa', 11, `sha512Hash of ${analysis} is "${'5'.repeat(75)}…"; expected 128 lower-case`],
    ['01-31T', '02-30T', 2, `date of ${analysis} is "2025-02-30T13:45:00Z"; expected ${date}`],
    ['heat: 3, ', '', 3, `tags[0].heat of ${analysis} is missing; expected a whole number`],
    ['Other: {}', '0/~: 1', 5, `configs.0/~ of ${analysis} is 1; expected a map of keys, or {}`],
    [`${'3'.repeat(63)}a`, sha256, 9, `blake3Hash of ${analysis} is "${sha256}", which is already`],
  ],
  'reports.yaml': [
    [
      '192.0.2.1:80',
      "'a:0'",
      6,
      `c2Address of ${report} is "a:0"; expected <host>:<port>, with a port`,
    ],
    [
      '02-28 23',
      '02-29 23',
      10,
      `reportedAt of ${report} is "2025-02-29 23:59:59"; expected ${time}`,
    ],
    [
      '28 23:59',
      '28T23:59',
      10,
      `reportedAt of ${report} is "2025-02-28T23:59:59"; expected ${time}`,
    ],
    [
      'https:',
      'ftp:',
      8,
      `referenceLink of ${report} is "ftp://results.example/4"; expected a URL`,
    ],
    ['tunnelco', 'nowhere', 3, `service of ${report} is "nowhere"; expected ${ofServices}`],
    ['maker', 'makers', 4, `createdBy of ${report} is "makers"; expected the id of a caller`],
    ['maker', 'reader', 4, `createdBy of ${report} is "reader"; expected a caller with roles:`],
  ],
};

const rows = Object.entries(wrong).flatMap(([file, list]) =>
  list.map((one) => [file as keyof typeof files, ...one] as const),
);

test.each(rows)(
  '%s: %s → %s is told with its line and what is expected',
  (file, from, to, line, says) => {
    const found = mistakesIn(changed(file, from, to)).filter((told) => told.startsWith(file));
    expect(found).toEqual([expect.stringContaining(`${file}:${line}: ${says}`)]);
  },
);

test('a token is never repeated in a message', () => {
  const bad = mistakesIn(changed('callers.yaml', 'token-reader', '"my secret"'));
  const same = mistakesIn(changed('callers.yaml', 'token-reader', 'token-maker'));
  expect([...bad, ...same].join()).not.toMatch(/my secret|token-maker/);
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
