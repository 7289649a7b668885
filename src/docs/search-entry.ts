/** Something that can be found. */
export interface Entry {
  readonly id: number;
  readonly kind: string;
  readonly name: string;
  /** What is said of it. */
  readonly says: string;
  /** Where it stands. */
  readonly href: string;
}

export type Unnumbered = Omit<Entry, 'id'>;
