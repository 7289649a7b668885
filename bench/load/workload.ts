/** Successes, and refusals: an invalid body and an unknown token. */
export const workloads = ['fetch', 'lookup', 'create', 'delete', 'invalid', 'stranger'] as const;
export type Workload = (typeof workloads)[number];

/** The requests to a contestant, complete and sent in turn; in a delete, `{id}` is replaced. */
export type Requests = { readonly [workload in Workload]: readonly string[] };

export interface Load {
  readonly port: number;
  readonly connections: number;
  /** Ends after this time or this many requests; a delete ends when it runs out of ids. */
  readonly seconds: number;
  readonly most: number;
  readonly workload: Workload;
  readonly requests: Requests;
  /** The ids to delete. */
  readonly ids: readonly string[];
  /** The id to delete after those, if that makes no difference to the server. */
  readonly anyId?: string;
}

export interface Sent {
  readonly answers: number;
  readonly seconds: number;
  /** Responses with an unexpected status; `broken` for closed connections. */
  readonly wrong: { readonly [status: string]: number };
  /** Ids that existed or were created, and were not deleted. */
  readonly left: readonly string[];
}
