import { join } from 'node:path';
import { errorCode, type FileSystem } from './file-system.ts';
import { journalName, type Recovered } from './recovery.ts';

/** Puts what is about to be cut off beside the journal, and says so. */
export async function keepTornBytes(
  fs: FileSystem,
  folder: string,
  { torn, current }: Recovered,
): Promise<string | undefined> {
  if (!torn) return undefined;
  const name = await setAside(fs, folder, `journal-${current}.torn`, torn);
  return (
    `the last record of ${journalName(current)} was cut short by a crash before it was ` +
    `acknowledged, and is dropped; its ${torn.length} bytes are kept in ${name}`
  );
}

async function setAside(
  fs: FileSystem,
  folder: string,
  name: string,
  torn: Buffer,
): Promise<string> {
  for (let copy = 1; ; copy += 1) {
    const free = copy === 1 ? name : `${name}-${copy}`;
    try {
      const file = await fs.open(join(folder, free), 'wx');
      try {
        await file.write(torn, 0);
        await file.sync();
      } finally {
        await file.close();
      }
      await fs.syncFolder(folder);
      return free;
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    }
  }
}
