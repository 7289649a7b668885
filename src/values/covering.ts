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
  { strength, seed, allows = () => true, given = [], most = Infinity }: CoveringOptions,
): readonly (readonly number[])[] {
  const next = dice(seed);
  const below = (limit: number): number => Math.floor(next() * limit);
  const groups = choices(sizes.length, Math.min(strength, sizes.length));
  const groupsOf = sizes.map((_, factor) => groups.filter((group) => group.includes(factor)));
  const codes = new Map(groups.map((group, index) => [group, index]));
  const keyOf = (group: readonly number[], row: Row): string | undefined => {
    let key = String(codes.get(group as number[]));
    for (const factor of group) {
      if (row[factor] === undefined) return undefined;
      key += `,${row[factor]}`;
    }
    return key;
  };
  const missing = new Map<string, readonly [readonly number[], readonly number[]]>();
  for (const group of groups)
    for (const values of product(group.map((factor) => sizes[factor] ?? 1))) {
      const row: GrowingRow = [];
      for (const [at, factor] of group.entries()) row[factor] = values[at];
      if (allows(row)) missing.set(keyOf(group, row) ?? '', [group, values]);
    }

  const gained = (row: Row, factor: number): number => {
    let count = 0;
    for (const group of groupsOf[factor] ?? []) {
      const key = keyOf(group, row);
      if (key !== undefined && missing.has(key)) count += 1;
    }
    return count;
  };
  const grown = (start: Row): number[] => {
    const row: GrowingRow = [...start];
    const open = sizes.map((_, factor) => factor).filter((factor) => row[factor] === undefined);
    for (const factor of shuffled(open, below)) {
      const size = sizes[factor] ?? 1;
      const first = below(size);
      let best = -1;
      let chosen = first;
      for (let turn = 0; turn < size; turn += 1) {
        const value = (first + turn) % size;
        row[factor] = value;
        const gain = allows(row) ? gained(row, factor) : -1;
        if (gain > best) {
          best = gain;
          chosen = value;
        }
      }
      row[factor] = chosen;
    }
    return row as number[];
  };
  const covered = (row: readonly number[]): string[] =>
    groups.map((group) => keyOf(group, row) ?? '').filter((key) => missing.has(key));

  const rows = [...given];
  for (const key of rows.flatMap(covered)) missing.delete(key);
  while (missing.size > 0 && rows.length < most) {
    const [group, values] = missing.values().next().value ?? [[], []];
    const start: Row = sizes.map((_, factor) => {
      const at = group.indexOf(factor);
      return at < 0 ? undefined : values[at];
    });
    const drawn = Array.from({ length: strength > 2 ? 1 : candidates }, () => grown(start));
    const scored = drawn.map((row) => ({ row, keys: covered(row) }));
    const best = scored.reduce((a, b) => (b.keys.length > a.keys.length ? b : a));
    for (const key of best.keys) missing.delete(key);
    rows.push(best.row);
  }
  return rows;
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
