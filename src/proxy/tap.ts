/** How many bytes all bodies under way may take together before some pass unread. */
const mostAtOnce = 64 * 1024 * 1024;
let held = 0;

const nothing = Buffer.alloc(0);

/** A body that passes through, kept beside it up to a bound. */
export class Tap {
  readonly #most: number;
  #chunks: Buffer[] = [];
  #size = 0;
  #isTooLarge = false;

  constructor(most: number) {
    this.#most = most;
  }

  take(chunk: Buffer): void {
    if (this.#isTooLarge) return;
    if (this.#size + chunk.length > this.#most || held + chunk.length > mostAtOnce) {
      this.#isTooLarge = true;
      this.release();
      return;
    }
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    held += chunk.length;
  }

  /** All of it; undefined where it was too large to be kept. */
  bytes(): Buffer | undefined {
    if (this.#isTooLarge) return undefined;
    if (this.#chunks.length === 0) return nothing;
    return this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks);
  }

  /** It is not needed any more. */
  release(): void {
    held -= this.#size;
    this.#chunks = [];
    this.#size = 0;
  }
}
