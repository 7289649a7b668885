import { inWords, parsedDocument, type Source } from '../../../src/document/document.ts';
import { type DocumentSchema, documentCheck } from '../../../src/document/document-check.ts';
import type { Operations } from '../operation.ts';
import { otherMethods } from '../talk/ask.ts';
import type { RequestEncoding } from '../talk/exchange.ts';
import type { Cause } from './cause.ts';
import type { LongerStory, Proof } from './confirm.ts';
import type { RecordedCall } from './recorded-call.ts';

/** A cause as a file for `verify --cause`: the calls, and the clause that the responses break. */
export interface CauseFile
  extends Pick<Cause, 'clause' | 'sentence' | 'expected' | 'actual' | 'tries'>,
    Partial<Proof> {
  readonly calls: Proof['calls'];
}

export function causeFileOf(cause: Cause): CauseFile | undefined {
  const { clause, sentence, expected, actual, tries, confirmation } = cause;
  if (!confirmation || confirmation.calls.length === 0) return undefined;
  const { answers: _, only: __, why: ___, ...proof } = confirmation;
  return { clause, sentence, expected, actual, tries, ...proof };
}

/** The schema of each property of a type: one that is written can be read. */
type SchemaOf<T> = { readonly [name in keyof Required<T>]: DocumentSchema };

const text: DocumentSchema = { type: 'string' };
const yesOrNo: DocumentSchema = { type: 'boolean' };
const count: DocumentSchema = { type: 'integer', minimum: 0 };

/** Unknown keys beside the calls are kept for readers. */
function schemaOf(operations: Operations): DocumentSchema {
  const way: SchemaOf<RequestEncoding> = {
    rawPath: text,
    headers: { type: 'object', additionalProperties: text },
    chunked: yesOrNo,
    padTo: count,
    isOdd: yesOrNo,
  };
  const about = Object.fromEntries(operations.parameters.map((name) => [name, text]));
  const call: SchemaOf<RecordedCall> = {
    operation: { enum: operations.all.map(({ name }) => name) },
    caller: text,
    about: { type: 'object', additionalProperties: false, properties: about },
    body: text,
    contentType: text,
    accept: text,
    encoding: text,
    creates: text,
    method: { enum: otherMethods },
    kept: yesOrNo,
    way: { type: 'object', additionalProperties: false, properties: way },
    atOnce: { type: 'integer' },
    after: count,
  };
  const required = ['operation', 'caller', 'about'];
  const items = { type: 'object', required, additionalProperties: false, properties: call };
  const calls: DocumentSchema = { type: 'array', minItems: 1, items };
  const from: SchemaOf<LongerStory> = { calls, ms: count };
  const cause: SchemaOf<CauseFile> = {
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
    calls,
    from: { type: 'object', required: ['calls', 'ms'], properties: from },
  };
  return { type: 'object', required: ['clause', 'calls', 'tries'], properties: cause };
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
