import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith } from '../values/folder-with.test.support.ts';
import { ownSeedFolder } from './own-seed.ts';
import { folderOf, mistakes, mistakesIn } from './seed.test.support.ts';
import { readSeed } from './seed.ts';

test.each<[what: string, file: string, content: string | Uint8Array | null, mistake: string]>([
  [
    'missing',
    'callers.yaml',
    null,
    ': the file is missing; expected a list, which may be empty: []',
  ],
  ['empty', 'reports.yaml', '', ': the file is empty; expected a list of reports, each after "- "'],
  [
    'no list',
    'callers.yaml',
    'id: maker',
    ': the file is a map of keys; expected a list of callers',
  ],
  ['a key twice', 'callers.yaml', '- id: a\n  id: c\n', ':2:3: neither YAML nor JSON: duplicated'],
  [
    'not UTF-8',
    'services.yaml',
    Uint8Array.of(0x2d, 0x20, 0xff),
    ': the text is not UTF-8; expected',
  ],
])('a file that is %s is one mistake (%s)', (_, file, content, mistake) => {
  expect(mistakesIn({ [file]: content })).toEqual([expect.stringContaining(`${file}${mistake}`)]);
});

test('a file under a similar name is pointed out', () => {
  const [mistake] = mistakesIn({ 'callers.yaml': null, 'callers.yml': '[]' });
  expect(mistake).toContain('there is "callers.yml": rename it?');
});

test('all mistakes in all files are reported at once, in the order of the files', () => {
  const folder = folderWith();
  cpSync(ownSeedFolder, folder, { recursive: true });
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
    expect.stringMatching(
      /^callers\.yaml:\d+: requests of entry \d+ \(id "analyst-limited-2"\) is /,
    ),
    expect.stringMatching(
      /^reports\.yaml:\d+: createdBy of entry 1 \(id "5f0c2a4e\S+"\) is "nobody"; /,
    ),
    expect.stringMatching(/^reports\.yaml:\d+: service of entry 6 \(id "31d8e6a9\S+"\) is /),
    expect.stringMatching(/^reports\.yaml:\d+: service of entry 7 \(id "a4720b5e\S+"\) is /),
  ]);
});

test('of ten thousand bad entries the first ten are listed, and the rest counted', () => {
  const bad = Array.from({ length: 10_000 }, (_, nth) => `- no name ${nth}\n`);
  const lists = { 'services.yaml': bad.join(''), 'callers.yaml': '[]', 'reports.yaml': '[]' };
  expect(() => readSeed(folderOf(lists))).toThrow(
    /^The seed data in \S+ has 10000 mistakes:\n( {2}services\.yaml:\d+: entry .*\n){10} {2}and 9990 more$/,
  );
});

test.each([
  ['does not exist', join(ownSeedFolder, 'nowhere'), 'there is no such folder'],
  ['is a file', join(ownSeedFolder, 'services.yaml'), 'this is not a folder'],
])('a folder that %s is reported as that', (_, folder, reason) => {
  expect(() => readSeed(folder)).toThrow(
    `The seed data in ${folder} has a mistake:\n  ${reason}; expected a folder with services.yaml, callers.yaml, analyses.yaml, reports.yaml`,
  );
});
