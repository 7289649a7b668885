import { inWords, parsedDocument, type Source } from '../../../src/document/document.ts';
import { type DocumentSchema, documentCheck } from '../../../src/document/document-check.ts';
import type { Operations } from '../operation.ts';
import type { Cause } from './cause.ts';
import type { RecordedCall } from './recorded-call.ts';

/** A cause as a file for `abuse-feed replay`: the calls, and the clause that the responses break. */
export interface CauseFile {
  readonly clause: string;
  readonly sentence: string;
  readonly expected: string;
  readonly actual: string;
  readonly calls: readonly RecordedCall[];
  /** How often the calls are repeated until the clause is broken. */
  readonly tries: number;
  /** How often they broke it when it was found, of how many attempts. */
  readonly shown?: number;
  readonly of?: number;
  /** Whether such calls broke nothing at first. */
  readonly isLater?: boolean;
  /** Milliseconds that the calls took when they last broke it. */
  readonly ms?: number;
}

export function causeFileOf(cause: Cause): CauseFile | undefined {
  const { clause, sentence, expected, actual, tries, confirmation } = cause;
  if (!confirmation || confirmation.calls.length === 0) return undefined;
  const { calls, shown, of, isLater, ms } = confirmation;
  const known = { ...(isLater && { isLater }), ...(ms !== undefined && { ms }) };
  return { clause, sentence, expected, actual, calls, tries, shown, of, ...known };
}

const text: DocumentSchema = { type: 'string' };

/** Unknown keys beside the calls are kept for readers. */
function schemaOf(operations: Operations): DocumentSchema {
  return {
    type: 'object',
    required: ['clause', 'calls', 'tries'],
    properties: {
      clause: text,
      sentence: text,
      expected: text,
      actual: text,
      tries: { type: 'integer', minimum: 1, maximum: 100 },
      shown: { type: 'integer', minimum: 0 },
      of: { type: 'integer', minimum: 0 },
      isLater: { type: 'boolean' },
      ms: { type: 'integer', minimum: 0 },
      calls: {
        type: 'array',
        minItems: 1,
        maxItems: 200,
        items: {
          type: 'object',
          required: ['operation', 'caller', 'about'],
          additionalProperties: false,
          properties: {
            operation: { enum: operations.all.map(({ name }) => name) },
            caller: text,
            about: {
              type: 'object',
              additionalProperties: false,
              properties: Object.fromEntries(operations.parameters.map((name) => [name, text])),
            },
            body: text,
            contentType: text,
            accept: text,
            encoding: text,
            creates: text,
            method: { enum: ['HEAD', 'PUT', 'PATCH', 'OPTIONS'] },
            kept: { type: 'boolean' },
            way: {
              type: 'object',
              additionalProperties: false,
              properties: {
                rawPath: { type: 'string', pattern: '^/' },
                headers: { type: 'object', additionalProperties: text },
                chunked: { type: 'boolean' },
                padTo: { type: 'integer', minimum: 0, maximum: 4_000_000 },
                isOdd: { type: 'boolean' },
              },
            },
            atOnce: { type: 'integer' },
            after: { type: 'integer', minimum: 0, maximum: 60_000 },
          },
        },
      },
    },
  };
}

/** A file that is no cause. The message lists its mistakes, with their lines. */
export class CauseFileProblem extends Error {
  override readonly name = 'CauseFileProblem';
}

/** Parses a cause file. Throws a CauseFileProblem. */
export function parseCause(operations: Operations, source: Source): CauseFile {
  const mistakesIn = documentCheck(schemaOf(operations), { document: 'the cause' });
  const parsed = parsedDocument(source);
  const mistakes = 'mistake' in parsed ? [parsed.mistake] : mistakesIn(parsed.value, source);
  if (mistakes.length > 0) throw new CauseFileProblem(inWords(mistakes, source.file));
  return (parsed as { readonly value: unknown }).value as CauseFile;
}
