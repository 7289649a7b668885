/** What the load can be made of. */
export const requestKinds = ['get', 'lookup', 'create', 'delete'] as const;
export type RequestKind = (typeof requestKinds)[number];

export const workloads = [...requestKinds, 'mix'] as const;
export type Workload = (typeof workloads)[number];

/** One in twenty of a mix each: readers are many, writers few. */
const mixed: readonly RequestKind[] = [
  ...Array<RequestKind>(10).fill('get'),
  ...Array<RequestKind>(5).fill('lookup'),
  ...Array<RequestKind>(3).fill('create'),
  ...Array<RequestKind>(2).fill('delete'),
];

/** The order in which the requestKinds of a workload are sent, again and again. */
export const orderOf = (workload: Workload): readonly RequestKind[] =>
  workload === 'mix' ? spread(mixed) : [workload];

/** Neighbours differ: 7 and the length of the list have no common divisor. */
const spread = (list: readonly RequestKind[]): readonly RequestKind[] =>
  list.map((_, index) => list[(index * 7) % list.length] as RequestKind);

/** How a contestant is asked: whole requests, sent in turn; a delete takes an id into its place. */
export interface Requests {
  readonly get: readonly string[];
  readonly lookup: readonly string[];
  readonly create: readonly string[];
  /** With `{id}` where the id goes. */
  readonly delete: string;
}

export interface Load {
  readonly port: number;
  readonly connections: number;
  /** Ends after this long; a delete ends when its ids do. */
  readonly seconds: number;
  /** Ends after so many answers, where it is given. */
  readonly count?: number;
  readonly workload: Workload;
  readonly requests: Requests;
  /** What a delete deletes. */
  readonly ids: readonly string[];
  /** What it deletes when those are gone, where that makes no difference to the server. */
  readonly anyId?: string;
}

export interface Sent {
  readonly answers: number;
  readonly seconds: number;
  readonly p50: number;
  readonly p99: number;
  /** Answers outside 200 to 299, by status; `broken` for connections that ended. */
  readonly wrong: { readonly [status: string]: number };
  /** What was created and not deleted again. */
  readonly created: readonly string[];
}
