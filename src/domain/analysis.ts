import type { components } from '../spec/api.generated.ts';

/** A static analysis report (2.2), spelled as the specification spells it. */
export type Analysis = components['schemas']['StaticAnalysis'];

/** The hashes that 4.4 looks an analysis up by. */
export const lookupHashes = (analysis: Analysis): string[] => [
  analysis.sha256Hash,
  analysis.sha512Hash,
  analysis.blake3Hash,
];
