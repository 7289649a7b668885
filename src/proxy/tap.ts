/** Bytes that all bodies in transit may occupy together; beyond it, bodies are not captured. */
const mostAtOnce = 64 * 1024 * 1024;
let held = 0;

const nothing = Buffer.alloc(0);

/** Captures a streamed body up to a limit. */
export class Tap {
  readonly #most: number;
  /** The first chunk itself; with more, a growing copy: a chunk may be a single byte. */
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

  /** The whole body; undefined where it exceeded the limit. */
  bytes(): Buffer | undefined {
    return this.#isTooLarge ? undefined : this.#kept.subarray(0, this.#size);
  }

  /** Releases the memory. */
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
