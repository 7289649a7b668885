import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { someContents } from '../sample-data.test.support.ts';
import { opened, temporaryFolder } from './temporary-folder.test.support.ts';

/** A folder as 0.1.0 left it. Never write it anew: it is what people have. */
function formerFolder(): string {
  const folder = temporaryFolder();
  const written = fileURLToPath(new URL('./written-by-0.1.0', import.meta.url));
  cpSync(written, folder, { recursive: true });
  return folder;
}

test('a folder of 0.1.0 is read once and rewritten', async () => {
  const folder = formerFolder();
  for (let time = 0; time < 2; time += 1) {
    const { store, fresh, notice } = await opened(folder);
    const { reports, ...contents } = store.state.contents();
    expect([fresh, notice, reports.map(({ id }) => id)]).toEqual([
      ...[false, undefined],
      ['seeded', 'a', 'b'],
    ]);
    const { reports: _, ...rest } = someContents;
    expect(contents).toEqual({ ...rest, services: [...rest.services, 'newco'] });
    await store.close();
    expect(readdirSync(folder)).toEqual(['db.json', 'journal.jsonl']);
  }
});

test.each(['snapshot.json', 'journal-1.log'])('a damaged %s of it is refused', async (name) => {
  const folder = formerFolder();
  const path = join(folder, name);
  writeFileSync(path, readFileSync(path, 'utf8').replace('results.example', 'results.exbmple'));
  await expect(opened(folder)).rejects.toMatchObject({ name: 'DataDamaged', file: path });
});
