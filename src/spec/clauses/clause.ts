export type Area = 'feed' | 'lookup';

/** One statement of the specification, in our own words. */
export interface Clause {
  readonly id: string;
  readonly section: string;
  readonly kind: 'fixed' | 'derived' | 'open';
  readonly sentence: string;
  /** For an open clause: the question in openapi.yaml that it observes. */
  readonly openPoint?: string;
}
