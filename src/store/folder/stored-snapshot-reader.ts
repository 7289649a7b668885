import type { Contents } from '../contents.ts';
import { checksum } from './checksum.ts';
import { DataDamaged } from './data-folder-errors.ts';
import {
  formatLine,
  type StoredSnapshot,
  trailer,
  trailerLength,
} from './stored-snapshot-format.ts';

const newline = 10;
/** A document of any size is read in parts, since a string has a greatest length. */
const linesAtOnce = 1000;

/** Checks every byte, then reads. Throws DataDamaged with the place. */
export function readStoredSnapshot(bytes: Buffer, file: string): StoredSnapshot {
  const end = checked(bytes, file);
  const source = new Lines(bytes.subarray(0, end), file);
  source.expect('{');
  source.expect(formatLine);
  const generation = source.number('generation');
  const seq = source.number('seq');
  const contents = {
    services: source.list('services'),
    callers: source.list('callers'),
    analyses: source.list('analyses'),
    reports: source.list('reports'),
    deleted: source.list('deleted'),
    allowances: Object.fromEntries(source.list('allowances') as [string, unknown][]),
  } as Contents;
  return { generation, seq, contents };
}

/** Returns where the table of blocks begins. */
function checked(bytes: Buffer, file: string): number {
  const tableEnd = bytes.length - trailerLength;
  const tableStart = tableEnd > 0 ? bytes.lastIndexOf(newline, tableEnd - 2) + 1 : 0;
  const table = bytes.subarray(tableStart, Math.max(tableEnd, 0));
  if (bytes.toString('latin1', Math.max(tableEnd, 0)) !== trailer(checksum(table))) {
    const line = countLines(bytes, tableStart) + 1;
    throw new DataDamaged(file, line, 'the end of the file does not match its checksum');
  }
  const text = table.toString();
  const blocks = JSON.parse(text.slice(text.indexOf('['), -2)) as [number, string][];
  let at = 0;
  let line = 1;
  for (const [count, sum] of blocks) {
    const start = at;
    for (let left = count; left > 0 && at < tableStart; left -= 1) {
      at = bytes.indexOf(newline, at) + 1;
    }
    if (at > tableStart || checksum(bytes.subarray(start, at)) !== sum) {
      const what = `lines ${line} to ${line + count - 1} do not match their checksum`;
      throw new DataDamaged(file, line, what);
    }
    line += count;
  }
  if (at !== tableStart) throw new DataDamaged(file, line, 'there are lines too many');
  return tableStart;
}

function countLines(bytes: Buffer, end: number): number {
  let lines = 0;
  for (let at = bytes.indexOf(newline); at >= 0 && at < end; at = bytes.indexOf(newline, at + 1)) {
    lines += 1;
  }
  return lines;
}

class Lines {
  readonly #bytes: Buffer;
  readonly #file: string;
  #at = 0;
  #line = 0;

  constructor(bytes: Buffer, file: string) {
    this.#bytes = bytes;
    this.#file = file;
  }

  expect(text: string): void {
    const found = this.#next();
    if (found !== text) this.#fail(`expected ${text} but found ${found}`);
  }

  number(name: string): number {
    const found = /^"(\w+)": (\d+),$/.exec(this.#next());
    if (found?.[1] !== name) this.#fail(`expected "${name}"`);
    return Number(found?.[2]);
  }

  list(name: string): unknown[] {
    this.expect(`"${name}": [`);
    const items: unknown[] = [];
    for (;;) {
      const start = this.#at;
      let count = 0;
      while (count < linesAtOnce && !this.#atListEnd()) {
        this.#skip();
        count += 1;
      }
      if (count > 0) {
        const text = this.#bytes.toString('utf8', start, this.#at - 1);
        for (const item of JSON.parse(`[${text.replace(/,$/, '')}]`)) items.push(item);
      }
      if (this.#atListEnd()) break;
    }
    this.expect('],');
    return items;
  }

  #atListEnd(): boolean {
    return this.#at >= this.#bytes.length || this.#bytes[this.#at] === 0x5d;
  }

  #skip(): void {
    const end = this.#bytes.indexOf(newline, this.#at);
    this.#at = end < 0 ? this.#bytes.length : end + 1;
    this.#line += 1;
  }

  #next(): string {
    const start = this.#at;
    this.#skip();
    return this.#bytes.toString('utf8', start, this.#at - 1);
  }

  #fail(what: string): never {
    throw new DataDamaged(this.#file, this.#line, what);
  }
}
