/** Any large odd number: it spreads similar texts. */
const factor = 0x9e3779b1;

/** A longer text is looked for in pieces of this length. */
const longest = 32;

/**
 * Texts to be found in others, by a number for their first characters, and then by their length: the time
 * does not grow with how many there are, since a proxy may meet thousands of tokens.
 */
export class Needles<Kind> {
  readonly #start: number;
  /** What each code adds to the number, once it is gone. */
  readonly #gone: Int32Array;
  /** Used again and again: most of what is read is short. */
  readonly #read = new Uint8Array(256);
  readonly #byStart = new Map<number, Map<number, Map<string, Kind>>>();
  /** Whether a number may be one of the starts: most of a text is passed over by this. */
  readonly #isStart = new Uint8Array(0x10000);

  /** `start` is the length of the shortest one. */
  constructor(start: number) {
    this.#start = start;
    let power = 1;
    for (let nth = 0; nth < start; nth += 1) power = Math.imul(power, factor);
    this.#gone = Int32Array.from({ length: 0x100 }, (_, code) => -Math.imul(code, power));
  }

  get isEmpty(): boolean {
    return this.#byStart.size === 0;
  }

  add(text: string, kind: Kind): void {
    if (text.length < this.#start) return;
    const last = Math.max(text.length - longest, 0);
    for (let at = 0; at < last; at += longest / 2)
      this.#addPiece(text.slice(at, at + longest), kind);
    this.#addPiece(text.slice(last), kind);
  }

  /** Calls back with the beginning, the end and the kind of each. */
  in(text: string, found: (from: number, to: number, kind: Kind) => void): void {
    if (this.isEmpty) return;
    let number = 0;
    for (let end = 0; end < text.length; end += 1) {
      const gone = end < this.#start ? 0 : this.#gone[text.charCodeAt(end - this.#start) & 0xff];
      number = (Math.imul(number, factor) + (text.charCodeAt(end) & 0xff) + (gone as number)) | 0;
      const from = end + 1 - this.#start;
      if (from < 0 || !this.#mayStart(number)) continue;
      for (const [length, pieces] of this.#byStart.get(number) ?? []) {
        const kind = pieces.get(text.slice(from, from + length));
        if (kind !== undefined) found(from, from + length, kind);
      }
    }
  }

  /** Whether bytes may hold one, read by a table; what is 0 there is passed over. */
  mayBeIn(bytes: Uint8Array, codes: Uint8Array): boolean {
    if (this.isEmpty) return false;
    const read = bytes.length > this.#read.length ? new Uint8Array(bytes.length) : this.#read;
    let count = 0;
    let number = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      const code = codes[bytes[at] as number] as number;
      if (code === 0) continue;
      const gone = count < this.#start ? 0 : (read[count - this.#start] as number);
      number = (Math.imul(number, factor) + code + (this.#gone[gone] as number)) | 0;
      if (this.#mayStart(number) && this.#byStart.has(number)) return true;
      read[count] = code;
      count += 1;
    }
    return false;
  }

  #mayStart(number: number): boolean {
    return this.#isStart[(number ^ (number >>> 16)) & 0xffff] === 1;
  }

  #addPiece(piece: string, kind: Kind): void {
    let number = 0;
    for (let at = 0; at < this.#start; at += 1)
      number = (Math.imul(number, factor) + (piece.charCodeAt(at) & 0xff)) | 0;
    const byLength = this.#byStart.get(number) ?? new Map<number, Map<string, Kind>>();
    const pieces = byLength.get(piece.length) ?? new Map<string, Kind>();
    this.#byStart.set(number, byLength.set(piece.length, pieces.set(piece, kind)));
    this.#isStart[(number ^ (number >>> 16)) & 0xffff] = 1;
  }
}

/** The shortest part of a token that is recognised next to a cut. */
export const shortestEnd = 6;

/** Beginnings of texts, which are all that is left of them before a cut. */
export class Beginnings {
  /** A number for each. */
  readonly #numbers = new Set<number>();

  add(text: string): void {
    let number = 0;
    let power = 1;
    for (let at = 0; at < Math.min(text.length, longest); at += 1) {
      number = (number + Math.imul(text.charCodeAt(at), power)) | 0;
      power = Math.imul(power, factor);
      if (at + 1 >= shortestEnd) this.#numbers.add(number);
    }
  }

  /** How long the beginning is that ends just before a place, or 0. A `step` of 1 reads backwards from the place. */
  lengthBefore(text: string, place: number, step: 1 | -1 = -1): number {
    let number = 0;
    let found = 0;
    let at = step === 1 ? place : place - 1;
    for (
      let length = 1;
      length <= longest && at >= 0 && at < text.length;
      length += 1, at += step
    ) {
      number = (Math.imul(number, factor) + text.charCodeAt(at)) | 0;
      if (length >= shortestEnd && this.#numbers.has(number)) found = length;
    }
    return found;
  }
}
