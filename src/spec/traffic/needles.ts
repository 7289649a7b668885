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
