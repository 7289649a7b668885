interface Entry<T> {
  readonly value: T;
  readonly size: number;
}

/** An LRU cache, bounded in number and size, that counts evictions. */
export class Recent<T> {
  readonly #limits: { readonly entries: number; readonly size: number };
  readonly #entries = new Map<string, Entry<T>>();
  #size = 0;
  #forgotten = 0;

  constructor(limits: { readonly entries: number; readonly size: number }) {
    this.#limits = limits;
  }

  /** The number of evictions. */
  get forgotten(): number {
    return this.#forgotten;
  }

  get(key: string): T | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Adds a value, or updates its size. */
  set(key: string, value: T, size: number): void {
    this.#size += size - (this.#entries.get(key)?.size ?? 0);
    this.#entries.delete(key);
    this.#entries.set(key, { value, size });
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#limits.entries && this.#size <= this.#limits.size) break;
      this.delete(oldest);
      this.#forgotten += 1;
    }
  }

  delete(key: string): void {
    this.#size -= this.#entries.get(key)?.size ?? 0;
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
    this.#size = 0;
  }

  *values(): Generator<T> {
    for (const { value } of this.#entries.values()) yield value;
  }
}
