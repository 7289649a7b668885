import { expect, test } from 'vitest';
import { added } from '../sample-data.test.support.ts';
import {
  type Files,
  filesAfterKill,
  filesIn,
  folderOf,
  newDataFolder,
  opened,
  restarted,
} from './data-folder.test.support.ts';
import { FaultyDisk } from './faulty-disk.test.support.ts';

test('a crash before any step of a life with compactions loses nothing and repeats nothing', async () => {
  const disk = new FaultyDisk();
  const folder = newDataFolder();
  const acknowledged = ['seeded'];
  const asked = ['seeded'];
  const crashes: { files: Files; acknowledged: string[]; asked: string[] }[] = [];
  disk.plan = () => {
    crashes.push({ files: filesIn(folder), acknowledged: [...acknowledged], asked: [...asked] });
    return undefined;
  };
  for (let life = 0; life < 2; life += 1) {
    const { store } = await opened(folder, { disk, foldFrom: 1500 });
    await Promise.all(
      Array.from({ length: 12 }, async (_, at) => {
        for (let turn = 0; turn < at % 4; turn += 1) await new Promise(setImmediate);
        const id = `r${life}-${at}`;
        asked.push(id);
        await store.commit(added(id));
        acknowledged.push(id);
      }),
    );
    await store.close();
  }
  expect(crashes.some(({ files }) => files['db.json.next'])).toBe(true);
  for (const crash of crashes) {
    const { ids } = await restarted(folderOf(crash.files));
    expect(crash.asked.slice(0, ids.length)).toEqual(ids);
    expect(ids).toEqual(expect.arrayContaining(crash.acknowledged));
  }
});

test('a journal whose end was refused and not cut off gives way to the db.json that has the rest', async () => {
  const folder = newDataFolder();
  const { store } = await opened(folder);
  await store.commit(added('a'));
  const stored = folderOf(filesIn(folder));
  await restarted(stored);
  await store.commit(added('refused'));
  const files = { ...filesIn(folder), 'db.json': filesIn(stored)['db.json'] ?? '' };
  await store.close();
  expect(await restarted(folderOf(files))).toEqual({
    ids: ['seeded', 'a'],
    notice: expect.stringContaining('belongs to an earlier'),
  });
});

test('a last line that a crash truncated is dropped with a notice, wherever it was cut', async () => {
  const files = await filesAfterKill(['a', 'b']);
  const { 'journal.jsonl': journal = '' } = files;
  const lastLine = journal.lastIndexOf('\n', journal.length - 2) + 1;
  const cut = (kept: number, after = '') => journal.slice(0, lastLine + kept) + after;
  const whole = ['seeded', 'a', 'b'];
  const rows: [text: string, ids: string[], isTold: boolean][] = [
    [journal, whole, false],
    [journal.slice(0, -1), whole, false],
    [cut(0), ['seeded', 'a'], false],
    ...[cut(0, '\0\0\0'), cut(40, '\0\0'), cut(1), cut(40), cut(journal.length - lastLine - 2)].map(
      (text): (typeof rows)[number] => [text, ['seeded', 'a'], true],
    ),
  ];
  for (const [text, ids, isTold] of rows) {
    const found = await restarted(folderOf({ ...files, 'journal.jsonl': text }));
    const told = expect.stringMatching(/line 3 of .*journal\.jsonl was truncated/);
    expect(found).toEqual({ ids, notice: isTold ? told : undefined });
  }
});

/** Each longer than a page. */
const batch = ['d', 'e', 'f', 'g', 'h'].map((id) => ({ ...added(id), padding: 'x'.repeat(5000) }));

test('a page of the last batch that was never written is dropped with what follows it', async () => {
  const files = await filesAfterKill(undefined, batch);
  const { 'journal.jsonl': journal = '' } = files;
  for (const page of [4096, 8192, 12288, 16384]) {
    const text = journal.slice(0, page) + '\0'.repeat(4096) + journal.slice(page + 4096);
    const { ids, notice } = await restarted(folderOf({ ...files, 'journal.jsonl': text }));
    expect(ids.slice(0, 4)).toEqual(['seeded', 'a', 'b', 'c']);
    expect(ids.length).toBeLessThan(9);
    expect(notice).toMatch(/of .*journal\.jsonl (was|were) .* a crash.*: ignored$/);
  }
});

test('a page that was lost before the last batch is damage', async () => {
  const files = await filesAfterKill(undefined, batch);
  const [first = '', ...rest] = (files['journal.jsonl'] ?? '').split('\n');
  const lost = [first, ...rest.slice(0, 3), '\0'.repeat(8192)].join('\n');
  const end = lost.length % 512 === 0 ? lost : lost.slice(0, lost.length - (lost.length % 512));
  const text = `${end}\n${rest.slice(3).join('\n')}`;
  await expect(opened(folderOf({ ...files, 'journal.jsonl': text }))).rejects.toMatchObject({
    name: 'DataDamaged',
    line: 5,
  });
});
