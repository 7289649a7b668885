import { dice } from './dice.ts';

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
  { strength, seed, allows = () => true, given = [], most = Infinity }: CoveringOptions,
): readonly (readonly number[])[] {
  const next = dice(seed);
  const below = (limit: number): number => Math.floor(next() * limit);
  const missing = new MissingCombinations(sizes, strength, allows);

  /** Of the values of a factor, from a random one on, the first that adds most. */
  const bestValue = (row: GrowingRow, factor: number): number => {
    const size = sizes[factor] ?? 1;
    const first = below(size);
    const gainBy = (value: number): number => {
      row[factor] = value;
      return allows(row) ? missing.countIn(row, factor) : -1;
    };
    const values = Array.from({ length: size }, (_, turn) => (first + turn) % size);
    return best(values, gainBy);
  };
  const grown = (start: Row): number[] => {
    const row: GrowingRow = [...start];
    const open = sizes.flatMap((_, factor) => (row[factor] === undefined ? factor : []));
    for (const factor of shuffled(open, below)) row[factor] = bestValue(row, factor);
    return row as number[];
  };

  const rows = [...given];
  for (const row of given) missing.remove(row);
  for (let start = missing.first; start && rows.length < most; start = missing.first) {
    const drawn = Array.from({ length: strength > 2 ? 1 : candidates }, () => grown(start as Row));
    const row = best(drawn, (one) => missing.countIn(one));
    missing.remove(row);
    rows.push(row);
  }
  return rows;
}

/** Some factors, with a number of their own. */
interface Group {
  readonly nth: number;
  readonly factors: readonly number[];
}

/** The combinations of values that no row has yet, each as a row with gaps. */
class MissingCombinations {
  readonly #base: number;
  readonly #groups: readonly Group[];
  readonly #groupsOf: readonly (readonly Group[])[];
  readonly #rows = new Map<number, Row>();

  constructor(sizes: readonly number[], strength: number, allows: (row: Row) => boolean) {
    const all = sizes.map((_, factor) => factor);
    const groups = choices(all, Math.min(strength, sizes.length));
    this.#base = Math.max(...sizes);
    this.#groups = groups.map((factors, nth) => ({ factors, nth }));
    this.#groupsOf = all.map((factor) =>
      this.#groups.filter(({ factors }) => factors.includes(factor)),
    );
    for (const group of this.#groups)
      for (const row of rowsOf(group.factors, sizes))
        if (allows(row)) this.#rows.set(this.#keyOf(group, row), row);
  }

  get first(): Row | undefined {
    return this.#rows.values().next().value;
  }

  /** How many of them a row has, or how many of those with a factor that it has so far. */
  countIn(row: Row, factor?: number): number {
    const groups = factor === undefined ? this.#groups : (this.#groupsOf[factor] ?? []);
    let count = 0;
    for (const group of groups) if (this.#rows.has(this.#keyOf(group, row))) count += 1;
    return count;
  }

  remove(row: Row): void {
    for (const group of this.#groups) this.#rows.delete(this.#keyOf(group, row));
  }

  /** Not a number where the row has a gap. */
  #keyOf({ nth, factors }: Group, row: Row): number {
    let key = nth;
    for (const factor of factors) key = key * this.#base + (row[factor] ?? Number.NaN);
    return key;
  }
}

/** All combinations of this size. */
function choices(of: readonly number[], size: number): number[][] {
  if (size === 0) return [[]];
  return of.flatMap((first, at) =>
    choices(of.slice(at + 1), size - 1).map((rest) => [first, ...rest]),
  );
}

/** With every combination of the values of some factors. */
function rowsOf(group: readonly number[], sizes: readonly number[]): Row[] {
  return group.reduce<Row[]>(
    (rows, factor) =>
      rows.flatMap((row) =>
        Array.from({ length: sizes[factor] ?? 1 }, (_, value) => {
          const more: GrowingRow = [...row];
          more[factor] = value;
          return more;
        }),
      ),
    [[]],
  );
}

/** The first one with the highest score. */
function best<T>(all: readonly T[], scoreOf: (one: T) => number): T {
  const scored = all.map((one) => ({ one, score: scoreOf(one) }));
  return scored.reduce((a, b) => (b.score > a.score ? b : a)).one;
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
