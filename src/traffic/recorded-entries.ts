import {
  backslash,
  closesList,
  closesObject,
  colon,
  comma,
  opensList,
  opensObject,
  quote,
} from '../values/json-bytes.ts';

/** Not a recording. The message says where, and what was expected. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError';
}

export interface RawEntry {
  readonly value: unknown;
  /** Where it begins. */
  readonly line: number;
}

interface Begun {
  readonly line: number;
  readonly parts: Buffer[];
  length: number;
}

/** Generous: bodies are texts in a recording, and count as one level. */
const most = { depth: 100, mebibytes: 64 };

const newline = 0x0a;
/** And the byte order mark. */
const spaces = new Set([0x20, 0x09, 0x0d, newline, 0xef, 0xbb, 0xbf]);

/**
 * Cuts recorded traffic into entries while it is read: those in `log.entries` of a HAR, in `requests` or in
 * a list, or JSON objects one after another. Nothing else is kept, so that no file takes long or much memory.
 */
export class RecordedEntries {
  isHar = false;
  #line = 1;
  #depth = 0;
  /** The depth at which entries begin; undefined once their list has ended. */
  #entriesAt: number | undefined = 0;
  #isList = false;
  #hasEntry = false;
  #isText = false;
  #isEscaped = false;
  /** The last text outside entries, and the keys that lead to the current place. */
  #text = '';
  readonly #keys: string[] = [];
  /** The entry that has begun. */
  #entry: Begun | undefined;

  /** The entries that end in the next piece of the file. Throws a RecordingError at the first mistake. */
  push(piece: Uint8Array): RawEntry[] {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    const ended: RawEntry[] = [];
    let from = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] as number;
      if (byte === newline) this.#line += 1;
      if (this.#isText) this.#readText(byte);
      else if (byte === opensObject || byte === opensList) {
        if (this.#open(byte)) from = at;
      } else if (byte === closesObject || byte === closesList) {
        if (this.#close()) ended.push(this.#parsed(bytes.subarray(from, at + 1)));
      } else this.#other(byte);
    }
    this.#keep(bytes.subarray(from));
    return ended;
  }

  /** Throws a RecordingError where the file ends too early. */
  end(): void {
    if (this.#depth > 0)
      throw new RecordingError(
        `it ends in line ${this.#line}, before what was begun is complete. Record it again, or close its brackets.`,
      );
    if (!this.#isList && !this.#hasEntry) throw this.neither();
  }

  /** In a list of entries, only that one is wrong. */
  neither(line = this.#line): RecordingError {
    if (this.#isList && this.#depth === this.#entriesAt)
      return new RecordingError(
        `what stands among the entries in line ${line} is none: each is an object. Correct or remove it.`,
      );
    return new RecordingError(
      `it is neither a HAR nor a list of requests that a stand-in has seen (/__admin/requests): see line ${line}.`,
    );
  }

  #readText(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === backslash) this.#isEscaped = true;
    else if (byte === quote) this.#isText = false;
    // Longer than any key that is looked for.
    else if (this.#depth < 3 && this.#text.length < 16) this.#text += String.fromCharCode(byte);
  }

  /** Whether an entry begins here. */
  #open(byte: number): boolean {
    const depth = this.#depth;
    const isEntry = depth === this.#entriesAt;
    this.#depth += 1;
    this.#keys[this.#depth] = '';
    if (this.#depth > most.depth)
      throw new RecordingError(
        `line ${this.#line} nests deeper than ${most.depth} levels. Record bodies as texts.`,
      );
    if (byte === opensList && !this.#isList && !this.#hasEntry && this.#isPlace(depth)) {
      this.#isList = true;
      this.isHar = depth === 2;
      this.#entriesAt = depth + 1;
      this.#entry = undefined;
      return false;
    }
    if (!isEntry) {
      if (depth === 0) throw this.neither();
      return false;
    }
    if (byte === opensList) {
      this.#depth = depth;
      throw this.neither();
    }
    this.#entry = { line: this.#line, parts: [], length: 0 };
    return true;
  }

  #isPlace(depth: number): boolean {
    const place = this.#keys.slice(1, depth + 1).join('.');
    return place === ['', 'requests', 'log.entries'][depth];
  }

  /** Whether an entry ends here. */
  #close(): boolean {
    this.#depth -= 1;
    if (this.#depth < 0) throw this.neither();
    const entriesAt = this.#entriesAt ?? 0;
    if (this.#isList && this.#depth < entriesAt) this.#entriesAt = undefined;
    return this.#entry !== undefined && this.#depth === entriesAt;
  }

  /** A byte outside texts that opens and closes nothing. */
  #other(byte: number): void {
    if (this.#depth === 0 || this.#depth === this.#entriesAt) {
      if (spaces.has(byte) || (byte === comma && this.#depth > 0)) return;
      throw this.neither();
    }
    if (byte === quote) {
      this.#isText = true;
      this.#text = '';
    }
    if (byte === colon) this.#keys[this.#depth] = this.#text;
  }

  #keep(bytes: Buffer): void {
    if (!this.#entry) return;
    this.#entry.parts.push(bytes);
    this.#entry.length += bytes.length;
    if (this.#entry.length > most.mebibytes << 20)
      throw new RecordingError(
        `the entry in line ${this.#entry.line} is larger than ${most.mebibytes} MiB. Record it without its bodies.`,
      );
  }

  #parsed(last: Buffer): RawEntry {
    this.#keep(last);
    const { line, parts } = this.#entry as Begun;
    this.#entry = undefined;
    this.#hasEntry = true;
    try {
      return { value: JSON.parse(Buffer.concat(parts).toString()), line };
    } catch {
      throw new RecordingError(`the entry in line ${line} is not JSON. Correct or remove it.`);
    }
  }
}
