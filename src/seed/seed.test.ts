import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readSeed, SeedProblem } from './seed.ts';

const own = fileURLToPath(new URL('../../seed-data', import.meta.url));

/** A small seed, changed in one place, in a folder of its own. */
const files = {
  'services.yaml': '- tunnelco\n- dyndnsco\n',
  'callers.yaml': `
- { id: maker, name: Maker, token: token-maker, roles: [researcher], note: Makes reports. }
- { id: owner, name: Owner, token: token-owner, owns: tunnelco, requests: 3 }
- { id: reader, name: Reader, token: token-reader, roles: [] }
`,
  'analyses.yaml': `
- date: 2025-01-31T13:45:00Z
  tags: [{ heat: 3, name: rat }]
  ssDeep: 3:abc:def
  configs: { Family: { a/b: [1] }, Other: {} }
  mD5Hash: ${'1'.repeat(31)}a
  fileName: one.bin
  sha1Hash: ${'2'.repeat(39)}a
  blake3Hash: ${'3'.repeat(63)}a
  sha256Hash: ${'4'.repeat(63)}a
  sha512Hash: ${'5'.repeat(127)}a
  sizeInBytes: 12
  staticAnalysisDuration: "00:00:00.1"
`,
  'reports.yaml': `
- id: 5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01
  service: tunnelco
  createdBy: maker
  tags: [rat, packed]
  c2Address: 192.0.2.1:80
  file256Hash: ${'4'.repeat(63)}a
  referenceLink: https://results.example/4
  confidenceScore: 5
  reportedAt: 2025-02-28 23:59:59
  name: rat
  firstSeenID: 5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01
`,
};
type FileName = keyof typeof files;

type Changes = { [file: string]: string | Uint8Array | null };

