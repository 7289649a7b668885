/** What succeeds, and what is refused: an invalid body, and a token that nobody has. */
export const requestKinds = [
  ...(['fetch', 'lookup', 'create', 'delete'] as const),
  ...(['invalid', 'stranger'] as const),
] as const;
export type RequestKind = (typeof requestKinds)[number];

export const refusedKinds = ['invalid', 'stranger'] as const;
export type RefusedKind = (typeof refusedKinds)[number];

export const workloads = ['fetch', 'lookup', 'create', 'delete', 'mix', ...refusedKinds] as const;
export type Workload = (typeof workloads)[number];

export const isRefused = (workload: Workload): workload is RefusedKind =>
  refusedKinds.some((kind) => kind === workload);

/** One in twenty of a mix each: readers are many, writers few. */
const mixed: readonly RequestKind[] = [
  ...Array<RequestKind>(10).fill('fetch'),
  ...Array<RequestKind>(5).fill('lookup'),
  ...Array<RequestKind>(3).fill('create'),
  ...Array<RequestKind>(2).fill('delete'),
];

/** The order in which the requests of a workload are sent, again and again. */
export const orderOf = (workload: Workload): readonly RequestKind[] =>
  workload === 'mix' ? spread(mixed) : [workload];

/** Neighbours differ: 7 and the length of the list have no common divisor. */
const spread = (list: readonly RequestKind[]): readonly RequestKind[] =>
  list.map((_, index) => list[(index * 7) % list.length] as RequestKind);

/** How a contestant is asked: whole requests, sent in turn; a delete takes an id into its place. */
export type Requests = {
  readonly [kind in Exclude<RequestKind, 'delete'>]: readonly string[];
} & {
  /** With `{id}` where the id goes. */
  readonly delete: string;
};

export interface Load {
  readonly port: number;
  readonly connections: number;
  /** Ends after this long, or with so many requests; a delete ends when its ids do. */
  readonly seconds: number;
  readonly most: number;
  readonly workload: Workload;
  readonly requests: Requests;
  /** With which status this contestant refuses; all other requests succeed with any 2xx. */
  readonly refusals: { readonly [kind in RefusedKind]?: number };
  /** What a delete deletes. */
  readonly ids: readonly string[];
  /** What it deletes when those are gone, where that makes no difference to the server. */
  readonly anyId?: string;
}

export interface Sent {
  readonly answers: number;
  readonly seconds: number;
  /** Answers with another status than the request deserves; `broken` for connections that ended. */
  readonly wrong: { readonly [status: string]: number };
  /** Ids of what was there or was created, and was not deleted. */
  readonly left: readonly string[];
}
