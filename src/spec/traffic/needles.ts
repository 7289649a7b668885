/** A longer text is looked for in pieces of this length. */
const longest = 32;

/**
 * Texts to be found in others, by a number for their first characters, and then by their length: the time
 * does not grow with how many there are, since a proxy may meet thousands of tokens.
 */
export class Needles {
  readonly #start: number;
  readonly #byStart = new Map<number, Map<number, Set<string>>>();
  /** Whether a number may be one of the starts: most of a text is passed over by this. */
  readonly #isStart = new Uint8Array(0x10000);

  /** `start` is the length of the shortest one. */
  constructor(start: number) {
    this.#start = start;
  }

  get isEmpty(): boolean {
    return this.#byStart.size === 0;
  }

  add(text: string): void {
    if (text.length < this.#start) return;
    const last = Math.max(text.length - longest, 0);
    for (let at = 0; at < last; at += longest / 2) this.#addPiece(text.slice(at, at + longest));
    this.#addPiece(text.slice(last));
  }

  /** Calls back with the beginning and the end of each. */
  in(text: string, found: (from: number, to: number) => void): void {
    if (this.isEmpty) return;
    const most = text.length - this.#start;
    for (let at = 0; at <= most; at += 1) {
      const start = this.#startAt(text, at);
      if (this.#isStart[start & 0xffff] === 0) continue;
      for (const [length, pieces] of this.#byStart.get(start) ?? none)
        if (pieces.has(text.slice(at, at + length))) found(at, at + length);
    }
  }

  #addPiece(piece: string): void {
    const start = this.#startAt(piece, 0);
    const byLength = this.#byStart.get(start) ?? new Map<number, Set<string>>();
    const pieces = byLength.get(piece.length) ?? new Set();
    this.#byStart.set(start, byLength.set(piece.length, pieces.add(piece)));
    this.#isStart[start & 0xffff] = 1;
  }

  #startAt(text: string, at: number): number {
    let number = 0;
    for (let next = at; next < at + this.#start; next += 1)
      number = (Math.imul(number, 31) + text.charCodeAt(next)) | 0;
    return number ^ (number >>> 16);
  }
}

const none: ReadonlyMap<number, ReadonlySet<string>> = new Map();

/** The shortest part of a token that is recognised next to a cut. */
const shortestEnd = 6;

const hashAfter = (hash: number, code: number): number => (Math.imul(hash, 31) + code) | 0;

/** The beginnings and endings of texts, which are all that is left of them next to a cut. */
export class Ends {
  readonly #beginnings = new Set<number>();
  readonly #endings = new Set<number>();

  add(text: string): void {
    const most = Math.min(text.length, longest);
    let beginning = 0;
    let ending = 0;
    for (let length = 1; length <= most; length += 1) {
      beginning = hashAfter(beginning, text.charCodeAt(length - 1));
      ending = hashAfter(ending, text.charCodeAt(text.length - length));
      if (length < shortestEnd) continue;
      this.#beginnings.add(beginning);
      this.#endings.add(ending);
    }
  }

  /** How much of a text before this place is the beginning of one that was added. */
  beginningBefore(text: string, place: number): number {
    for (let from = Math.max(place - longest, 0); from <= place - shortestEnd; from += 1) {
      let hash = 0;
      for (let at = from; at < place; at += 1) hash = hashAfter(hash, text.charCodeAt(at));
      if (this.#beginnings.has(hash)) return place - from;
    }
    return 0;
  }

  /** How much of a text after this place is the ending of one that was added. */
  endingAfter(text: string, place: number): number {
    for (let to = Math.min(place + longest, text.length); to >= place + shortestEnd; to -= 1) {
      let hash = 0;
      for (let at = to - 1; at >= place; at -= 1) hash = hashAfter(hash, text.charCodeAt(at));
      if (this.#endings.has(hash)) return to - place;
    }
    return 0;
  }
}
