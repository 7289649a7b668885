/** A change that a contributor makes by CONTRIBUTING.md, and how many files may be edited for it. */
export interface ContractChange {
  readonly name: string;
  readonly most: number;
  /** By file: what is put before a text in it; a file that does not exist is made. */
  readonly edits: { readonly [file: string]: readonly (readonly [before: string, text: string])[] };
  /** Mutants that the kit must reject then. */
  readonly mutants: readonly string[];
}
