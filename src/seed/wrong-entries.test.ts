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

/** A text of a file that is changed, and the one mistake that makes. */
interface Wrong {
  readonly change: string;
  readonly to: string;
  readonly line: number;
  readonly says: string;
}

/** What every document is told is tested with its check. */
const wrong: { readonly [file in keyof typeof files]: readonly Wrong[] } = {
  'services.yaml': [
    {
      change: 'dyndnsco',
      to: 'dyn/dns',
      line: 2,
      says: 'entry 2 is "dyn/dns"; expected the name of a service: ',
    },
    {
      change: 'dyndnsco',
      to: 'tunnelco',
      line: 2,
      says: `entry 2 is "tunnelco", which is ${taken('entry 1')}`,
    },
  ],
  'callers.yaml': [
    {
      change: 'roles: []',
      to: 'rolse: []',
      line: 4,
      says: `unknown key rolse of ${reader}; did you mean roles?`,
    },
    {
      change: 'roles: []',
      to: 'roles: [x]',
      line: 4,
      says: `roles[0] of ${reader} is "x"; expected `,
    },
    {
      change: 'token-reader',
      to: '"my secret"',
      line: 4,
      says: `token of ${reader} is given; expected ${visible}`,
    },
    {
      change: 'requests: 3',
      to: 'requests: -1',
      line: 3,
      says: `requests of ${owner} is -1; expected a whole number, 0 or`,
    },
    {
      change: 'id: reader',
      to: 'id: owner',
      line: 4,
      says: `id of entry 3 (id "owner") is "owner", which is already used`,
    },
    {
      change: 'token-reader',
      to: 'token-maker',
      line: 4,
      says: `token of ${reader} is ${taken(`token of ${maker}`)}`,
    },
    {
      change: 'roles: []',
      to: 'owns: tunnelco',
      line: 4,
      says: `owns of ${reader} is "tunnelco", which is already used in`,
    },
    {
      change: 'owns: tunnelco',
      to: 'owns: x',
      line: 3,
      says: `owns of ${owner} is "x"; expected ${ofServices}`,
    },
  ],
  'analyses.yaml': [
    {
      change: '2a',
      to: '2g',
      line: 8,
      says: `sha1Hash of ${analysis} is "${'2'.repeat(39)}g"; expected 40 lower-case hex`,
    },
    {
      change: '5a',
      to: '5aa',
      line: 11,
      says: `sha512Hash of ${analysis} is "${'5'.repeat(75)}…"; expected 128 lower-case`,
    },
    {
      change: '01-31T',
      to: '02-30T',
      line: 2,
      says: `date of ${analysis} is "2025-02-30T13:45:00Z"; expected ${date}`,
    },
    {
      change: 'heat: 3, ',
      to: '',
      line: 3,
      says: `tags[0].heat of ${analysis} is missing; expected a whole number`,
    },
    {
      change: 'Other: {}',
      to: '0/~: 1',
      line: 5,
      says: `configs.0/~ of ${analysis} is 1; expected a map of keys, or {}`,
    },
    {
      change: `${'3'.repeat(63)}a`,
      to: sha256,
      line: 9,
      says: `blake3Hash of ${analysis} is "${sha256}", which is already`,
    },
  ],
  'reports.yaml': [
    {
      change: '192.0.2.1:80',
      to: "'a:0'",
      line: 6,
      says: `c2Address of ${report} is "a:0"; expected <host>:<port>, with a port`,
    },
    {
      change: '02-28 23',
      to: '02-29 23',
      line: 10,
      says: `reportedAt of ${report} is "2025-02-29 23:59:59"; expected ${time}`,
    },
    {
      change: '28 23:59',
      to: '28T23:59',
      line: 10,
      says: `reportedAt of ${report} is "2025-02-28T23:59:59"; expected ${time}`,
    },
    {
      change: 'https:',
      to: 'ftp:',
      line: 8,
      says: `referenceLink of ${report} is "ftp://results.example/4"; expected a URL`,
    },
    {
      change: 'tunnelco',
      to: 'nowhere',
      line: 3,
      says: `service of ${report} is "nowhere"; expected ${ofServices}`,
    },
    {
      change: 'maker',
      to: 'makers',
      line: 4,
      says: `createdBy of ${report} is "makers"; expected the id of a caller`,
    },
    {
      change: 'maker',
      to: 'reader',
      line: 4,
      says: `createdBy of ${report} is "reader"; expected a caller with roles:`,
    },
  ],
};

const rows = Object.entries(wrong).flatMap(([file, list]) =>
  list.map((one) => [file as keyof typeof files, one.change, one.to, one] as const),
);

test.each(rows)(
  '%s: %s → %s is told with its line and what is expected',
  (file, from, to, { line, says }) => {
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
