import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { added, reportIds } from '../sample-data.test.support.ts';
import { filesIn, opened, temporaryFolder } from './temporary-folder.test.support.ts';

const everything = ['seeded', 'a', 'b', 'c'];

/** A folder as a crash leaves it: db.json, and a journal of three changes. */
async function crashedFolder() {
  const folder = temporaryFolder();
  const { store } = await opened(folder);
  for (const id of ['a', 'b', 'c']) await store.commit(added(id));
  const files = filesIn(folder);
  await store.close();
  const restore = () => {
    for (const [name, content] of Object.entries(files)) {
      writeFileSync(join(folder, name), content, 'latin1');
    }
  };
  restore();
  return { folder, restore, file: (name: string) => join(folder, name) };
}

type Lines = readonly string[];
const damages: [what: string, name: string, damage: (lines: Lines) => Lines, line: number][] = [
  ['a line taken out', 'journal.jsonl', (l) => l.toSpliced(2, 1), 3],
  ['a line twice', 'journal.jsonl', (l) => l.toSpliced(2, 0, l[2] ?? ''), 4],
  ['two lines swapped', 'journal.jsonl', ([h, a, b, c]) => [`${h}`, `${b}`, `${a}`, `${c}`], 2],
  ['no first line', 'journal.jsonl', (l) => l.slice(1), 1],
  ['nothing in it', 'journal.jsonl', () => [''], 1],
  ['a line that is no JSON', 'journal.jsonl', (l) => l.with(1, 'x'), 2],
  ['a number changed', 'journal.jsonl', (l) => l.map((one) => one.replace(':50}', ':51}')), 2],
  ['a value changed under changes', 'db.json', (l) => l.map((one) => one.replace('50', '51')), 1],
  ['a comma missing', 'db.json', (l) => l.with(3, `${l[3]?.replace(',', '')}`), 5],
  ['half of it gone', 'db.json', (l) => l.slice(0, 12), 13],
  ['an id that is a number', 'db.json', (l) => l.map((o) => o.replace('"id": "r1"', '"id": 1')), 8],
  ['a part of a later version', 'db.json', (l) => l.toSpliced(1, 0, '  "later": [],'), 2],
  ['a service twice', 'db.json', (l) => l.map((o) => o.replace('dyndnsco', 'tunnelco')), 5],
];
test.each(damages)('%s in %s: refused with the line, and nothing is touched', async (...one) => {
  const [, name, damage, line] = one;
  const { folder, file } = await crashedFolder();
  const lines = readFileSync(file(name), 'utf8').trimEnd().split('\n');
  writeFileSync(file(name), `${damage(lines).join('\n')}\n`);
  const before = filesIn(folder);
  const error = await opened(folder).catch((cause: unknown) => cause);
  expect(error).toMatchObject({ name: 'DataDamaged', file: file(name), line });
  expect(filesIn(folder)).toEqual(before);
});

test('a db.json that is gone stops the start', async () => {
  const { folder, file } = await crashedFolder();
  rmSync(file('db.json'));
  await expect(opened(folder)).rejects.toThrow(/db\.json, line 1: the file is missing/);
});

test('a change that only a newer version knows says to upgrade', async () => {
  const { folder, file } = await crashedFolder();
  const journal = readFileSync(file('journal.jsonl'), 'utf8');
  const last = Number.parseInt(journal.slice(-11, -3), 16);
  const json = '{"type":"report-moved"}';
  const sum = crc32(json, last).toString(16).padStart(8, '0');
  writeFileSync(file('journal.jsonl'), `${journal}${json.slice(0, -1)},"sum":"${sum}"}\n`);
  await expect(opened(folder)).rejects.toThrow(/a newer version .* Upgrade/);
});

test('every changed byte is refused, reported or harmless: the state never changes silently', async () => {
  const { folder, restore, file } = await crashedFolder();
  for (const name of ['db.json', 'journal.jsonl']) {
    const whole = readFileSync(file(name));
    for (let at = 0; at < whole.length; at += 11) {
      restore();
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << (at % 8));
      writeFileSync(file(name), bytes);
      const outcome = await opened(folder).then(
        async ({ store, notice }) => {
          await store.close();
          return notice ?? reportIds(store.state);
        },
        (error: Error) => error.name,
      );
      if (typeof outcome === 'string') expect(outcome).toMatch(/DataDamaged|cut short|changed/);
      else expect(outcome, `${name} ${at}`).toEqual(everything);
    }
  }
});
