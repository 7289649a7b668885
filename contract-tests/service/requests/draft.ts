import { randomInt } from 'node:crypto';
import { judged } from '../../../src/document/judged.ts';
import { reportDraft } from '../../../src/spec/fields.ts';
import { isHashOf } from '../../../src/spec/file-hashes.ts';
import { schemaSample } from '../../../src/spec/schema/samples.ts';
import { inlined } from '../../../src/spec/schemas.ts';
import type { Payload } from '../target/target.ts';
import { madeUpHash } from './made-up.ts';

/** What a client supplies when creating a report (2.1, 4.1). */
export interface Draft {
  readonly tags: readonly string[];
  readonly c2Address: string;
  readonly file256Hash: string;
  readonly referenceLink: string;
  readonly confidenceScore: number;
}

export const sentFields = [
  'tags',
  'c2Address',
  'file256Hash',
  'referenceLink',
  'confidenceScore',
] as const;

/** Additional fields of the contract are sent with their example values. */
export const otherFields = Object.fromEntries(
  Object.entries(reportDraft.properties).flatMap(([field, schema]) => {
    if (sentFields.some((one) => one === field)) return [];
    const sample = schemaSample(schema);
    return judged(inlined(schema))(sample) ? [[field, sample]] : [];
  }),
);

/** A unique report: duplicates may be refused (4.1 is silent). */
export function newDraft(payload: Payload, changes: Partial<Draft> = {}): Draft {
  const file256Hash = changes.file256Hash ?? madeUpHash();
  return {
    ...otherFields,
    tags: payload.tags,
    c2Address: payload.c2Address.replaceAll('{n}', () => String(randomInt(1, 255))),
    file256Hash,
    // Links may have to contain the hash (2.1: a results page for the file hash).
    referenceLink: payload.referenceLink.replaceAll('{hash}', file256Hash),
    confidenceScore: payload.confidenceScore,
    ...changes,
  };
}

/** The hash of a report is new each time: duplicates may be refused (4.1 is silent). */
export function hashIn(sent: unknown): string | undefined {
  const hash = (sent as Partial<Draft> | undefined)?.file256Hash;
  return typeof hash === 'string' && isHashOf('sha256', hash) ? hash.toLowerCase() : undefined;
}