function withFolder<T>(changes: Changes, use: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'seed-'));
  try {
    for (const [name, content] of Object.entries({ ...files, ...changes })) {
      if (content !== null) writeFileSync(join(folder, name), content);
    }
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function mistakes(folder: string): readonly string[] {
  try {
    readSeed(folder);
    return [];
  } catch (error) {
    if (error instanceof SeedProblem) return error.mistakes;
    throw error;
  }
}

const mistakesIn = (changes: Changes): readonly string[] => withFolder(changes, mistakes);

function changed(file: FileName, from: string, to: string): { [file: string]: string } {
  if (!files[file].includes(from)) throw new Error(`${file} does not contain ${from}`);
  return { [file]: files[file].replace(from, () => to) };
}

test('sound files become contents and notes', () => {
  const { contents, notes } = withFolder({}, readSeed);
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
  const first = readSeed(own);
  const second = readSeed(own);
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
  const { contents } = withFolder({ 'reports.yaml': files['reports.yaml'] + earlier }, readSeed);
  expect(contents.reports.map(({ id }) => id.slice(-4))).toEqual(['6f02', '6f01']);
});

test('an alias gives each place its own value', () => {
  const list = '[{ heat: 3, name: rat }]';
  const { contents } = withFolder(
    changed('analyses.yaml', `tags: ${list}`, 'tags: [&tag { heat: 3, name: rat }, *tag]'),
    readSeed,
  );
  const tags = contents.analyses[0]?.tags;
  expect(tags?.[1]).toEqual(tags?.[0]);
  expect(tags?.[1]).not.toBe(tags?.[0]);
});

test('lists may be empty', () => {
  const none = { 'services.yaml': '[]', 'callers.yaml': '[]', 'analyses.yaml': '[]' };
  expect(mistakesIn({ ...none, 'reports.yaml': '[]' })).toEqual([]);
});

const maker = 'callers.yaml, entry 1 (id "maker")';
const owner = 'callers.yaml, entry 2 (id "owner")';
const reader = 'callers.yaml, entry 3 (id "reader")';
const analysis = 'analyses.yaml, entry 1 (fileName "one.bin")';
const report = 'reports.yaml, entry 1 (id "5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01")';

const role = 'a role; known roles: researcher';
const token = 'a token: expected a text of visible ASCII characters without spaces';
const requests = 'a number of requests: expected a whole number, 0 or more';
const service = 'the name of a service: expected letters, digits and . _ ~ - only, as in a path';
const date = 'a date: expected a time that exists, as YYYY-MM-DDTHH:MM:SSZ';
const time = 'a time: expected one that exists, in UTC, as YYYY-MM-DD HH:MM:SS';
const uuid = 'an id: expected the form xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx';
const address =
  'an address: expected <host>:<port>, with a port from 1 to 65535 and IPv6 in brackets';
const link = 'a link: expected a URL that starts with http:// or https://';
const hex = (length: number) => `expected ${length} lower-case hexadecimal characters`;
const quotes = '; quotes make it a text';

type Wrong = [from: string, to: string, place: string, reason: string];

const wrongCallers: Wrong[] = [
  ['roles: []', 'roles: [x]', `${reader}, field "roles", item 1`, `"x" is not ${role}`],
  ['roles: []', 'roles: x', `${reader}, field "roles"`, '"x" is not a list of roles: expected'],
  ['[researcher]', '[reseacher]', `${maker}, field "roles"`, '; did you mean "researcher"?'],
  ['roles: []', 'rolse: []', reader, 'field "rolse" is not known; known fields: id, name, token, '],
  ['roles: []', 'rolse: []', reader, '; did you mean "roles"?'],
  ['token: token-reader, ', '', reader, `field "token" is missing; this should be ${token}`],
  ['token-reader', '"my secret"', `${reader}, field "token"`, `this is not ${token}`],
  ['token-reader', '12345', `${reader}, field "token"`, `this is not ${token}${quotes}`],
  ['Reader', '7', `${reader}, field "name"`, `7 is not a name: expected a text${quotes}`],
  ['Reader', '', `${reader}, field "name"`, 'nothing is not a name: expected a text'],
  ['Reader', '""', `${reader}, field "name"`, '"" is not a name: expected a text'],
  [
    'id: reader',
    'id: a b',
    'entry 3 (id "a b"), field "id"',
    '"a b" is not an id: expected a text',
  ],
  ['requests: 3', 'requests: -1', `${owner}, field "requests"`, `-1 is not ${requests}`],
  ['requests: 3', 'requests: 1.5', `${owner}, field "requests"`, `1.5 is not ${requests}`],
  ['requests: 3', 'requests: "3"', `${owner}, field "requests"`, `"3" is not ${requests}`],
  ['requests: 3', 'requests: 1e300', `${owner}, field "requests"`, `1e+300 is not ${requests}`],
  [
    'id: reader',
    'id: owner',
    'entry 3',
    'the id "owner" is taken already, by entry 2 (id "owner")',
  ],
  [
    'token-reader',
    'token-maker',
    `${reader}, field "token"`,
    'the token is taken already, by entry 1',
  ],
  ['roles: []', 'owns: tunnelco', `${reader}, field "owns"`, '"tunnelco" has an owner already'],
  [
    'owns: tunnelco',
    'owns: tunelco',
    `${owner}, field "owns"`,
    '"tunelco" is not in services.yaml',
  ],
  ['owns: tunnelco', 'owns: tunelco', `${owner}, field "owns"`, '; did you mean "tunnelco"?'],
];

const wrongServices: Wrong[] = [
  ['dyndnsco', 'dyn/dns', 'services.yaml, entry 2', `"dyn/dns" is not ${service}`],
  ['dyndnsco', 'name: dyndnsco', 'services.yaml, entry 2', `an object is not ${service}`],
  ['dyndnsco', 'tunnelco', 'services.yaml, entry 2', '"tunnelco" is listed already, by entry 1'],
];

const sha256 = `${'4'.repeat(63)}a`;
const wrongAnalyses: Wrong[] = [
  ['1a', '1A', `${analysis}, field "mD5Hash"`, `is not an MD5: ${hex(32)}`],
  ['2a', '2g', `${analysis}, field "sha1Hash"`, `is not a SHA-1: ${hex(40)}`],
  ['3a', '3', `${analysis}, field "blake3Hash"`, `is not a BLAKE3: ${hex(64)}`],
  ['4a', '4aa', `${analysis}, field "sha256Hash"`, `is not a SHA-256: ${hex(64)}`],
  ['5a', '5aa', `${analysis}, field "sha512Hash"`, `5..." is not a SHA-512: ${hex(128)}`],
  [
    '3:abc:def',
    'abc',
    `${analysis}, field "ssDeep"`,
    '"abc" is not a fuzzy hash: expected <blocks',
  ],
  ['01-31T', '02-30T', `${analysis}, field "date"`, `"2025-02-30T13:45:00Z" is not ${date}`],
  ['00Z', '00+01:00', `${analysis}, field "date"`, `"2025-01-31T13:45:00+01:00" is not ${date}`],
  [
    'heat: 3',
    'heat: x',
    `${analysis}, field "tags", item 1, field "heat"`,
    '"x" is not a heat: exp',
  ],
  ['heat: 3, ', '', `${analysis}, field "tags", item 1`, 'field "heat" is missing'],
  ['{ a/b: [1] }', '[1]', `${analysis}, field "configs", field "Family"`, 'a list is not a config'],
  [
    'Other: {}',
    '0/~: 1',
    `${analysis}, field "configs", field "0/~"`,
    '1 is not a config: expected',
  ],
  ['Bytes: 12', 'Bytes: -12', `${analysis}, field "sizeInBytes"`, '-12 is not a size: expected'],
  [
    `${'3'.repeat(63)}a`,
    sha256,
    `${analysis}, field "blake3Hash"`,
    `${sha256} leads to an analysis`,
  ],
];

const wrongReports: Wrong[] = [
  ['id: 5f0c2a4e', 'id: 5f0c', 'reports.yaml, entry 1 (id "5f0c-', `is not ${uuid}`],
  ...[
    '192.0.2.1',
    'a:0',
    'a:65536',
    '999.0.2.1:80',
    'a..b:80',
    'a b:80',
    '2001:db8::1:80',
    '[2001:dbg::1]:80',
    ':80',
  ].map(
    (bad): Wrong => [
      '192.0.2.1:80',
      `'${bad}'`,
      `${report}, field "c2Address"`,
      `"${bad}" is not ${address}`,
    ],
  ),
  ...['results.example', 'ftp://results.example/', 'https://', 'https://a b/'].map(
    (bad): Wrong => [
      'https://results.example/4',
      `'${bad}'`,
      `${report}, field "referenceLink"`,
      `"${bad}" is not ${link}`,
    ],
  ),
  ...['2025-02-29 00:00:00', '2025-02-28 24:00:00', '2025-02-28T23:59:59', '2025-02-28'].map(
    (bad): Wrong => [
      '2025-02-28 23:59:59',
      bad,
      `${report}, field "reportedAt"`,
      `"${bad}" is not ${time}`,
    ],
  ),
  [
    'Score: 5',
    'Score: high',
    `${report}, field "confidenceScore"`,
    '"high" is not a score: expected',
  ],
  ['packed]', '5]', `${report}, field "tags", item 2`, `5 is not a tag: expected a text${quotes}`],
  ['tunnelco', 'nowhere', `${report}, field "service"`, '"nowhere" is not in services.yaml'],
  [
    'maker',
    'makers',
    `${report}, field "createdBy"`,
    '"makers" is not in callers.yaml; did you mean',
  ],
  [
    'maker',
    'reader',
    `${report}, field "createdBy"`,
    '"reader" is no researcher; expected a caller',
  ],
];

test.each([
  ...wrongServices.map((wrong) => ['services.yaml' as const, ...wrong] as const),
  ...wrongCallers.map((wrong) => ['callers.yaml' as const, ...wrong] as const),
  ...wrongAnalyses.map((wrong) => ['analyses.yaml' as const, ...wrong] as const),
  ...wrongReports.map((wrong) => ['reports.yaml' as const, ...wrong] as const),
])('%s: %s → %s is told with place and reason', (file, from, to, place, reason) => {
  const found = mistakesIn(changed(file, from, to)).filter((line) => line.startsWith(file));
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(`${file}, `);
  expect(found[0]).toContain(place);
  expect(found[0]).toContain(reason);
});

test('a token is never repeated in a message', () => {
  const bad = { ...changed('callers.yaml', 'token-reader', '"my secret"') };
  const same = { ...changed('callers.yaml', 'token-reader', 'token-maker') };
  expect([...mistakesIn(bad), ...mistakesIn(same)].join()).not.toMatch(/my secret|token-maker/);
});

test('one misspelling is not told twice: who created a report is judged on sound callers only', () => {
  const found = mistakesIn(changed('callers.yaml', '[researcher]', '[reseacher]'));
  expect(found).toHaveLength(1);
});

const wholeFiles: [
  what: string,
  file: string,
  content: string | Uint8Array | null,
  mistake: string,
][] = [
  [
    'missing',
    'callers.yaml',
    null,
    'callers.yaml: the file is missing; expected a list, which may be empty: []',
  ],
  [
    'empty',
    'reports.yaml',
    '',
    'reports.yaml: expected a document, but the input is empty; expected one list, which may be empty: []',
  ],
  [
    'only a comment',
    'reports.yaml',
    '# none',
    'reports.yaml: expected a document, but the input is empty; expected one list, which may be empty: []',
  ],
  [
    'null',
    'reports.yaml',
    'null',
    'reports.yaml: nothing is not a list: expected reports, each after "- "',
  ],
  [
    'no list',
    'callers.yaml',
    'id: maker',
    'callers.yaml: an object is not a list: expected callers, each after "- "',
  ],
  ['bad syntax', 'callers.yaml', '- id: maker\n  name: [a\n', 'callers.yaml:3:1: not valid YAML: '],
  [
    'a key twice',
    'callers.yaml',
    '- id: a\n  name: b\n  id: c\n',
    'callers.yaml:3:3: not valid YAML: duplicated mapping key',
  ],
  [
    'not UTF-8',
    'services.yaml',
    Uint8Array.of(0x2d, 0x20, 0xff),
    'services.yaml: the text is not UTF-8; expected YAML in UTF-8',
  ],
  [
    'holds itself',
    'services.yaml',
    '- &a [*a]',
    'services.yaml: an alias makes a value contain itself; expected data that can be written as JSON',
  ],
];

test.each(wholeFiles)('a file that is %s is one mistake (%s)', (_, file, content, mistake) => {
  const found = mistakesIn({ [file]: content });
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(mistake);
});

test('a file under a similar name is pointed out', () => {
  const [mistake] = mistakesIn({ 'callers.yaml': null, 'callers.yml': '[]' });
  expect(mistake).toContain('there is "callers.yml": rename it?');
});

test('the same report id is refused in another feed and in another case', () => {
  const again = files['reports.yaml']
    .replace('tunnelco', 'dyndnsco')
    .replace('- id: 5f0c2a4e', '- id: 5F0C2A4E');
  const [mistake, ...others] = mistakesIn({ 'reports.yaml': files['reports.yaml'] + again });
  expect(mistake).toContain(
    'entry 2 (id "5F0C2A4E-7b1d-4c59-9a36-1d0e8b7c6f01"), field "id": the id',
  );
  expect(others).toEqual([]);
});

test('all mistakes in all files are told at once, in the order of the files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'seed-'));
  cpSync(own, folder, { recursive: true });
  const edit = (file: string, from: string, to: string) =>
    writeFileSync(join(folder, file), readFileSync(join(folder, file), 'utf8').replace(from, to));
  edit('reports.yaml', 'createdBy: researcher-1', 'createdBy: nobody');
  edit('callers.yaml', 'requests: 6', 'requests: six');
  edit('callers.yaml', 'owns: tunnelco', 'own: tunnelco');
  edit('services.yaml', '- pasteco', '- "paste co"');
  expect(() => readSeed(folder)).toThrow(`The seed data in ${folder} has 7 mistakes:\n  services.`);
  expect(mistakes(folder).map((line) => line.split(':')[0])).toEqual([
    'services.yaml, entry 3',
    'callers.yaml, entry 3 (id "owner-tunnelco")',
    'callers.yaml, entry 5 (id "owner-pasteco"), field "owns"',
    'callers.yaml, entry 9 (id "analyst-limited-2"), field "requests"',
    'reports.yaml, entry 1 (id "5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01"), field "createdBy"',
    'reports.yaml, entry 6 (id "31d8e6a9-b52f-4e07-8c43-f96b0d7a2806"), field "service"',
    'reports.yaml, entry 7 (id "a4720b5e-6c19-4f8d-b3e0-29d7f5c81a07"), field "service"',
  ]);
  rmSync(folder, { recursive: true });
});

test.each([
  ['does not exist', join(own, 'nowhere'), 'there is no such folder'],
  ['is a file', join(own, 'services.yaml'), 'this is not a folder'],
])('a folder that %s is told as such', (_, folder, reason) => {
  expect(() => readSeed(folder)).toThrow(
    `The seed data in ${folder} has a mistake:\n  ${reason}; expected a folder with services.yaml, callers.yaml, analyses.yaml, reports.yaml`,
  );
});
