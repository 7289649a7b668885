/** What a request does that the specification has not, or that it leaves open. */
export interface Flaw {
  /** Such as `client/no-token`. */
  readonly id: string;
  /**
   * `breaks`: the specification rules it out. `relies-on`: it is silent, and another server may answer
   * otherwise.
   */
  readonly kind: 'breaks' | 'relies-on';
  /** The open point that the request relies on. */
  readonly openPoint?: string;
  readonly sentence: string;
}

export const breaks = (id: string, sentence: string): Flaw => ({
  id: `client/${id}`,
  kind: 'breaks',
  sentence,
});

export const reliesOn = (openPoint: string, sentence: string): Flaw => ({
  id: `client/relies-on-${openPoint}`,
  kind: 'relies-on',
  openPoint,
  sentence,
});
