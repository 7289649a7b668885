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

/** Expects that a file with this text is refused with a line of it, and left as it is. */
async function expectRefused(
  name: 'db.json' | 'journal.jsonl',
  damage: (text: string) => string,
  line: (text: string) => number,
) {
  const { folder, file } = await crashedFolder();
  const text = damage(readFileSync(file(name), 'utf8'));
  writeFileSync(file(name), text);
  const before = filesIn(folder);
  const error = await opened(folder).catch((cause: unknown) => cause);
  expect(error).toMatchObject({ name: 'DataDamaged', file: file(name), line: line(text) });
  expect(filesIn(folder)).toEqual(before);
}

/** The lines of the journal, its head and three changes; and which one is refused. */
test.each<[what: string, damaged: (lines: string[]) => (string | undefined)[], line: number]>([
  ['a line taken out', ([head, a, , c]) => [head, a, c], 3],
  ['a line twice', ([head, a, b, c]) => [head, a, b, b, c], 4],
  ['two lines swapped', ([head, a, b, c]) => [head, b, a, c], 2],
  ['no first line', ([, a, b, c]) => [a, b, c], 1],
  ['a line that is no JSON', ([head, , b, c]) => [head, 'no JSON', b, c], 2],
  ['a number changed', ([head, a, b, c]) => [head, a?.replace(':50', ':51'), b, c], 2],
  ['nothing in it', () => [''], 1],
])('a journal with %s is refused with the line that is wrong', (_what, damaged, line) =>
  expectRefused(
    'journal.jsonl',
    (text) => `${damaged(text.trimEnd().split('\n')).join('\n')}\n`,
    () => line,
  ),
);

/** What db.json says: anything may be put into it. */
type Database = ReturnType<typeof JSON.parse>;

function edited(change: (db: Database) => unknown) {
  return (text: string): string => {
    const db: Database = JSON.parse(text);
    change(db);
    return `${JSON.stringify(db, null, 2)}\n`;
  };
}

/** The line that the first entry of a list begins on. */
function firstOf(list: string): string {
  return `"${list}": [\n    {`;
}

/** `accused`: what stands on the line that is refused, at its end. */
test.each<[what: string, damage: (text: string) => string, accused: string]>([
  ['an id that is a number', edited((db) => (db.callers[0].id = 1)), '"id": 1'],
  ['a caller without roles', edited((db) => delete db.callers[0].roles), firstOf('callers')],
  ['a time that is a text', edited((db) => (db.reports[0].reportedAt = 'x')), '"reportedAt"'],
  ['a report without tags', edited((db) => delete db.reports[0].tags), firstOf('reports')],
  ['a count that is a text', edited((db) => (db.allowances.r1.left = '3')), '"left": "3"'],
  ['the end of no journal', edited((db) => (db.includes = 1)), '"includes": 1'],
  ['the end of another journal', edited((db) => (db.includes = '00000000')), '{'],
  ['a part of a later version', edited((db) => (db.later = [])), '"later"'],
  [
    'a service twice',
    edited((db) => db.services.splice(1, 1, 'tunnelco')),
    '"tunnelco",\n    "tunnelco"',
  ],
  [
    'a change under those of its journal',
    edited((db) => (db.reports[0].confidenceScore = 51)),
    '{',
  ],
  ['no comma', (text) => text.replace('"tunnelco",', '"tunnelco"'), '"dyndnsco"'],
  ['only a list', () => '[]', '[]'],
  ['only null', () => 'null', 'null'],
  ['deep nesting', () => `{"reports":${'['.repeat(1e5)}${']'.repeat(1e5)}}`, '{'],
])('a db.json with %s is refused with its line', (_what, damage, accused) =>
  expectRefused('db.json', damage, (text) => {
    const at = text.indexOf(accused);
    expect(at).toBeGreaterThan(-1);
    return text.slice(0, at + accused.length).split('\n').length;
  }),
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
