import { dirname } from 'node:path';
import type { Change } from '../change.ts';
import { DataDamaged, newerFolder } from './data-folder-errors.ts';
import { decodeRecord, encodeRecord, endOfText } from './record.ts';

/** The first line of a journal: which it is, and the last change made before it. */
export const encodeOpening = (generation: number, after: number): string =>
  encodeRecord(JSON.stringify({ journal: generation, after }));

/** Throws for a change that JSON has no words for. */
export const wordsOf = (change: Change): string => JSON.stringify(change);

export const encodeChange = (seq: number, words: string): string =>
  encodeRecord(`{"seq":${seq},"change":${words}}`);

/** What a journal says, once all of it has been checked. */
export interface ChangeJournalContent {
  /** Absent where a crash came before the first line was complete. */
  readonly after: number | undefined;
  readonly changes: readonly Change[];
  /** Bytes up to the end of the last whole record; what follows is torn. */
  readonly length: number;
}

const knownTypes: { readonly [type in Change['type']]: true } = {
  'report-added': true,
  'report-removed': true,
  'allowance-set': true,
  'service-added': true,
  'caller-set': true,
  'caller-removed': true,
  'analysis-added': true,
  replaced: true,
};

interface Line {
  readonly journal?: number;
  readonly after?: number;
  readonly seq?: number;
  readonly change?: Change;
}

/** Throws DataDamaged for anything but a whole journal or one with a torn end. */
export function readChangeJournal(
  bytes: Buffer,
  file: string,
  generation: number,
): ChangeJournalContent {
  const textEnd = endOfText(bytes);
  const changes: Change[] = [];
  let after: number | undefined;
  let length = 0;
  for (let line = 1; length < bytes.length; line += 1) {
    const decoded = decodeRecord(bytes, length, textEnd);
    if (decoded.kind === 'torn') break;
    if (decoded.kind === 'damaged') throw new DataDamaged(file, line, decoded.what);
    const said = decoded.value as Line;
    if (after === undefined) {
      if (said.journal !== generation || typeof said.after !== 'number') {
        throw new DataDamaged(file, line, `this is not the first line of journal ${generation}`);
      }
      after = said.after;
    } else {
      const expected = after + changes.length + 1;
      if (said.seq !== expected || !said.change) {
        const found = said.seq === undefined ? 'none' : `change ${said.seq}`;
        throw new DataDamaged(file, line, `change ${expected} is expected here, found ${found}`);
      }
      if (!Object.hasOwn(knownTypes, said.change.type)) {
        // Its checksum is right: somebody wrote just this.
        throw newerFolder(dirname(file));
      }
      changes.push(said.change);
    }
    length = decoded.end;
  }
  return { after, changes, length };
}
