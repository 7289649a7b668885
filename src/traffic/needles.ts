/** Any large odd number: it spreads similar texts. */
const factor = 0x9e3779b1;

/** A longer text is looked for in pieces of this length. */
const longest = 32;

/**
 * Texts to be found in others, by a number for their first characters, and then by their length: the time
 * does not grow with how many there are, since a proxy may meet thousands of tokens.
 */
export class Needles {
  readonly #start: number;
  #factorOfGone = 1;
  readonly #byStart = new Map<number, Map<number, Set<string>>>();
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

  add(text: string): void {
    if (text.length < this.#start) return;
    const last = Math.max(text.length - longest, 0);
    for (let at = 0; at < last; at += longest / 2) this.#addPiece(text.slice(at, at + longest));
    this.#addPiece(text.slice(last));
  }

  /** Calls back with the beginning and the end of each. */
  in(text: string, found: (from: number, to: number) => void): void {
    if (this.isEmpty) return;
    let number = 0;
    for (let end = 0; end < text.length; end += 1) {
      const gone = end < this.#start ? 0 : text.charCodeAt(end - this.#start);
      number = this.#next(number, text.charCodeAt(end), gone);
      const from = end + 1 - this.#start;
      if (from < 0 || this.#isStart[(number ^ (number >>> 16)) & 0xffff] === 0) continue;
      for (const [length, pieces] of this.#byStart.get(number) ?? none)
        if (pieces.has(text.slice(from, from + length))) found(from, from + length);
    }
  }

  /** Whether one of them may begin somewhere in the first of these characters. */
  mayBeIn(codes: Uint8Array, count: number): boolean {
    let number = 0;
    for (let end = 0; end < count; end += 1) {
      const gone = end < this.#start ? 0 : (codes[end - this.#start] as number);
      number = this.#next(number, codes[end] as number, gone);
      const isHere = end + 1 >= this.#start && this.#byStart.size > 0;
      if (isHere && this.#isStart[(number ^ (number >>> 16)) & 0xffff] === 1)
        if (this.#byStart.has(number)) return true;
    }
    return false;
  }

  #addPiece(piece: string): void {
    let number = 0;
    for (let at = 0; at < this.#start; at += 1)
      number = this.#next(number, piece.charCodeAt(at), 0);
    const byLength = this.#byStart.get(number) ?? new Map<number, Set<string>>();
    const pieces = byLength.get(piece.length) ?? new Set();
    this.#byStart.set(number, byLength.set(piece.length, pieces.add(piece)));
    this.#isStart[(number ^ (number >>> 16)) & 0xffff] = 1;
  }

  /** The number of the characters up to the next one, without the one that is too many. */
  #next(number: number, code: number, gone: number): number {
    return (Math.imul(number, factor) + code - Math.imul(gone, this.#factorOfGone)) | 0;
  }
}

const none: ReadonlyMap<number, ReadonlySet<string>> = new Map();

/** The shortest part of a token that is recognised next to a cut. */
const shortestEnd = 6;

/** Of the texts up to each of their characters: two of these numbers make that of what is between them. */
function hashesOf(text: string): Int32Array {
  const hashes = new Int32Array(text.length + 1);
  for (let at = 0; at < text.length; at += 1)
    hashes[at + 1] = (Math.imul(hashes[at] as number, factor) + text.charCodeAt(at)) | 0;
  return hashes;
}

/** By the length of what is between. */
const factors = new Int32Array(longest + 1).fill(1);
for (let length = 1; length <= longest; length += 1)
  factors[length] = Math.imul(factors[length - 1] as number, factor);

function hashBetween(hashes: Int32Array, from: number, to: number): number {
  const before = Math.imul(hashes[from] as number, factors[to - from] as number);
  return ((hashes[to] as number) - before) | 0;
}

/** How much of a text around a place is the end of a known one. */
interface CutAt {
  readonly before: number;
  readonly after: number;
}

/** The beginnings and endings of texts, which are all that is left of them next to a cut. */
export class Ends {
  readonly #beginnings = new Set<number>();
  readonly #endings = new Set<number>();

  add(text: string): void {
    const hashes = hashesOf(text);
    const end = text.length;
    for (let length = shortestEnd; length <= Math.min(end, longest); length += 1) {
      this.#beginnings.add(hashBetween(hashes, 0, length));
      this.#endings.add(hashBetween(hashes, end - length, end));
    }
  }

  /** Finds out for places of one text; what is before one begins a text that was added, what is after it ends one. */
  in(text: string): (place: number) => CutAt {
    const hashes = hashesOf(text);
    return (place) => {
      let from = Math.max(place - longest, 0);
      let to = Math.min(place + longest, text.length);
      while (place - from >= shortestEnd && !this.#beginnings.has(hashBetween(hashes, from, place)))
        from += 1;
      while (to - place >= shortestEnd && !this.#endings.has(hashBetween(hashes, place, to)))
        to -= 1;
      return {
        before: place - from >= shortestEnd ? place - from : 0,
        after: to - place >= shortestEnd ? to - place : 0,
      };
    };
  }
}
