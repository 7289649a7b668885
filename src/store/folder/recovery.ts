import { join } from 'node:path';
import { State } from '../state.ts';
import type { Acknowledged } from './acknowledged.ts';
import { type ChangeJournalContent, readChangeJournal } from './change-journal-content.ts';
import { DataDamaged } from './data-folder-errors.ts';
import type { FileSystem } from './file-system.ts';
import { type StoredSnapshotFile, snapshotName } from './stored-snapshot-file.ts';

export const journalName = (generation: number): string => `journal-${generation}.log`;

/** The numbers of the journals in a folder, lowest first. */
export const journalsAmong = (names: readonly string[]): number[] =>
  names
    .map((name) => /^journal-([1-9]\d*)\.log$/.exec(name)?.[1])
    .filter((number) => number !== undefined)
    .map(Number)
    .sort((a, b) => a - b);

/** What a folder holds, found without changing anything in it. */
export interface Recovered {
  readonly state: State;
  readonly seq: number;
  /** Of the first journal that the snapshot does not cover. */
  readonly oldest: number;
  /** The journal to go on with, and how much of it is good. */
  readonly current: number;
  readonly length: number;
  readonly torn: Buffer | undefined;
  /** In journals that the snapshot does not cover, apart from the current one. */
  readonly earlierBytes: number;
}

interface FoundJournal extends ChangeJournalContent {
  readonly path: string;
  readonly generation: number;
  readonly bytes: Buffer;
}

/** Snapshot plus journals. Undefined where nothing has ever been kept here. */
export async function recover(
  fs: FileSystem,
  folder: string,
  snapshots: StoredSnapshotFile,
  acknowledged?: Acknowledged,
): Promise<Recovered | undefined> {
  const generations = journalsAmong(await fs.list(folder));
  const snapshot = await snapshots.read();
  if (!snapshot) {
    if (acknowledged) throw new DataDamaged(join(folder, snapshotName), 1, 'the file is missing');
    await refuseOrphans(fs, folder, generations);
    return undefined;
  }
  const state = new State(snapshot.contents);
  let { seq } = snapshot;
  let current: FoundJournal | undefined;
  let earlierBytes = 0;
  const noted = acknowledged?.journal ?? 0;
  const last = Math.max(snapshot.generation, generations.at(-1) ?? 0, noted);
  for (let generation = snapshot.generation; generation <= last; generation += 1) {
    const journal = await load(fs, folder, generation, generations);
    if (acknowledged?.journal === generation) refuseCut(journal, acknowledged);
    if (generation === last && current && isLeftover(journal, current, seq)) break;
    if (current && isTorn(current)) {
      const line = current.changes.length + 2;
      throw new DataDamaged(current.path, line, 'it is cut short, though another journal follows');
    }
    if (journal.after !== seq) {
      const found =
        journal.after === undefined ? 'is cut short' : `follows change ${journal.after}`;
      throw new DataDamaged(journal.path, 1, `it ${found}, where change ${seq} was the last`);
    }
    earlierBytes += current?.length ?? 0;
    for (const change of journal.changes) state.apply(change);
    seq += journal.changes.length;
    current = journal;
  }
  if (!current) throw new Error('a snapshot has a journal');
  const { bytes, length, generation } = current;
  return {
    state,
    seq,
    oldest: snapshot.generation,
    current: generation,
    length,
    torn: isTorn(current) ? bytes.subarray(length) : undefined,
    earlierBytes,
  };
}

/** A crash tears only what nobody was told of. */
function refuseCut({ path, changes, length }: FoundJournal, acknowledged: Acknowledged): void {
  if (length >= acknowledged.length) return;
  const what = `it is good up to byte ${length}, where ${acknowledged.length} bytes were acknowledged`;
  throw new DataDamaged(path, changes.length + 2, what);
}

const isTorn = ({ bytes, length }: FoundJournal): boolean => length < bytes.length;

/**
 * A turn to a new journal that a crash or a failure ended, after which the one before it was in
 * use still. It holds no change, and the one before it holds all that it speaks of.
 */
const isLeftover = (journal: FoundJournal, before: FoundJournal, seq: number): boolean =>
  journal.after === undefined ||
  (journal.changes.length === 0 &&
    (journal.after < seq || (journal.after === seq && isTorn(before))));

async function load(
  fs: FileSystem,
  folder: string,
  generation: number,
  present: readonly number[],
): Promise<FoundJournal> {
  const path = join(folder, journalName(generation));
  if (!present.includes(generation)) throw new DataDamaged(path, 1, 'the file is missing');
  const bytes = await fs.read(path);
  return { path, generation, bytes, ...readChangeJournal(bytes, path, generation) };
}

/** The first journal is made before the first snapshot; without one it can hold no change. */
async function refuseOrphans(fs: FileSystem, folder: string, generations: readonly number[]) {
  for (const generation of generations) {
    const { changes } = await load(fs, folder, generation, generations);
    if (generation === 1 && changes.length === 0) continue;
    throw new DataDamaged(join(folder, snapshotName), 1, 'the file is missing');
  }
}
