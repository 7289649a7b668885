import { inWords, parsedDocument, type Source } from '../../../src/document/document.ts';
import { type DocumentSchema, documentCheck } from '../../../src/document/document-check.ts';
import type { Operations } from '../operation.ts';
import { otherMethods } from '../talk/ask.ts';
import type { RequestEncoding } from '../talk/exchange.ts';
import type { Cause } from './cause.ts';
import type { LongerStory } from './confirm.ts';
import type { RecordedCall } from './recorded-call.ts';

/** A cause as a file for `verify --cause`: the calls, and the clause that the responses break. */
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
  /** For each call after the first, within how many milliseconds of the start of the one before it ended then, at most. */
  readonly within?: readonly number[];
  /** How many calls ran beside the one before them then, at least. */
  readonly beside?: number;
  /** What led to it in the run, which is tried before it is called fixed. */
  readonly from?: LongerStory;
}

export function causeFileOf(cause: Cause): CauseFile | undefined {
  const { clause, sentence, expected, actual, tries, confirmation } = cause;
  if (!confirmation || confirmation.calls.length === 0) return undefined;
  const { calls, shown, of, isLater, within, beside, from } = confirmation;
  return {
    clause,
    sentence,
    expected,
    actual,
    calls,
    tries,
    shown,
    of,
    ...(isLater && { isLater }),
    ...(within && { within }),
    ...(beside !== undefined && { beside }),
    ...(from && { from }),
  };
}

/** The schema of each property of a type: one that is written can be read. */
type SchemaOf<T> = { readonly [name in keyof Required<T>]: DocumentSchema };

const text: DocumentSchema = { type: 'string' };
const yesOrNo: DocumentSchema = { type: 'boolean' };
const count: DocumentSchema = { type: 'integer', minimum: 0 };

const wayProperties: SchemaOf<RequestEncoding> = {
  rawPath: text,
  headers: { type: 'object', additionalProperties: text },
  chunked: yesOrNo,
  padTo: count,
  isOdd: yesOrNo,
};

function callProperties(operations: Operations): SchemaOf<RecordedCall> {
  return {
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
    method: { enum: otherMethods },
    kept: yesOrNo,
    way: {
      type: 'object',
      additionalProperties: false,
      properties: wayProperties,
    },
    atOnce: { type: 'integer' },
    after: count,
  };
}

function longerStoryProperties(operations: Operations): SchemaOf<LongerStory> {
  return { calls: callsSchema(operations), ms: count };
}

function callsSchema(operations: Operations): DocumentSchema {
  return {
    type: 'array',
    minItems: 1,
    items: {
      type: 'object',
      required: ['operation', 'caller', 'about'],
      additionalProperties: false,
      properties: callProperties(operations),
    },
  };
}

function causeProperties(operations: Operations): SchemaOf<CauseFile> {
  return {
    clause: text,
    sentence: text,
    expected: text,
    actual: text,
    tries: { type: 'integer', minimum: 1 },
    shown: count,
    of: count,
    isLater: yesOrNo,
    within: { type: 'array', items: count },
    beside: count,
    calls: callsSchema(operations),
    from: {
      type: 'object',
      required: ['calls', 'ms'],
      properties: longerStoryProperties(operations),
    },
  };
}

/** Unknown keys beside the calls are kept for readers. */
function schemaOf(operations: Operations): DocumentSchema {
  return {
    type: 'object',
    required: ['clause', 'calls', 'tries'],
    properties: causeProperties(operations),
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
