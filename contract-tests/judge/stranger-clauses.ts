/** The clause that somebody breaks who deletes what is not theirs, by the part they play in the target file (4.3, 5). */
export const strangerClauses: { readonly [key: string]: string } = {
  'tokens.researcher': 'delete/researchers-are-equal',
  'tokens.otherResearcher': 'delete/other-researcher-may-not',
  'tokens.service': 'delete/owners-are-equal',
  'tokens.otherServiceOwner': 'delete/other-owner-may-not',
  'tokens.reader': 'delete/reader-may-not',
  'tokens.analyst': 'delete/reader-may-not',
};
