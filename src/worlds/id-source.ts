import { createHash, randomFillSync } from 'node:crypto';
import type { Rules } from '../domain/rules.ts';

/** The position of a seeded source, to resume from. */
export interface IdPosition {
  readonly seed: string | undefined;
  readonly drawn: number;
}

/** Randomness of one world: the machine's, or derived from a seed. */
export class IdSource {
  #seed: string | undefined;
  #drawn = 0;
  #taken = new Set<string>();

  get position(): IdPosition {
    return { seed: this.#seed, drawn: this.#drawn };
  }

  /** A reused seed would produce existing ids; those are skipped. */
  set({ seed, drawn }: IdPosition, taken: () => readonly string[]): void {
    this.#seed = seed;
    this.#drawn = drawn;
    const ids = seed === undefined ? [] : taken();
    this.#taken = new Set(ids.map((id) => id.toLowerCase()));
  }

  /** An id chosen by the user. */
  take(id: string): void {
    if (this.#seed !== undefined) this.#taken.add(id.toLowerCase());
  }

  readonly random = (bytes: number): Uint8Array => {
    if (this.#seed === undefined) return byChance(bytes);
    this.#drawn += 1;
    const hash = createHash('shake256', { outputLength: bytes });
    return hash.update(JSON.stringify([this.#seed, this.#drawn])).digest();
  };

  /** Makes unused ids, where randomness alone does not guarantee it. */
  readonly untaken =
    (newId: Rules['newId']): Rules['newId'] =>
    (random, now) => {
      for (;;) {
        const id = newId(random, now);
        if (this.#taken.size === 0 || !this.#taken.has(id.toLowerCase())) return id;
      }
    };
}

/** Drawn in bulk: one system call serves many ids. No byte is used twice. */
const pool = new Uint8Array(4096);
let drawn = pool.length;

function byChance(bytes: number): Uint8Array {
  if (drawn + bytes > pool.length) {
    randomFillSync(pool);
    drawn = 0;
  }
  drawn += bytes;
  return pool.slice(drawn - bytes, drawn);
}
