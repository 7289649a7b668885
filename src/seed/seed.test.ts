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

const maker = 'entry 1 (id "maker")';
const owner = 'entry 2 (id "owner")';
const reader = 'entry 3 (id "reader")';
const analysis = 'entry 1 (fileName "one.bin")';
const report = 'entry 1 (id "5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01")';

const visible = 'a text of visible ASCII characters without spaces';
const service = 'the name of a service: letters, digits and . _ ~ - only, as in a path';
const date = 'a time that exists, as YYYY-MM-DDTHH:MM:SSZ';
const time = 'a time that exists, in UTC, as YYYY-MM-DD HH:MM:SS';
const address = '<host>:<port>, with a port from 1 to 65535 and IPv6 in brackets';
const link = 'a URL that starts with http:// or https://';
const hex = (length: number) => `${length} lower-case hexadecimal characters`;
const quotes = '; quotes make it a text';
const ofServices = 'a service of services.yaml';

type Wrong = [from: string, to: string, line: number, says: string];

const wrongServices: Wrong[] = [
  ['dyndnsco', 'dyn/dns', 2, `entry 2 is "dyn/dns"; expected ${service}`],
  ['dyndnsco', 'name: dyndnsco', 2, `entry 2 is a map of keys; expected ${service}`],
  ['dyndnsco', 'tunnelco', 2, 'entry 2 is "tunnelco"; expected another than entry 1'],
];

const wrongCallers: Wrong[] = [
  ['roles: []', 'roles: [x]', 4, `roles[0] of ${reader} is "x"; expected researcher`],
  [
    'roles: []',
    'roles: x',
    4,
    `roles of ${reader} is "x"; expected a list of roles: [researcher] or []`,
  ],
  [
    '[researcher]',
    '[reseacher]',
    2,
    `roles[0] of ${maker} is "reseacher"; expected researcher; did you mean researcher?`,
  ],
  ['roles: []', 'rolse: []', 4, `unknown key rolse of ${reader}; did you mean roles?`],
  [
    'roles: []',
    'colour: red',
    4,
    `unknown key colour of ${reader}; known here: id, name, token, roles, owns, requests, note`,
  ],
  ['token: token-reader, ', '', 4, `token of ${reader} is missing; expected ${visible}`],
  ['token-reader', '"my secret"', 4, `token of ${reader} is given; expected ${visible}`],
  ['token-reader', '12345', 4, `token of ${reader} is a number; expected ${visible}${quotes}`],
  ['Reader', '7', 4, `name of ${reader} is 7; expected a text${quotes}`],
  ['Reader', '', 4, `name of ${reader} is empty; expected a text`],
  ['Reader', '""', 4, `name of ${reader} is an empty text; expected a text`],
  ['id: reader', 'id: a b', 4, 'id of entry 3 (id "a b") is "a b"; expected a text without spaces'],
  ...['-1', '1.5', '"3"', '1e+300'].map(
    (bad): Wrong => [
      'requests: 3',
      `requests: ${bad}`,
      3,
      `requests of ${owner} is ${bad}; expected a whole number, 0 or more`,
    ],
  ),
  [
    'id: reader',
    'id: owner',
    4,
    `id of entry 3 (id "owner") is "owner"; expected another than id of ${owner}`,
  ],
  [
    'token-reader',
    'token-maker',
    4,
    `token of ${reader} is given; expected another than token of ${maker}`,
  ],
  [
    'roles: []',
    'owns: tunnelco',
    4,
    `owns of ${reader} is "tunnelco"; expected another than owns of ${owner}`,
  ],
  [
    'owns: tunnelco',
    'owns: tunelco',
    3,
    `owns of ${owner} is "tunelco"; expected ${ofServices}; did you mean tunnelco?`,
  ],
];

const sha256 = `${'4'.repeat(63)}a`;
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
    `blake3Hash of ${analysis} is "${sha256}"; expected another than sha256Hash of ${analysis}`,
  ],
];

const wrongReports: Wrong[] = [
  [
    'id: 5f0c2a4e',
    'id: 5f0c',
    2,
    'id of entry 1 (id "5f0c-7b1d-4c59-9a36-1d0e8b7c6f01") is "5f0c-7b1d-4c59-9a36-1d0e8b7c6f01"; expected an id of the form xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx',
  ],
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
      6,
      `c2Address of ${report} is "${bad}"; expected ${address}`,
    ],
  ),
  ...['results.example', 'ftp://results.example/', 'https://', 'https://a b/'].map(
    (bad): Wrong => [
      'https://results.example/4',
      `'${bad}'`,
      8,
      `referenceLink of ${report} is "${bad}"; expected ${link}`,
    ],
  ),
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

