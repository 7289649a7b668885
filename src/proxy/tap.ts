/** How many bytes all bodies under way may take together before some pass unread. */
const mostAtOnce = 64 * 1024 * 1024;
let held = 0;

const nothing = Buffer.alloc(0);

/** A body that passes through, kept beside it up to a bound. */
export class Tap {
  readonly #most: number;
  /** The first chunk as it came; with more, a copy that has room to grow: a chunk may be a single byte. */
  #kept: Buffer = nothing;
  #size = 0;
  #isTooLarge = false;

  constructor(most: number) {
    this.#most = most;
  }

  take(chunk: Buffer): void {
    if (this.#isTooLarge) return;
    const size = this.#size + chunk.length;
    if (size > this.#most || held + chunk.length > mostAtOnce) {
      this.#isTooLarge = true;
      this.release();
      return;
    }
    if (this.#size === 0) this.#kept = chunk;
    else {
      if (size > this.#kept.length) this.#grow(size * 2);
      chunk.copy(this.#kept, this.#size);
    }
    this.#size = size;
    held += chunk.length;
  }

  get isEmpty(): boolean {
    return this.#size === 0 && !this.#isTooLarge;
  }

  /** All of it; undefined where it was too large to be kept. */
  bytes(): Buffer | undefined {
    return this.#isTooLarge ? undefined : this.#kept.subarray(0, this.#size);
  }

  /** It is not needed any more. */
  release(): void {
    held -= this.#size;
    this.#kept = nothing;
    this.#size = 0;
  }

  #grow(room: number): void {
    const larger = Buffer.allocUnsafe(Math.min(room, this.#most));
    this.#kept.copy(larger, 0, 0, this.#size);
    this.#kept = larger;
  }
}
