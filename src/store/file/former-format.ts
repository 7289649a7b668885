import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { applied, type Change } from '../changes.ts';
import { type Contents, copyOf, type Data } from '../contents.ts';
import { State } from '../state.ts';
import { DataDamaged, undefinedIfMissing } from './errors.ts';
import { checksum } from './journal.ts';

/** The format of 0.1.0: `snapshot.json`, and later changes in `journal-1.log` and so on. */
export async function readFormer(folder: string): Promise<Data | undefined> {
  const path = join(folder, 'snapshot.json');
  const text = await undefinedIfMissing(readFile(path, 'utf8'));
  if (text === undefined) return undefined;
  if (!text.startsWith('{\n"format": "abuse-feed snapshot 1",') || !text.endsWith('"\n}\n')) {
    throw new DataDamaged(path, 1, 'it is incomplete');
  }
  const { generation, seq, blocks, allowances, ...contents } = JSON.parse(text);
  const lines = text.split('\n');
  for (const [count, sum] of blocks) {
    if (checksum(`${lines.splice(0, count).join('\n')}\n`) === sum) continue;
    throw new DataDamaged(
      path,
      text.split('\n').length - lines.length,
      'this line or one before it is damaged',
    );
  }
  let state = new State(present({ ...contents, allowances: Object.fromEntries(allowances) }));
  let last: number = seq;
  for (let number: number = generation; ; number += 1) {
    const file = join(folder, `journal-${number}.log`);
    const records = (await undefinedIfMissing(readFile(file, 'utf8')))?.split('\n');
    if (!records) return state.data;
    // The first line names the file; the last is empty or was truncated by a crash.
    for (const [at, record] of records.slice(1, -1).entries()) {
      const json = record.slice(27);
      const { seq: found, change } = checksum(json) === record.slice(9, 17) ? JSON.parse(json) : {};
      if (found !== last + 1) throw new DataDamaged(file, at + 2, `change ${last + 1} is missing`);
      last = found;
      if (change.type === 'replaced') change.contents = present(change.contents);
      state = applied(state, change as Change).state;
    }
  }
}

const present = ({
  deleted,
  ...rest
}: Omit<Contents, 'deleted'> & { readonly deleted: readonly [string, string][] }): Data =>
  copyOf({ ...rest, deleted: deleted.map(([service, id]) => ({ service, id })) });

/** Called once everything is in `db.json`. */
export async function removeFormer(folder: string): Promise<void> {
  const former = /^(snapshot\.json|journal-\d+\.|acknowledged$|lock(\.|$))/;
  for (const name of await readdir(folder)) {
    if (former.test(name)) await rm(join(folder, name), { force: true });
  }
}
