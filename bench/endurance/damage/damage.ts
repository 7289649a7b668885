import { isDeepStrictEqual } from 'node:util';
import type { Contents } from '../../../src/store/contents.ts';
import { DataDamaged, openDataFolder } from '../../../src/store/folder/data-folder.ts';
import type { Finding, Setting, Trial } from '../trial.ts';
import { damages } from './cases.ts';
import { MemoryDisk } from './memory-disk.ts';
import { type Sample, sampleFolders } from './samples.ts';
import { refusedStarts } from './starts.ts';

export const damage: Trial = {
  name: 'damage',
  about: 'a small data folder damaged at every byte: all is there, or the place is named',
  options: {},
  run,
};

const folder = '/data';

/** What a start made of a damaged folder. */
type Outcome =
  | { readonly kind: 'refused'; readonly error: unknown }
  | { readonly kind: 'opened'; readonly contents: Contents; readonly notice: string | undefined };

interface Tally {
  tried: number;
  refused: number;
  whole: number;
  /** Without a note: starts that gave up the end of a journal and said so. */
  cut: number;
  /** Without a note: journals cut exactly between two records, which nobody can see. */
  unseen: number;
}

async function run(setting: Setting): Promise<Finding> {
  const { chance, short, say } = setting;
  const tally: Tally = { tried: 0, refused: 0, whole: 0, cut: 0, unseen: 0 };
  const problems: string[] = [];
  let bytes = 0;
  const samples = await sampleFolders();
  for (const sample of samples) {
    for (const [name, original] of sample.files) {
      bytes += original.length;
      say(`${sample.what}: ${name}, ${original.length} bytes`);
      for (const { what, bytes: damaged } of damages(original, chance)) {
        // A sample of the same kinds of damage, for those in a hurry.
        if (short && !chance.happens(0.05)) continue;
        const wrong = await judged(sample, name, damaged, tally);
        if (wrong !== undefined) problems.push(`${sample.what}, ${name}, ${what}: ${wrong}`);
      }
    }
  }
  const starts = short ? 2 : 20;
  const [usual] = samples;
  if (usual) problems.push(...(await refusedStarts(usual, starts, setting)));
  const { tried, refused, whole, cut, unseen } = tally;
  return {
    numbers:
      `${tried} damaged folders (${bytes} bytes, each damaged in up to 21 ways): ${refused} refused ` +
      `with file and line, ${whole} started with everything. Where the note of what was ` +
      `acknowledged is gone as well, as a loss of power may leave it, ${cut} more ended in half a ` +
      'record and were taken for torn by a crash (told so, bytes kept), and ' +
      `${unseen} cut exactly between two records could not be seen. ` +
      `${starts} starts of the built server on damaged journals ended with 1 and named the line`,
    problems,
  };
}

async function judged(
  { files, contents, history, noted }: Sample,
  name: string,
  damaged: Buffer,
  tally: Tally,
): Promise<string | undefined> {
  const before = new Map(files).set(name, damaged);
  const disk = new MemoryDisk(before);
  const outcome = await opened(disk);
  tally.tried += 1;
  const missing = missingEvidence(before, disk.files);
  if (missing !== undefined) return missing;
  if (outcome.kind === 'refused') {
    const { error } = outcome;
    tally.refused += 1;
    if (!(error instanceof DataDamaged)) return `refused without a place: ${error}`;
    const known = before.has(error.file.slice(folder.length + 1)) && error.line > 0;
    return known ? undefined : `the place named is none: ${error.message}`;
  }
  if (isDeepStrictEqual(outcome.contents, contents)) {
    tally.whole += 1;
    return undefined;
  }
  if (noted) return 'something acknowledged is gone';
  if (!history.some((earlier) => isDeepStrictEqual(outcome.contents, earlier))) {
    return 'what it started with was never true';
  }
  if (outcome.notice !== undefined) tally.cut += 1;
  else if (damaged.at(-1) === newline && isBeginning(damaged, files.get(name))) tally.unseen += 1;
  else return 'something acknowledged is gone, and nothing is said';
  return undefined;
}

const newline = 10;

const isBeginning = (part: Buffer, whole: Buffer | undefined): boolean =>
  whole?.subarray(0, part.length).equals(part) === true;

async function opened(disk: MemoryDisk): Promise<Outcome> {
  const nothing = (): never => {
    throw new Error('it began afresh');
  };
  try {
    const { store, notice } = await openDataFolder(folder, nothing, { fileSystem: disk });
    await store.close();
    return { kind: 'opened', contents: store.state.contents(), notice };
  } catch (error) {
    return { kind: 'refused', error };
  }
}

/** Every byte of every file has to be somewhere still: in its place, or put aside. */
function missingEvidence(
  before: ReadonlyMap<string, Buffer>,
  after: ReadonlyMap<string, Buffer>,
): string | undefined {
  for (const [name, bytes] of before) {
    const now = after.get(name);
    if (now?.equals(bytes)) continue;
    const remaining = [...after.values()];
    const isThere = (part: Buffer) => remaining.some((file) => file.includes(part));
    const start = now ? sharedStart(now, bytes) : 0;
    if (!isThere(bytes) && !isThere(bytes.subarray(start))) {
      return `${bytes.length - start} bytes of ${name} are kept nowhere`;
    }
  }
  return undefined;
}

function sharedStart(a: Buffer, b: Buffer): number {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1;
  return at;
}