test.each([
  ...wrongServices.map((wrong) => ['services.yaml' as const, ...wrong] as const),
  ...wrongCallers.map((wrong) => ['callers.yaml' as const, ...wrong] as const),
  ...wrongAnalyses.map((wrong) => ['analyses.yaml' as const, ...wrong] as const),
  ...wrongReports.map((wrong) => ['reports.yaml' as const, ...wrong] as const),
])('%s: %s → %s is told with its line and what is expected', (file, from, to, line, says) => {
  const found = mistakesIn(changed(file, from, to)).filter((told) => told.startsWith(file));
  expect(found).toEqual([`${file}:${line}: ${says}`]);
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
    'reports.yaml: the file is empty; expected a list of reports, each after "- ", or []',
  ],
  [
    'only a comment',
    'reports.yaml',
    '# none',
    'reports.yaml: the file is empty; expected a list of reports, each after "- ", or []',
  ],
  [
    'null',
    'reports.yaml',
    'null',
    'reports.yaml: the file is empty; expected a list of reports, each after "- ", or []',
  ],
  [
    'no list',
    'callers.yaml',
    'id: maker',
    'callers.yaml: the file is a map of keys; expected a list of callers, each after "- ", or []',
  ],
  [
    'bad syntax',
    'callers.yaml',
    '- id: maker\n  name: [a\n',
    'callers.yaml:3:1: neither YAML nor JSON: ',
  ],
  [
    'a key twice',
    'callers.yaml',
    '- id: a\n  name: b\n  id: c\n',
    'callers.yaml:3:3: neither YAML nor JSON: duplicated mapping key',
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
  [
    'holds a number beyond all numbers',
    'analyses.yaml',
    '- configs: { a: { b: .inf } }',
    'analyses.yaml: [0].configs.a.b is no finite number; expected one',
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
    `reports.yaml:14: id of entry 2 (id "5F0C2A4E-7b1d-4c59-9a36-1d0e8b7c6f01") is "5F0C2A4E`,
  );
  expect(mistake).toContain(`; expected another than id of ${report}`);
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
  expect(mistakes(folder)).toEqual([
    expect.stringMatching(/^services\.yaml:\d+: entry 3 is "paste co"; /),
    expect.stringMatching(
      /^callers\.yaml:\d+: unknown key own of entry 3 \(id "owner-tunnelco"\); /,
    ),
    expect.stringMatching(/^callers\.yaml:\d+: owns of entry 5 \(id "owner-pasteco"\) is /),
    expect.stringMatching(/^callers\.yaml:\d+: requests of entry 9 \(id "analyst-limited-2"\) is /),
    expect.stringMatching(
      /^reports\.yaml:\d+: createdBy of entry 1 \(id "5f0c2a4e\S+"\) is "nobody"; /,
    ),
    expect.stringMatching(/^reports\.yaml:\d+: service of entry 6 \(id "31d8e6a9\S+"\) is /),
    expect.stringMatching(/^reports\.yaml:\d+: service of entry 7 \(id "a4720b5e\S+"\) is /),
  ]);
  rmSync(folder, { recursive: true });
});

test('ten thousand bad entries are told by the first ten and a count', () => {
  const bad = Array.from({ length: 10_000 }, (_, nth) => `- no name ${nth}\n`);
  withFolder(
    { 'services.yaml': bad.join(''), 'callers.yaml': '[]', 'reports.yaml': '[]' },
    (folder) =>
      expect(() => readSeed(folder)).toThrow(
        /^The seed data in \S+ has 10000 mistakes:\n( {2}services\.yaml:\d+: entry .*\n){10} {2}and 9990 more$/,
      ),
  );
});

test.each([
  ['does not exist', join(own, 'nowhere'), 'there is no such folder'],
  ['is a file', join(own, 'services.yaml'), 'this is not a folder'],
])('a folder that %s is told as such', (_, folder, reason) => {
  expect(() => readSeed(folder)).toThrow(
    `The seed data in ${folder} has a mistake:\n  ${reason}; expected a folder with services.yaml, callers.yaml, analyses.yaml, reports.yaml`,
  );
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
  const { reports } = withFolder(written, readSeed).contents;
  expect(withFolder(written, readSeed).contents.reports).toEqual(reports);
  expect(new Set(reports.map(({ id }) => id)).size).toBe(4);
  for (const { id } of reports) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab]/);
  const shown = reports.map(({ c2Address, name, reportedAt }) => [
    c2Address,
    name,
    new Date(reportedAt).toISOString().slice(0, 16),
  ]);
  expect(shown).toEqual([
    ['b.example:1', 'mine', '2024-02-29T00:00'],
    ['c.example:1', 'loader', '2024-02-29T00:01'],
    ['a.example:1', 'loader', '2025-01-01T00:00'],
    ['a.example:1', 'loader', '2025-01-01T00:01'],
  ]);
  expect(new Set(reports.map(({ firstSeenID }) => firstSeenID))).toEqual(new Set([reports[0]?.id]));
});

test('ten thousand bad entries print ten mistakes and a count', () => {
  const bad = Array.from({ length: 10_000 }, (_, n) => `- { id: r${n}, service: tunelco }\n`);
  withFolder({ 'reports.yaml': bad.join('') }, (folder) => {
    const message = (() => {
      try {
        readSeed(folder);
      } catch (error) {
        return (error as Error).message;
      }
      return '';
    })();
    const lines = message.split('\n');
    expect(lines).toHaveLength(12);
    expect(lines[1]).toMatch(/^ {2}reports\.yaml:1: /);
    expect(lines.at(-1)).toMatch(/^ {2}and \d{5} more$/);
  });
});
