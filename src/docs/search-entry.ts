/** Something that can be found. */
export interface SearchEntry {
  readonly id: number;
  readonly kind: string;
  readonly name: string;
  /** What is said of it. */
  readonly says: string;
  /** Where it stands. */
  readonly href: string;
}

export type NewSearchEntry = Omit<SearchEntry, 'id'>;
