/** What the load can be made of. */
export const shots = ['get', 'lookup', 'create', 'delete'] as const;
export type Shot = (typeof shots)[number];

export const workloads = [...shots, 'mix'] as const;
export type Workload = (typeof workloads)[number];

/** One in twenty of a mix each: readers are many, writers few. */
const mixed: readonly Shot[] = [
  ...Array<Shot>(10).fill('get'),
  ...Array<Shot>(5).fill('lookup'),
  ...Array<Shot>(3).fill('create'),
  ...Array<Shot>(2).fill('delete'),
];

/** The order in which the shots of a workload are fired, again and again. */
export const orderOf = (workload: Workload): readonly Shot[] =>
  workload === 'mix' ? spread(mixed) : [workload];

/** Neighbours differ: 7 and the length of the list have no common divisor. */
const spread = (list: readonly Shot[]): readonly Shot[] =>
  list.map((_, index) => list[(index * 7) % list.length] as Shot);

/** How a contestant is asked: whole requests, fired in turn; a delete takes an id into its place. */
export interface Ammunition {
  readonly get: readonly string[];
  readonly lookup: readonly string[];
  readonly create: readonly string[];
  /** With `{id}` where the id goes. */
  readonly delete: string;
}

export interface Firing {
  readonly port: number;
  readonly connections: number;
  /** Ends after this long; a delete ends when its ids do. */
  readonly seconds: number;
  /** Ends after so many answers, where it is given. */
  readonly count?: number;
  readonly workload: Workload;
  readonly ammunition: Ammunition;
  /** What a delete deletes. */
  readonly ids: readonly string[];
  /** What it deletes when those are gone, where that makes no difference to the server. */
  readonly anyId?: string;
}

export interface Fired {
  readonly answers: number;
  readonly seconds: number;
  readonly p50: number;
  readonly p99: number;
  /** Answers outside 200 to 299, by status; `broken` for connections that ended. */
  readonly wrong: { readonly [status: string]: number };
  /** What was created and not deleted again. */
  readonly created: readonly string[];
}
