import { expect, test } from 'vitest';
import {
  files,
  mistakesIn,
  ofServices,
  quotes,
  sha256,
  tellsEach,
  type Wrong,
} from './seed.test.support.ts';

const analysis = 'entry 1 (fileName "one.bin")';
const report = 'entry 1 (id "5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01")';

const date = 'a valid time, as YYYY-MM-DDTHH:MM:SSZ';
const time = 'a time that exists, in UTC, as YYYY-MM-DD HH:MM:SS';
const address = '<host>:<port>, with a port from 1 to 65535 and IPv6 in brackets';
const link = 'a URL of an allowed scheme, in ASCII (RFC 3986)';
const hex = (length: number) => `${length} lower-case hexadecimal characters`;

const wrongAnalyses: Wrong[] = [
  ['1a', '1A', 6, `mD5Hash of ${analysis} is "${'1'.repeat(31)}A"; expected ${hex(32)}`],
  ['2a', '2g', 8, `sha1Hash of ${analysis} is "${'2'.repeat(39)}g"; expected ${hex(40)}`],
  ['3a', '3ab', 9, `blake3Hash of ${analysis} is "${'3'.repeat(63)}ab"; expected ${hex(64)}`],
  ['4a', '4aa', 10, `sha256Hash of ${analysis} is "${sha256}a"; expected ${hex(64)}`],
  ['5a', '5aa', 11, `sha512Hash of ${analysis} is "${'5'.repeat(75)}…"; expected ${hex(128)}`],
  [
    '3:abc:def',
    'abc',
    4,
    `ssDeep of ${analysis} is "abc"; expected a fuzzy hash: <blocksize>:<hash>:<hash>`,
  ],
  ['01-31T', '02-30T', 2, `date of ${analysis} is "2025-02-30T13:45:00Z"; expected ${date}`],
  ['00Z', '00+01:00', 2, `date of ${analysis} is "2025-01-31T13:45:00+01:00"; expected ${date}`],
  ['heat: 3', 'heat: x', 3, `tags[0].heat of ${analysis} is "x"; expected a whole number`],
  ['heat: 3, ', '', 3, `tags[0].heat of ${analysis} is missing; expected a whole number`],
  [
    '{ a/b: [1] }',
    '[1]',
    5,
    `configs.Family of ${analysis} is a list; expected a map of keys, or {}`,
  ],
  ['Other: {}', '0/~: 1', 5, `configs.0/~ of ${analysis} is 1; expected a map of keys, or {}`],
  [
    'Bytes: 12',
    'Bytes: -12',
    12,
    `sizeInBytes of ${analysis} is -12; expected a whole number, 0 or more`,
  ],
  [
    `${'3'.repeat(63)}a`,
    sha256,
    9,
    `blake3Hash of ${analysis} is "${sha256}", which is already used in sha256Hash of ${analysis}; choose another`,
  ],
];

const wrongReports: Wrong[] = [
  [
    'id: 5f0c2a4e',
    'id: 5f0c',
    2,
    'id of entry 1 (id "5f0c-7b1d-4c59-9a36-1d0e8b7c6f01") is "5f0c-7b1d-4c59-9a36-1d0e8b7c6f01"; expected an id of the form xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx',
  ],
  ['192.0.2.1:80', "'a:0'", 6, `c2Address of ${report} is "a:0"; expected ${address}`],
  [
    'https://results.example/4',
    "'ftp://a/'",
    8,
    `referenceLink of ${report} is "ftp://a/"; expected ${link}`,
  ],
  ...['2025-02-29 00:00:00', '2025-02-28 24:00:00', '2025-02-28T23:59:59', '2025-02-28'].map(
    (bad): Wrong => [
      '2025-02-28 23:59:59',
      bad,
      10,
      `reportedAt of ${report} is "${bad}"; expected ${time}`,
    ],
  ),
  ['Score: 5', 'Score: high', 9, `confidenceScore of ${report} is "high"; expected a whole number`],
  ['packed]', '5]', 5, `tags[1] of ${report} is 5; expected a text${quotes}`],
  ['tunnelco', 'nowhere', 3, `service of ${report} is "nowhere"; expected ${ofServices}`],
  [
    'maker',
    'makers',
    4,
    `createdBy of ${report} is "makers"; expected the id of a caller of callers.yaml; did you mean maker?`,
  ],
  [
    'maker',
    'reader',
    4,
    `createdBy of ${report} is "reader"; expected a caller with roles: [researcher]`,
  ],
];

tellsEach('analyses.yaml', wrongAnalyses);
tellsEach('reports.yaml', wrongReports);

test('the same report id is refused in another feed and in another case', () => {
  const again = files['reports.yaml']
    .replace('tunnelco', 'dyndnsco')
    .replace('- id: 5f0c2a4e', '- id: 5F0C2A4E');
  const [mistake, ...others] = mistakesIn({ 'reports.yaml': files['reports.yaml'] + again });
  expect(mistake).toContain(
    `reports.yaml:14: id of entry 2 (id "5F0C2A4E-7b1d-4c59-9a36-1d0e8b7c6f01") is "5F0C2A4E`,
  );
  expect(mistake).toContain(`, which is already used in id of ${report}; choose another`);
  expect(others).toEqual([]);
});
