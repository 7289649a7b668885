import { folderWith } from '../values/folder-with.test.support.ts';
import { readSeed, SeedProblem } from './seed.ts';

export const sha256 = `${'4'.repeat(63)}a`;

/** A small seed, changed in one place, in its own folder. */
export const files = {
  'services.yaml': '- tunnelco\n- dyndnsco\n',
  'callers.yaml': `
- { id: maker, name: Maker, token: token-maker, roles: [researcher], note: Makes reports. }
- { id: owner, name: Owner, token: token-owner, owns: tunnelco, requests: 3 }
- { id: reader, name: Reader, token: token-reader, roles: [] }
`,
  'analyses.yaml': `
- date: 2025-01-31T13:45:00Z
  tags: [{ heat: 3, name: rat }]
  ssDeep: 3:abc:def
  configs: { Family: { a/b: [1] }, Other: {} }
  mD5Hash: ${'1'.repeat(31)}a
  fileName: one.bin
  sha1Hash: ${'2'.repeat(39)}a
  blake3Hash: ${'3'.repeat(63)}a
  sha256Hash: ${sha256}
  sha512Hash: ${'5'.repeat(127)}a
  sizeInBytes: 12
  staticAnalysisDuration: "00:00:00.1"
`,
  'reports.yaml': `
- id: 5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01
  service: tunnelco
  createdBy: maker
  tags: [rat, packed]
  c2Address: 192.0.2.1:80
  file256Hash: ${sha256}
  referenceLink: https://results.example/4
  confidenceScore: 5
  reportedAt: 2025-02-28 23:59:59
  name: rat
  firstSeenID: 5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01
`,
};
type FileName = keyof typeof files;

type Changes = { [file: string]: string | Uint8Array | null };

export function folderOf(changes: Changes): string {
  const kept = Object.entries({ ...files, ...changes }).filter(([, content]) => content !== null);
  return folderWith(Object.fromEntries(kept) as { [file: string]: string | Uint8Array });
}

export function mistakes(folder: string): readonly string[] {
  try {
    readSeed(folder);
    return [];
  } catch (error) {
    if (error instanceof SeedProblem) return error.mistakes;
    throw error;
  }
}

export function mistakesIn(changes: Changes): readonly string[] {
  return mistakes(folderOf(changes));
}

export function changed(file: FileName, from: string, to: string): { [file: string]: string } {
  if (!files[file].includes(from)) throw new Error(`${file} does not contain ${from}`);
  return { [file]: files[file].replace(from, () => to) };
}
