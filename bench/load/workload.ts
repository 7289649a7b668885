/** What succeeds, and what is refused: an invalid body, and a token that nobody has. */
export const workloads = ['fetch', 'lookup', 'create', 'delete', 'invalid', 'stranger'] as const;
export type Workload = (typeof workloads)[number];

/** How a contestant is asked: whole requests, sent in turn; in a delete, `{id}` is where the id goes. */
export type Requests = { readonly [workload in Workload]: readonly string[] };

export interface Load {
  readonly port: number;
  readonly connections: number;
  /** Ends after this long, or with so many requests; a delete ends when its ids do. */
  readonly seconds: number;
  readonly most: number;
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
  /** Answers with another status than the request deserves; `broken` for connections that ended. */
  readonly wrong: { readonly [status: string]: number };
  /** Ids of what was there or was created, and was not deleted. */
  readonly left: readonly string[];
}
