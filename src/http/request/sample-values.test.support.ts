export const feed = '/feed/tunnelco/api';
export const tokens = {
  researcher: 'token-researcher-1',
  reader: 'token-reader',
  analyst: 'token-analyst',
};
/** Seeded in tunnelco by researcher-1. */
export const seededId = '5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01';
/** Seeded in dyndnsco. */
export const otherFeedsId = 'c16e9d72-40a8-4f3b-8e15-7a2d5b90f403';
export const seededSha256 = 'ae70fece2e538c7a5b4e962ef211cff9f360047a071044a8b28fdec58760b517';

export const goodReport = {
  tags: ['rat', 'windows'],
  c2Address: 'c2.example.com:4444',
  file256Hash: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  referenceLink: 'https://results.example/page',
  confidenceScore: 75,
};
