/** An entry of the search index. */
export interface SearchEntry {
  readonly id: number;
  readonly kind: string;
  readonly name: string;
  /** Its text. */
  readonly says: string;
  /** Its link. */
  readonly href: string;
}

export type NewSearchEntry = Omit<SearchEntry, 'id'>;
