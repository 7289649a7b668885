interface Entry<Value> {
  readonly value: Value;
  readonly size: number;
}

/** How much is kept: in number, and by the sum of sizes. */
export interface Bounds {
  readonly entries: number;
  readonly size?: number;
}

/** An LRU cache that counts evictions. */
export class RecentlyUsed<Value> {
  readonly #bounds: Required<Bounds>;
  readonly #entries = new Map<string, Entry<Value>>();
  #size = 0;
  #forgotten = 0;

  constructor({ entries, size = Infinity }: Bounds) {
    this.#bounds = { entries, size };
  }

  /** The number of evictions. */
  get forgotten(): number {
    return this.#forgotten;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  getOrMake(key: string, make: () => Value): Value {
    const known = this.get(key);
    if (known !== undefined) return known;
    const made = make();
    this.set(key, made);
    return made;
  }

  /** Adds a value, or updates its size. */
  set(key: string, value: Value, size = 0): void {
    this.#size += size - (this.#entries.get(key)?.size ?? 0);
    this.#entries.delete(key);
    this.#entries.set(key, { value, size });
    for (const oldest of this.#entries.keys()) {
      const isWithin =
        this.#entries.size <= this.#bounds.entries && this.#size <= this.#bounds.size;
      if (isWithin) break;
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

  some(test: (value: Value) => boolean): boolean {
    for (const { value } of this.#entries.values()) if (test(value)) return true;
    return false;
  }

  *values(): Generator<Value> {
    for (const { value } of this.#entries.values()) yield value;
  }
}
