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

/** Damages a file, and expects that it is refused by the line that `accused` ends on, and left as it is. */
async function expectRefused(
  name: 'db.json' | 'journal.jsonl',
  damage: (text: string) => { readonly text: string; readonly accused: string },
): Promise<void> {
  const { folder, file } = await crashedFolder();
  const { text, accused } = damage(readFileSync(file(name), 'utf8'));
  const at = text.indexOf(accused);
  expect(at).toBeGreaterThan(-1);
  const line = text.slice(0, at + accused.length).split('\n').length;
  writeFileSync(file(name), text);
  const before = filesIn(folder);
  const error = await opened(folder).catch((cause: unknown) => cause);
  expect(error).toMatchObject({ name: 'DataDamaged', file: file(name), line });
  expect(filesIn(folder)).toEqual(before);
}

/** The lines of the journal: its head, and a change that adds the report of that name. */
interface Journal {
  readonly head: string;
  readonly a: string;
  readonly b: string;
  readonly c: string;
}

type LinesOf = (journal: Journal) => readonly string[];

/** `accused`: lines that end with the one that does not follow. */
test.each<[what: string, damaged: LinesOf, accused: LinesOf]>([
  ['a line taken out', ({ head, a, c }) => [head, a, c], ({ c }) => [c]],
  ['a line twice', ({ head, a, b, c }) => [head, a, b, b, c], ({ b }) => [b, b]],
  ['two lines swapped', ({ head, a, b, c }) => [head, b, a, c], ({ b }) => [b]],
  ['no first line', ({ a, b, c }) => [a, b, c], ({ a }) => [a]],
])('a journal with %s is refused with the line that does not follow', (_what, damaged, accused) =>
  expectRefused('journal.jsonl', (text) => {
    const [head = '', a = '', b = '', c = ''] = text.split('\n');
    const journal = { head, a, b, c };
    return { text: `${damaged(journal).join('\n')}\n`, accused: accused(journal).join('\n') };
  }),
);

test.each<[what: string, damage: (line: string) => string, accused: string]>([
  ['a line that is no JSON', () => 'no JSON', 'no JSON'],
  [
    'a number changed',
    (line) => line.replace('"confidenceScore":50', '"confidenceScore":51'),
    '"confidenceScore":51',
  ],
])('a journal with %s is refused with that line', (_what, damage, accused) =>
  expectRefused('journal.jsonl', (text) => {
    const [head, first = '', ...others] = text.split('\n');
    return { text: [head, damage(first), ...others].join('\n'), accused };
  }),
);

test('a journal with nothing in it is refused', () =>
  expectRefused('journal.jsonl', () => ({ text: '\n', accused: '' })));

/** What db.json says: anything may be put into it. */
type Database = ReturnType<typeof JSON.parse>;

/** The line that the first entry of a list begins on. */
function firstOf(list: string): string {
  return `"${list}": [\n    {`;
}

test.each<[what: string, damage: (db: Database) => unknown, accused: string]>([
  ['an id that is a number', (db) => (db.callers[0].id = 1), '"id": 1'],
  ['a caller without roles', (db) => delete db.callers[0].roles, firstOf('callers')],
  ['a time that is a text', (db) => (db.reports[0].reportedAt = 'x'), '"reportedAt"'],
  ['a report without tags', (db) => delete db.reports[0].tags, firstOf('reports')],
  ['a count that is a text', (db) => (db.allowances.r1.left = '3'), '"left": "3"'],
  ['the end of a journal that is a number', (db) => (db.includes = 1), '"includes": 1'],
  ['the end of another journal', (db) => (db.includes = '00000000'), '{'],
  ['a part of a later version', (db) => (db.later = []), '"later"'],
  ['a service twice', (db) => db.services.splice(1, 1, 'tunnelco'), '"tunnelco",\n    "tunnelco"'],
])('a db.json with %s is refused with its line', (_what, damage, accused) =>
  expectRefused('db.json', (text) => {
    const db: Database = JSON.parse(text);
    damage(db);
    return { text: `${JSON.stringify(db, null, 2)}\n`, accused };
  }),
);

test('a db.json that was changed under the changes of its journal is refused', () =>
  expectRefused('db.json', (text) => ({
    text: text.replace('"confidenceScore": 50', '"confidenceScore": 51'),
    accused: '{',
  })));

test('a db.json without a comma is refused with the line after it', () =>
  expectRefused('db.json', (text) => ({
    text: text.replace('"tunnelco",', '"tunnelco"'),
    accused: '"dyndnsco"',
  })));

test('a db.json of which the half is gone is refused with its end', () =>
  expectRefused('db.json', (text) => {
    const [half = ''] = text.split('"roles"', 1);
    return { text: half, accused: half };
  }));

test.each([
  ['deep nesting', `{"reports":${'['.repeat(1e5)}${']'.repeat(1e5)}}`],
  ['a list', '[]'],
  ['a number', '7'],
  ['null', 'null'],
])('a db.json that is %s is refused', (_what, json) =>
  expectRefused('db.json', () => ({ text: `${json}\n`, accused: json })),
);

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
    const opening = opened(folder, { watchMs: 50 });
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
