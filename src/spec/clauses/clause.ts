export type Area = 'feed' | 'lookup';

/** One statement of the specification, in our own words. */
export interface Clause {
  readonly id: string;
  readonly section: string;
  readonly kind: 'fixed' | 'derived' | 'open';
  readonly sentence: string;
  /** The conforming server that comes nearest to breaking it, and is accepted; of derived ones by their kind. */
  readonly nearest?: string;
  /** For an open clause: the question in openapi.yaml that it observes. */
  readonly openPoint?: string;
}
