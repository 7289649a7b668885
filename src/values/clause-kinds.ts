/**
 * The kinds of clauses as people read them. In the files it is `fixed`, which beside a list of faults would be
 * read as repaired.
 */
export const kindWords = {
  fixed: 'stated',
  derived: 'derived',
  open: 'open',
} as const;
