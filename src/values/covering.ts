import { dice } from './dice.ts';

/** All combinations of this size of the numbers below `count`. */
function choices(count: number, strength: number, from = 0): number[][] {
  return strength === 0
    ? [[]]
    : Array.from({ length: count - from }, (_, index) => from + index).flatMap((first) =>
        choices(count, strength - 1, first + 1).map((rest) => [first, ...rest]),
      );
}

/** Undefined where a factor has no value yet. */
export type Row = readonly (number | undefined)[];
type GrowingRow = (number | undefined)[];

export interface CoveringOptions {
  readonly strength: number;
  readonly seed: number;
  /** Whether values are compatible; other combinations are skipped. */
  readonly allows?: (row: Row) => boolean;
  /** Existing rows: they come first, and count as coverage. */
  readonly given?: readonly (readonly number[])[];
  /** The maximum number of rows, including the given ones. */
  readonly most?: number;
}

/** The number of random candidates per row. */
const candidates = 4;

/**
 * Rows of values, one from each factor, that contain every combination of `strength` values of different
 * factors at least once. Greedy: each row starts from a missing combination and is extended, one factor
 * at a time, by the value that adds most missing combinations.
 */
export function coveringRows(
  sizes: readonly number[],
  { given = [], most = Infinity, ...options }: CoveringOptions,
): readonly (readonly number[])[] {
  const covering = new Covering(sizes, options);
  const rows = [...given];
  for (const row of given) covering.cover(row);
  while (!covering.isComplete && rows.length < most) {
    const row = covering.nextRow();
    covering.cover(row);
    rows.push(row);
  }
  return rows;
}

/** Values of a group of factors. */
interface Combination {
  readonly group: readonly number[];
  readonly values: readonly number[];
}

/** The combinations that no row has yet. */
class Covering {
  readonly #sizes: readonly number[];
  readonly #allows: (row: Row) => boolean;
  readonly #candidates: number;
  readonly #next: () => number;
  readonly #groups: readonly (readonly number[])[];
  readonly #groupsOf: readonly (readonly (readonly number[])[])[];
  readonly #codes: ReadonlyMap<readonly number[], number>;
  readonly #missing = new Map<string, Combination>();

  constructor(
    sizes: readonly number[],
    { strength, seed, allows = () => true }: Pick<CoveringOptions, 'strength' | 'seed' | 'allows'>,
  ) {
    const groups = choices(sizes.length, Math.min(strength, sizes.length));
    this.#sizes = sizes;
    this.#allows = allows;
    this.#candidates = strength > 2 ? 1 : candidates;
    this.#next = dice(seed);
    this.#groups = groups;
    this.#groupsOf = sizes.map((_, factor) => groups.filter((group) => group.includes(factor)));
    this.#codes = new Map(groups.map((group, index) => [group, index]));
    for (const group of groups) this.#addMissing(group);
  }

  get isComplete(): boolean {
    return this.#missing.size === 0;
  }

  cover(row: readonly number[]): void {
    for (const key of this.#gainedBy(row)) this.#missing.delete(key);
  }

  /** The best of some rows with a combination that is missing. */
  nextRow(): readonly number[] {
    const [first] = this.#missing.values();
    const { group, values } = first as Combination;
    const start: Row = this.#sizes.map((_, factor) => {
      const at = group.indexOf(factor);
      return at < 0 ? undefined : values[at];
    });
    const drawn = Array.from({ length: this.#candidates }, () => this.#grown(start));
    const scored = drawn.map((row) => ({ row, gain: this.#gainedBy(row).length }));
    return scored.reduce((a, b) => (b.gain > a.gain ? b : a)).row;
  }

  #addMissing(group: readonly number[]): void {
    for (const values of product(group.map((factor) => this.#sizes[factor] ?? 1))) {
      const row: GrowingRow = [];
      for (const [at, factor] of group.entries()) row[factor] = values[at];
      if (this.#allows(row)) this.#missing.set(this.#keyOf(group, row) ?? '', { group, values });
    }
  }

  #keyOf(group: readonly number[], row: Row): string | undefined {
    let key = String(this.#codes.get(group));
    for (const factor of group) {
      if (row[factor] === undefined) return undefined;
      key += `,${row[factor]}`;
    }
    return key;
  }

  /** The missing combinations that a whole row has. */
  #gainedBy(row: readonly number[]): string[] {
    return this.#groups
      .map((group) => this.#keyOf(group, row) ?? '')
      .filter((key) => this.#missing.has(key));
  }

  /** How many of the missing combinations with a factor a row has so far. */
  #gainOf(row: Row, factor: number): number {
    let count = 0;
    for (const group of this.#groupsOf[factor] ?? []) {
      const key = this.#keyOf(group, row);
      if (key !== undefined && this.#missing.has(key)) count += 1;
    }
    return count;
  }

  #grown(start: Row): number[] {
    const row: GrowingRow = [...start];
    const factors = this.#sizes.map((_, factor) => factor);
    const open = factors.filter((factor) => row[factor] === undefined);
    for (const factor of shuffled(open, this.#below)) row[factor] = this.#bestValue(row, factor);
    return row as number[];
  }

  /** Of the values of a factor, from a random one on, the first that adds most. */
  #bestValue(row: GrowingRow, factor: number): number {
    const size = this.#sizes[factor] ?? 1;
    const first = this.#below(size);
    let best = -1;
    let chosen = first;
    for (let turn = 0; turn < size; turn += 1) {
      const value = (first + turn) % size;
      row[factor] = value;
      const gain = this.#allows(row) ? this.#gainOf(row, factor) : -1;
      if (gain > best) {
        best = gain;
        chosen = value;
      }
    }
    return chosen;
  }

  readonly #below = (limit: number): number => Math.floor(this.#next() * limit);
}

function product(sizes: readonly number[]): number[][] {
  return sizes.reduce<number[][]>(
    (rows, size) =>
      rows.flatMap((row) => Array.from({ length: size }, (_, value) => [...row, value])),
    [[]],
  );
}

function shuffled(items: readonly number[], below: (limit: number) => number): number[] {
  const list = [...items];
  for (let at = list.length - 1; at > 0; at -= 1) {
    const other = below(at + 1);
    const moved = list[at] ?? 0;
    list[at] = list[other] ?? 0;
    list[other] = moved;
  }
  return list;
}
