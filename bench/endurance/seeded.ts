/** A report and a file that the seed data has. */
export const seededId = '5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01';
export const seededHash = 'ae70fece2e538c7a5b4e962ef211cff9f360047a071044a8b28fdec58760b517';

/** A report that is accepted as it is. */
export const goodDraft = {
  tags: ['rat'],
  c2Address: 'c2.example.com:4444',
  file256Hash: seededHash,
  referenceLink: 'https://results.example/page',
  confidenceScore: 75,
};
