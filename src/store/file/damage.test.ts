import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { examples } from '../../repository/test-settings.test.support.ts';
import { added, reportIds } from '../sample-data.test.support.ts';
import { filesIn, newDataFolder, opened } from './data-folder.test.support.ts';

const everything = ['seeded', 'a', 'b', 'c'];

/** A folder as a crash leaves it: db.json, and a journal of three changes. */
async function crashedFolder() {
  const folder = newDataFolder();
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
  ['a later generation', 'db.json', (l) => l.map((o) => o.replace('n": 1', 'n": 3')), 1],
  ['a comma missing', 'db.json', (l) => l.with(4, `${l[4]?.replace(',', '')}`), 6],
  ['half of it gone', 'db.json', (l) => l.slice(0, 12), 13],
  ['an id that is a number', 'db.json', (l) => l.map((o) => o.replace('"id": "r1"', '"id": 1')), 9],
  ['a part of a later version', 'db.json', (l) => l.toSpliced(1, 0, '  "later": [],'), 2],
  ['roles that are none', 'db.json', (l) => l.map((o) => o.replace('"roles"', '"role"')), 9],
  ['a time that is a text', 'db.json', (l) => l.map((o) => o.replace('At": 1', 'At": "x"')), 20],
  ['tags that are none', 'db.json', (l) => l.map((o) => o.replace('"tags"', '"tag"')), 20],
  [
    'a count that is a text',
    'db.json',
    (l) => l.map((o) => o.replace('left": 3', 'left": "3"')),
    44,
  ],
  ['a generation that is a text', 'db.json', (l) => l.map((o) => o.replace('n": 1', 'n": "x"')), 2],
  ['deep nesting', 'db.json', () => [`{"reports":${'['.repeat(1e5)}${']'.repeat(1e5)}}`], 1],
  ['a list', 'db.json', () => ['[]'], 1],
  ['a number', 'db.json', () => ['7'], 1],
  ['null', 'db.json', () => ['null'], 1],
  ['a service twice', 'db.json', (l) => l.map((o) => o.replace('dyndnsco', 'tunnelco')), 6],
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

test.each(['db.json', 'journal.jsonl', 'db.json.owner'])(
  '%s that never ends does not keep a signal from being heard',
  async (name) => {
    const { folder, file } = await crashedFolder();
    rmSync(file(name), { force: true });
    symlinkSync('/dev/zero', file(name));
    const opening = opened(folder);
    if (name === 'db.json.owner') await (await opening).store.close();
    else await expect(opening).rejects.toThrow(`${file(name)} cannot be read: it is a pipe`);
  },
);

test('a token that two callers have is refused, and not shown', async () => {
  const { folder, file } = await crashedFolder();
  const db = JSON.parse(readFileSync(file('db.json'), 'utf8'));
  const [first] = db.callers;
  const token = 'Zk9vQ3m7Wp2Lr8';
  db.callers = ['a', 'b'].map((id) => ({ ...first, id, token }));
  writeFileSync(file('db.json'), JSON.stringify(db));
  const error = await opened(folder).catch(({ message }: Error) => message);
  expect(error).toContain('its token is used by another entry, too');
  expect(error).not.toContain(token);
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

interface Damage {
  readonly name: string;
  /** From 0 to 1. */
  readonly place: number;
  /** Flipped; null cuts the rest off. */
  readonly bit: number | null;
}

test('flipped bits and cuts are refused, or a cut journal is told: nothing wrong is served, nothing else dropped', async () => {
  const { folder, restore, file } = await crashedFolder();
  const damage: fc.Arbitrary<Damage> = fc.record({
    name: fc.constantFrom('db.json', 'journal.jsonl'),
    place: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    bit: fc.option(fc.nat(7), { freq: 3 }),
  });
  const check = async ({ name, place, bit }: Damage) => {
    restore();
    const bytes = readFileSync(file(name));
    const at = Math.floor(place * bytes.length);
    if (bit !== null) bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
    writeFileSync(file(name), bit === null ? bytes.subarray(0, at) : bytes);
    const before = filesIn(folder);
    const outcome = await opened(folder).catch((error: Error) => error);
    if (outcome instanceof Error) {
      expect(outcome).toMatchObject({ name: 'DataDamaged' });
      expect(outcome.message).toMatch(/line \d+: .* Nothing was changed\. (Restore|Correct)/);
      expect(filesIn(folder)).toEqual(before);
      return;
    }
    await outcome.store.close();
    const ids = reportIds(outcome.store.state);
    // All that a crash before the end would have left.
    if (bit === null && name === 'journal.jsonl') {
      expect(ids).toEqual(everything.slice(0, ids.length));
      const isWhole = /"sum":"\w{8}"\}\n?$/.test(before[name] ?? '');
      expect(outcome.notice ?? '').toMatch(isWhole ? /^$/ : /truncated by/);
    } else {
      expect(ids).toEqual(everything);
      expect(outcome.notice).toBeUndefined();
    }
  };
  await fc.assert(fc.asyncProperty(damage, check), { numRuns: examples(600) });
});
