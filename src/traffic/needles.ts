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
  #factorOfGone = 1;
  readonly #byStart = new Map<number, Map<number, Map<string, Kind>>>();
  /** Whether a number may be one of the starts: most of a text is passed over by this. */
  readonly #isStart = new Uint8Array(0x10000);

  /** `start` is the length of the shortest one. */
  constructor(start: number) {
    this.#start = start;
    for (let nth = 0; nth < start; nth += 1)
      this.#factorOfGone = Math.imul(this.#factorOfGone, factor);
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
      const gone = end < this.#start ? 0 : text.charCodeAt(end - this.#start);
      number = this.#next(number, text.charCodeAt(end), gone);
      const from = end + 1 - this.#start;
      if (from < 0 || this.#isStart[(number ^ (number >>> 16)) & 0xffff] === 0) continue;
      for (const [length, pieces] of this.#byStart.get(number) ?? []) {
        const kind = pieces.get(text.slice(from, from + length));
        if (kind !== undefined) found(from, from + length, kind);
      }
    }
  }

  #addPiece(piece: string, kind: Kind): void {
    let number = 0;
    for (let at = 0; at < this.#start; at += 1)
      number = this.#next(number, piece.charCodeAt(at), 0);
    const byLength = this.#byStart.get(number) ?? new Map<number, Map<string, Kind>>();
    const pieces = byLength.get(piece.length) ?? new Map<string, Kind>();
    this.#byStart.set(number, byLength.set(piece.length, pieces.set(piece, kind)));
    this.#isStart[(number ^ (number >>> 16)) & 0xffff] = 1;
  }

  /** The number of the characters up to the next one, without the one that is too many. */
  #next(number: number, code: number, gone: number): number {
    return (Math.imul(number, factor) + code - Math.imul(gone, this.#factorOfGone)) | 0;
  }
}

/** The shortest part of a token that is recognised next to a cut. */
const shortestEnd = 6;

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
