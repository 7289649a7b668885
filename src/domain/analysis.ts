/** A static analysis report (2.2), spelled as the specification spells it. */
export interface Analysis {
  readonly date: string;
  readonly tags: readonly { readonly heat: number; readonly name: string }[];
  readonly ssDeep: string;
  readonly configs: { readonly [family: string]: { readonly [key: string]: unknown } };
  readonly mD5Hash: string;
  readonly fileName: string;
  readonly sha1Hash: string;
  readonly blake3Hash: string;
  readonly sha256Hash: string;
  readonly sha512Hash: string;
  readonly sizeInBytes: number;
  readonly staticAnalysisDuration: string;
}

/** The hashes that 4.4 looks an analysis up by. */
export const lookupHashes = (analysis: Analysis): string[] => [
  analysis.sha256Hash,
  analysis.sha512Hash,
  analysis.blake3Hash,
];
