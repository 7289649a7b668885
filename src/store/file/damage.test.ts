import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { examples } from '../../repository/test-settings.test.support.ts';
import {
  type Files,
  filesAfterKill,
  filesIn,
  folderOf,
  opened,
  restarted,
} from './data-folder.test.support.ts';

/** Expects that a file with this text is refused with a line of it, and left as it is. */
async function expectRefused(
  name: 'db.json' | 'journal.jsonl',
  damage: (text: string) => string,
  line: (text: string) => number,
) {
  const files = await filesAfterKill();
  const text = damage(files[name] ?? '');
  const damaged = { ...files, [name]: text };
  const folder = folderOf(damaged);
  const error = await opened(folder).catch((cause: unknown) => cause);
  expect(error).toMatchObject({ name: 'DataDamaged', file: join(folder, name), line: line(text) });
  expect(filesIn(folder)).toEqual(damaged);
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

test.each([
  [
    'a db.json that is gone',
    ({ 'journal.jsonl': journal = '' }) => ({ 'journal.jsonl': journal }),
    /db\.json, line 1: the file is missing/,
  ],
  [
    'a token that two callers have',
    (files) => ({
      ...files,
      'db.json': edited((db) => {
        const token = 'Zk9vQ3m7Wp2Lr8';
        db.callers = ['a', 'b'].map((id) => ({ ...db.callers[0], id, token }));
      })(files['db.json'] ?? ''),
    }),
    /^(?!.*Zk9vQ3m7Wp2Lr8).*its token is used by another entry, too/,
  ],
  [
    'a change that only a newer version knows',
    ({ 'journal.jsonl': journal = '', ...rest }) => {
      const json = '{"type":"report-moved"}';
      const last = Number.parseInt(journal.slice(-11, -3), 16);
      const sum = crc32(json, last).toString(16).padStart(8, '0');
      return { ...rest, 'journal.jsonl': `${journal}${json.slice(0, -1)},"sum":"${sum}"}\n` };
    },
    /a newer version .* Upgrade/,
  ],
] as [what: string, change: (files: Files) => Files, says: RegExp][])(
  '%s is refused',
  async (_what, change, says) => {
    const files = change(await filesAfterKill());
    const folder = folderOf(files);
    await expect(opened(folder)).rejects.toThrow(says);
    expect(filesIn(folder)).toEqual(files);
  },
);

test.each(['db.json', 'journal.jsonl', 'db.json.owner'])(
  '%s that never ends does not keep a signal from being heard',
  async (name) => {
    const folder = folderOf(await filesAfterKill());
    rmSync(join(folder, name), { force: true });
    symlinkSync('/dev/zero', join(folder, name));
    const opening = restarted(folder, { watchMs: 50 });
    if (name === 'db.json.owner') await opening;
    else
      await expect(opening).rejects.toThrow(`${join(folder, name)} cannot be read: it is a pipe`);
  },
);

interface Damage {
  readonly name: string;
  /** From 0 to 1. */
  readonly place: number;
  /** Flipped; null cuts the rest off. */
  readonly bit: number | null;
}

test('flipped bits and cuts are refused, or a cut journal is told: nothing wrong is served, nothing else dropped', async () => {
  const files = await filesAfterKill();
  const everything = ['seeded', 'a', 'b', 'c'];
  const folder = folderOf(files);
  const damage: fc.Arbitrary<Damage> = fc.record({
    name: fc.constantFrom('db.json', 'journal.jsonl'),
    place: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    bit: fc.option(fc.nat(7), { freq: 3 }),
  });
  const check = async ({ name, place, bit }: Damage) => {
    const bytes = Buffer.from(files[name] ?? '', 'latin1');
    const at = Math.floor(place * bytes.length);
    if (bit !== null) bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
    const text = bytes.toString('latin1', 0, bit === null ? at : undefined);
    const damaged = { ...files, [name]: text };
    folderOf(damaged, folder);
    const outcome = await restarted(folder).catch((error: Error) => error);
    if (outcome instanceof Error) {
      expect(outcome).toMatchObject({ name: 'DataDamaged' });
      expect(outcome.message).toMatch(/line \d+: .* Nothing was changed\. (Restore|Correct)/);
      expect(filesIn(folder)).toEqual(damaged);
      return;
    }
    // All that a crash before the end would have left.
    const isCut = bit === null && name === 'journal.jsonl';
    const isTold = isCut && !/"sum":"\w{8}"\}\n?$/.test(text);
    expect(outcome).toEqual({
      ids: isCut ? everything.slice(0, outcome.ids.length) : everything,
      notice: isTold ? expect.stringContaining('truncated by') : undefined,
    });
  };
  await fc.assert(fc.asyncProperty(damage, check), { numRuns: examples(600) });
});
