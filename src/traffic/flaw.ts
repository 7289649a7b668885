/** A request outside the specification, or one that relies on an open point. */
export interface Flaw {
  /** For example `client/no-token`. */
  readonly id: string;
  /**
   * `breaks`: the specification rules it out. `relies-on`: it is silent, and servers may respond
   * differently.
   */
  readonly kind: 'breaks' | 'relies-on';
  /** The open point concerned. */
  readonly openPoint?: string;
  readonly sentence: string;
}

/** A flaw of a caller, with its first occurrence. */
export interface ClientFinding extends Flaw {
  readonly caller: string;
  readonly times: number;
  /** The numbers of the latest requests with it, where requests are numbered. */
  readonly requests?: readonly number[];
  readonly first: { readonly method: string; readonly path: string; readonly status?: number };
}

export function breach(id: string, sentence: string): Flaw {
  return {
    id: `client/${id}`,
    kind: 'breaks',
    sentence,
  };
}

export function reliesOn(openPoint: string, sentence: string): Flaw {
  return {
    id: `client/relies-on-${openPoint}`,
    kind: 'relies-on',
    openPoint,
    sentence,
  };
}
