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

function hashAfter(hash: number, code: number): number {
  return (Math.imul(hash, 31) + code) | 0;
}

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
