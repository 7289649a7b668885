// Generated from openapi.yaml by `npm run generate`. Do not edit.

/** The hashes that a file is looked up by, as target files name them. */
export type HashKind = 'sha256' | 'sha512' | 'blake3';
