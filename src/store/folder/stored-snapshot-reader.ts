import { dirname } from 'node:path';
import type { Contents } from '../contents.ts';
import { checksum } from './checksum.ts';
import { DataDamaged, newerFolder } from './data-folder-errors.ts';
import {
  formatLine,
  type StoredSnapshot,
  trailer,
  trailerLength,
} from './stored-snapshot-format.ts';

const newline = 10;
const bytesAtOnce = 1 << 20;

/** A part of the file that is asked for. */
interface Range {
  readonly position: number;
  readonly length: number;
}

/** What reads and checks: it asks for one part of the file after the other, and is given its bytes. */
type Reading<T> = Generator<Range, T, Buffer>;

export interface SnapshotSource {
  readonly size: number;
  read(position: number, length: number): Promise<Buffer>;
}

/** From a file of any size, of which little is in memory at a time. Throws as below. */
export async function readSnapshotFrom(
  { size, read }: SnapshotSource,
  file: string,
): Promise<StoredSnapshot> {
  const reading = snapshotOf(size, file);
  let step = reading.next();
  while (!step.done) {
    const { position, length } = step.value;
    step = reading.next(await read(position, length));
  }
  return step.value;
}

/** Nothing is read that was not checked first. Throws DataDamaged with the place. */
export function readStoredSnapshot(bytes: Buffer, file: string): StoredSnapshot {
  const reading = snapshotOf(bytes.length, file);
  let step = reading.next();
  while (!step.done) {
    const { position, length } = step.value;
    step = reading.next(bytes.subarray(position, position + length));
  }
  return step.value;
}

function* snapshotOf(size: number, file: string): Reading<StoredSnapshot> {
  const { start, blocks } = yield* tableOf(size, file);
  const document = documentIn(file);
  document.next();
  let result: StoredSnapshot | undefined;
  const take = (line: string | undefined) => {
    if (result) return;
    const step = document.next(line);
    if (step.done) result = step.value;
  };
  let line = 1;
  const source = new LineSource(start);
  for (const [count, sum] of blocks) {
    const block = yield* source.lines(count);
    if (!block || checksum(block) !== sum) {
      const what = `lines ${line} to ${line + count - 1} do not match their checksum`;
      throw new DataDamaged(file, line, what);
    }
    for (const text of block.toString().slice(0, -1).split('\n')) take(text);
    line += count;
  }
  if (!source.isAtEnd) throw new DataDamaged(file, line, 'there are lines too many');
  take(undefined);
  if (!result) throw new Error('a document without an end is refused');
  return result;
}

/** The table of blocks at the end of the file, and where it begins. */
function* tableOf(size: number, file: string) {
  const end = Math.max(size - trailerLength, 0);
  const start = yield* lastLineStart(end);
  const table = yield* bytesOf(start, end - start);
  const found = yield* bytesOf(end, size - end);
  if (found.toString('latin1') !== trailer(checksum(table))) {
    const line = (yield* linesUpTo(start)) + 1;
    throw new DataDamaged(file, line, 'the end of the file does not match its checksum');
  }
  const text = table.toString();
  const blocks = JSON.parse(text.slice(text.indexOf('['), -2)) as [lines: number, sum: string][];
  return { start, blocks };
}

/** Where the last line before this end begins, whose own line end stands right before it. */
function* lastLineStart(end: number): Reading<number> {
  for (let to = end - 1; to > 0; ) {
    const from = Math.max(to - bytesAtOnce, 0);
    const found = (yield* bytesOf(from, to - from)).lastIndexOf(newline);
    if (found >= 0) return from + found + 1;
    to = from;
  }
  return 0;
}

function* linesUpTo(end: number): Reading<number> {
  let lines = 0;
  for (let from = 0; from < end; from += bytesAtOnce) {
    const bytes = yield* bytesOf(from, Math.min(bytesAtOnce, end - from));
    for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) lines += 1;
  }
  return lines;
}

function* bytesOf(position: number, length: number): Reading<Buffer> {
  return length > 0 ? yield { position, length } : Buffer.alloc(0);
}

/** The lines before the table, some at a time. */
class LineSource {
  readonly #end: number;
  /** Read and not given out yet, and where what follows it begins. */
  #rest = Buffer.alloc(0);
  #next = 0;

  constructor(end: number) {
    this.#end = end;
  }

  get isAtEnd(): boolean {
    return this.#rest.length === 0 && this.#next >= this.#end;
  }

  /** So many, with their line ends; fewer where there are no more, and none where there is none. */
  *lines(count: number): Reading<Buffer | undefined> {
    let length = 0;
    for (let left = count; left > 0 && !(length === this.#rest.length && this.#isReadOut); ) {
      const end = this.#rest.indexOf(newline, length);
      if (end >= 0) {
        length = end + 1;
        left -= 1;
      } else if (this.#isReadOut) return undefined;
      else {
        const size = Math.min(bytesAtOnce, this.#end - this.#next);
        const more = yield* bytesOf(this.#next, size);
        this.#next += size;
        this.#rest = Buffer.concat([this.#rest, more]);
      }
    }
    const lines = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return lines;
  }

  get #isReadOut(): boolean {
    return this.#next >= this.#end;
  }
}

/** Is given the document line by line, and undefined at its end; gives what it says. */
function* documentIn(file: string): Generator<undefined, StoredSnapshot, string | undefined> {
  let line = 0;
  const fail = (what: string): never => {
    throw new DataDamaged(file, line, what);
  };
  function* next(): Generator<undefined, string, string | undefined> {
    const text = yield;
    line += 1;
    return text ?? '';
  }
  function* expect(text: string) {
    const found = yield* next();
    if (found !== text) fail(`expected ${text} but found ${found}`);
  }
  function* number(name: string) {
    const found = /^"(\w+)": (\d+),$/.exec(yield* next());
    if (found?.[1] !== name) fail(`expected "${name}"`);
    return Number(found?.[2]);
  }
  function* list(name: string) {
    yield* expect(`"${name}": [`);
    const items: unknown[] = [];
    for (;;) {
      const text = yield* next();
      if (text === '],') return items;
      if (text === '' || text.startsWith(']')) fail(`expected ], but found ${text}`);
      items.push(JSON.parse(text.endsWith(',') ? text.slice(0, -1) : text));
    }
  }

  yield* expect('{');
  const format = yield* next();
  // Its checksum is right: somebody wrote just this.
  if (/^"format": "abuse-feed snapshot (?!1")\d+",$/.test(format)) throw newerFolder(dirname(file));
  if (format !== formatLine) fail(`expected ${formatLine} but found ${format}`);
  const generation = yield* number('generation');
  const seq = yield* number('seq');
  const contents = {
    services: yield* list('services'),
    callers: yield* list('callers'),
    analyses: yield* list('analyses'),
    reports: yield* list('reports'),
    deleted: yield* list('deleted'),
    allowances: Object.fromEntries((yield* list('allowances')) as [string, unknown][]),
  } as Contents;
  return { generation, seq, contents };
}
