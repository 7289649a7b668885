import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { type Change, isKnown } from '../changes.ts';
import type { DbName } from './db-text.ts';
import { DataDamaged, DataFolderUnusable } from './errors.ts';
import { type Disk, OpenFile, syncName } from './open-file.ts';

function hex8(sum: number): string {
  return sum.toString(16).padStart(8, '0');
}

/** CRC-32 detects every error confined to four consecutive bytes. */
export function checksum(data: string | Uint8Array): string {
  return hex8(crc32(data));
}

function ending(sum: number): string {
  return `,"sum":"${hex8(sum)}"}`;
}

const endingLength = ending(0).length;
/** Ignores the line ending. */
const endsWhole = /,"sum":"[0-9a-f]{8}"\}.?$/;

/** Before the first change of a batch: all batches before it are durable. */
const batchMark = ' ';

/** JSON as a line. Each checksum includes the previous one: a lost, moved or repeated line is detected. */
function encode(json: string, before: number): { line: string; sum: number } {
  const sum = crc32(json, before);
  return { line: `${json.slice(0, -1)}${ending(sum)}\n`, sum };
}

/** Changes on disk, one per line; grows by whole batches or not at all. */
export class Journal {
  readonly file: OpenFile;
  #length: number;
  #sum: number;
  #isSound = true;
  hasChanges = false;

  private constructor(file: OpenFile, { line, sum }: ReturnType<typeof encode>) {
    this.file = file;
    this.#length = Buffer.byteLength(line);
    this.#sum = sum;
  }

  /** Created once `db.json` is durable: only then is the previous journal no longer needed. */
  static async begin(disk: Disk, path: string, head: JournalHead): Promise<Journal> {
    await syncName(disk, path);
    const first = encode(JSON.stringify(head), 0);
    const file = await OpenFile.replace(disk, path, first.line);
    try {
      await syncName(disk, path);
      return new Journal(file, first);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Its last checksum, which depends on everything before. */
  get end(): string {
    return hex8(this.#sum);
  }

  /** Durable bytes. */
  get length(): number {
    return this.#length;
  }

  /** `confirm` is called when the changes are on disk, and may throw. */
  async append(changes: readonly Change[], confirm: () => void): Promise<void> {
    let sum = this.#sum;
    const lines = changes.map((change, nth) => {
      const json = JSON.stringify(change);
      const encoded = encode(nth === 0 ? batchMark + json : json, sum);
      sum = encoded.sum;
      return encoded.line;
    });
    const bytes = Buffer.from(lines.join(''));
    try {
      await this.#repair();
      this.#isSound = false;
      await this.file.write(bytes, this.#length);
      confirm();
    } catch (error) {
      // Rejects only after trying to truncate, so that a rejected change does not reappear.
      await this.#repair().catch(() => {});
      throw error;
    }
    this.#length += bytes.length;
    this.#sum = sum;
    this.hasChanges = this.#isSound = true;
  }

  async #repair(): Promise<void> {
    if (!this.#isSound) await this.file.truncate(this.#length);
    this.#isSound = true;
  }
}

/** The `db.json` that a journal continues: what tells it from others, and its checksum as it was written. */
export interface JournalHead extends DbName {
  readonly checksum: string;
}

export interface JournalContent {
  readonly head: JournalHead;
  readonly changes: readonly Change[];
  /** The checksums of its lines, each of which depends on everything before. */
  readonly sums: readonly string[];
  /** What a crash left incomplete: its first line, and how many there are. */
  readonly torn?: { readonly line: number; readonly count: number };
}

/** Disks and file systems write whole multiples of it. */
const sector = 512;

/** Whether what is missing was never written: a file system leaves NULs there, up to the end of a sector. */
function isUnwritten(bytes: Buffer): boolean {
  let end = bytes.indexOf(0);
  while (bytes[end] === 0) end += 1;
  return end % sector === 0;
}

/** Throws DataDamaged for anything but a complete journal or one with a torn end. */
export function readJournal(bytes: Buffer, file: string): JournalContent {
  let end = bytes.length;
  while (bytes[end - 1] === 0) end -= 1;
  const lines = bytes.toString('utf8', 0, end).split('\n');
  if (lines.at(-1) === '') lines.pop();
  const values: unknown[] = [];
  const sums: string[] = [];
  let sum = 0;
  for (const [at, line] of lines.entries()) {
    const isCut = at > 0 && at === lines.length - 1 && !endsWhole.test(line);
    if (isCut && bytes.at(-1) !== 10) break;
    // Of the last batch, nobody was told that it is stored.
    if (at > 0 && line.includes('\0') && isUnwritten(bytes))
      if (!lines.slice(at + 1).some((later) => later.startsWith(batchMark))) break;
    const json = `${line.slice(0, -endingLength)}}`;
    sum = crc32(json, sum);
    if (line.slice(-endingLength) !== ending(sum)) {
      throw new DataDamaged(file, at + 1, 'the line does not match its checksum');
    }
    values.push(JSON.parse(json));
    sums.push(hex8(sum));
  }
  const [head, ...changes] = values as [JournalHead, ...Change[]];
  if (!head) throw new DataDamaged(file, 1, 'the first line is missing');
  // Their checksums match: they were written this way.
  if (!changes.every(isKnown)) throw newerFolder(dirname(file));
  const isTorn = values.length < lines.length || bytes.at(-1) === 0;
  const torn = { line: values.length + 1, count: Math.max(lines.length - values.length, 1) };
  return { head, changes, sums, ...(isTorn && { torn }) };
}

function newerFolder(folder: string): DataFolderUnusable {
  return new DataFolderUnusable(
    folder,
    'a newer version of abuse-feed-kit has written to it. Upgrade, or choose another folder',
  );
}
