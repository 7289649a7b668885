import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { added, reportIds } from '../sample-data.test.support.ts';
import { filesIn, newDataFolder, opened } from './data-folder.test.support.ts';
import { FaultyDisk } from './faulty-disk.test.support.ts';

test('a crash before any step of a life with compactions loses nothing and repeats nothing', async () => {
  const disk = new FaultyDisk();
  const folder = newDataFolder();
  const acknowledged: string[] = ['seeded'];
  const asked = ['seeded'];
  const crashes: { files: ReturnType<typeof filesIn>; acknowledged: string[]; asked: string[] }[] =
    [];
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
    const image = newDataFolder();
    mkdirSync(image);
    for (const [name, content] of Object.entries(crash.files)) {
      writeFileSync(join(image, name), content, 'latin1');
    }
    const { store } = await opened(image);
    const found = reportIds(store.state);
    expect(crash.asked.slice(0, found.length)).toEqual(found);
    expect(found).toEqual(expect.arrayContaining(crash.acknowledged));
    await store.close();
  }
});

test('a last line that a crash truncated is dropped with a notice, wherever it was cut', async () => {
  const folder = newDataFolder();
  const { store } = await opened(folder);
  for (const id of ['a', 'b']) await store.commit(added(id));
  const files = filesIn(folder);
  await store.close();
  const journal = files['journal.jsonl'] ?? '';
  const lastLine = journal.lastIndexOf('\n', journal.length - 2) + 1;
  const cuts: [string, string[], boolean][] = [
    [journal, ['seeded', 'a', 'b'], false],
    [journal.slice(0, -1), ['seeded', 'a', 'b'], false],
    [`${journal.slice(0, lastLine)}\0\0\0`, ['seeded', 'a'], true],
    [journal.slice(0, lastLine), ['seeded', 'a'], false],
    [`${journal.slice(0, lastLine + 40)}\0\0`, ['seeded', 'a'], true],
    ...[1, 2, 40, journal.length - lastLine - 2].map((kept): (typeof cuts)[number] => [
      journal.slice(0, lastLine + kept),
      ['seeded', 'a'],
      true,
    ]),
  ];
  for (const [content, ids, isTold] of cuts) {
    writeFileSync(join(folder, 'db.json'), files['db.json'] ?? '', 'latin1');
    writeFileSync(join(folder, 'journal.jsonl'), content, 'latin1');
    const again = await opened(folder);
    expect(reportIds(again.store.state)).toEqual(ids);
    expect(again.notice).toEqual(
      isTold ? expect.stringMatching(/line 3 of .*journal\.jsonl was truncated/) : undefined,
    );
    await again.store.close();
  }
});

/** Three changes that are stored one by one, and five in one batch, each longer than a page. */
async function batched(folder: string) {
  const { store } = await opened(folder);
  for (const id of ['a', 'b', 'c']) await store.commit(added(id));
  const long = (id: string) => ({ ...added(id), padding: 'x'.repeat(5000) });
  await Promise.all(['d', 'e', 'f', 'g', 'h'].map((id) => store.commit(long(id))));
  const files = filesIn(folder);
  await store.close();
  return files;
}

function zeroed(content: string, page: number): string {
  return content.slice(0, page) + '\0'.repeat(4096) + content.slice(page + 4096);
}

test('a page of the last batch that was never written is dropped with what follows it', async () => {
  const folder = newDataFolder();
  const files = await batched(folder);
  const journal = files['journal.jsonl'] ?? '';
  const pages = Array.from({ length: 4 }, (_, nth) => (nth + 1) * 4096);
  for (const page of pages) {
    writeFileSync(join(folder, 'db.json'), files['db.json'] ?? '', 'latin1');
    writeFileSync(join(folder, 'journal.jsonl'), zeroed(journal, page), 'latin1');
    const again = await opened(folder);
    const ids = reportIds(again.store.state);
    expect(ids.slice(0, 4)).toEqual(['seeded', 'a', 'b', 'c']);
    expect(ids.length).toBeLessThan(9);
    expect(again.notice).toMatch(/of .*journal\.jsonl (was|were) .* a crash.*: ignored$/);
    await again.store.close();
  }
});

test('a page that was lost before the last batch is damage', async () => {
  const folder = newDataFolder();
  const files = await batched(folder);
  const { store } = await opened(folder);
  await store.close();
  const [first = '', ...rest] = (files['journal.jsonl'] ?? '').split('\n');
  const lost = [first, ...rest.slice(0, 3), '\0'.repeat(8192)].join('\n');
  const end = lost.length % 512 === 0 ? lost : lost.slice(0, lost.length - (lost.length % 512));
  writeFileSync(join(folder, 'db.json'), files['db.json'] ?? '', 'latin1');
  writeFileSync(join(folder, 'journal.jsonl'), `${end}\n${rest.slice(3).join('\n')}`, 'latin1');
  await expect(opened(folder)).rejects.toMatchObject({ name: 'DataDamaged', line: 5 });
});
