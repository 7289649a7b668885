import { inARow } from '../values/listed.ts';
import type { HashKind } from './file-hashes.generated.ts';
import { operationNamed } from './operations.ts';
import { schemaNamed } from './schemas.ts';

export type { HashKind } from './file-hashes.generated.ts';

/** The field of an analysis (2.2) that has the hash. */
export type HashField = `${HashKind}Hash`;

/** A hash of a file by which it is looked up (4.4). */
export interface FileHash {
  readonly kind: HashKind;
  readonly field: HashField;
  /** As readers know it: `SHA-256`. */
  readonly name: string;
  /** The number of its hexadecimal digits. */
  readonly digits: number;
}

/** The hashes that openapi.yaml names at the parameter of the lookup, in that order. */
export const fileHashes: readonly FileHash[] = Object.entries(namedInContract()).map(
  ([name, field]) => ({
    kind: field.replace(/Hash$/, '') as HashKind,
    field: field as HashField,
    name,
    digits: digitsOf(field),
  }),
);

function namedInContract(): { readonly [name: string]: string } {
  const { parameters } = operationNamed('lookup');
  const hash = parameters.find(({ name }) => name === 'hash');
  return (hash?.schema['x-file-hashes'] ?? {}) as { readonly [name: string]: string };
}

function digitsOf(field: string): number {
  const { pattern } = schemaNamed('StaticAnalysis').properties?.[field] ?? {};
  const digits = /\{(\d+)\}\$$/.exec(String(pattern))?.[1];
  if (!field.endsWith('Hash') || digits === undefined)
    throw new Error(`openapi.yaml: ${field} is no field …Hash with a pattern of so many digits`);
  return Number(digits);
}

export const hashKinds: readonly HashKind[] = fileHashes.map(({ kind }) => kind);

export const hashFields: readonly HashField[] = fileHashes.map(({ field }) => field);

export function hashField(kind: HashKind): HashField {
  return `${kind}Hash`;
}

const lengths = fileHashes.map(({ digits }) => digits);

/** The numbers of digits that hashes have, from the smallest. */
export const hashLengths: readonly number[] = [...new Set(lengths)].sort((a, b) => a - b);

export const shortestHash = Math.min(...lengths);
export const longestHash = Math.max(...lengths);

/** Whether a text may be a hash of this kind, in either case. */
export function isHashOf(kind: HashKind, text: string): boolean {
  const digits = fileHashes.find((one) => one.kind === kind)?.digits;
  return isHexadecimal(text) && text.length === digits;
}

function isHexadecimal(text: string): boolean {
  return /^[0-9a-f]+$/i.test(text);
}

/** Whether a text may be a hash of a file, in either case. */
export function isFileHash(text: string): boolean {
  return isHexadecimal(text) && hashLengths.includes(text.length);
}

/** What may stand for an analysis, in data that somebody else wrote. */
type Hashed = { readonly [field in HashField]?: unknown };

/** The hashes that an analysis states. */
export function hashesIn(analysis: Hashed | null | undefined): string[] {
  return hashFields.flatMap((field) => {
    const hash = analysis?.[field];
    return typeof hash === 'string' && hash !== '' ? [hash] : [];
  });
}

/** `SHA-256, SHA-512 or BLAKE3`. */
export const hashNames: string = inARow(
  fileHashes.map(({ name }) => name),
  'or',
);

/** `64 or 128`. */
export const hashLengthsInWords: string = inARow(hashLengths.map(String), 'or');
