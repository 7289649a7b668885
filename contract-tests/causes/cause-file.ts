import { inWords, parsedDocument, type Source } from '../../src/spec/document.ts';
import { type DocumentSchema, documentCheck } from '../../src/spec/document-check.ts';
import { operationPlaces } from '../../src/spec/operations.ts';
import { connect, NoAnswer } from '../talk/client.ts';
import { connectionsServedBy } from '../talk/connection-trial.ts';
import type { Target } from '../target/target.ts';
import type { Cause } from './cause.ts';
import { triesOf } from './confirm.ts';
import type { RecordedCall } from './recorded-call.ts';
import { type ReplayOptions, replayCalls } from './replay.ts';

/** A cause as a file for `abuse-feed replay`: the calls, and the clause that the responses break. */
export interface CauseFile {
  readonly clause: string;
  readonly sentence: string;
  readonly expected: string;
  readonly actual: string;
  readonly calls: readonly RecordedCall[];
  /** How often the calls are repeated until the clause is broken. */
  readonly tries: number;
}

export const causeFileOf = (cause: Cause): CauseFile | undefined => {
  const { clause, sentence, expected, actual, confirmation } = cause;
  if (!confirmation || confirmation.calls.length === 0) return undefined;
  const { calls } = confirmation;
  return { clause, sentence, expected, actual, calls, tries: triesOf(confirmation) };
};

const text: DocumentSchema = { type: 'string' };

/** Unknown keys beside the calls are kept for readers. */
const schema: DocumentSchema = {
  type: 'object',
  required: ['clause', 'calls', 'tries'],
  properties: {
    clause: text,
    sentence: text,
    expected: text,
    actual: text,
    tries: { type: 'integer', minimum: 1, maximum: 100 },
    calls: {
      type: 'array',
      minItems: 1,
      maxItems: 200,
      items: {
        type: 'object',
        required: ['operation', 'caller'],
        additionalProperties: false,
        properties: {
          operation: { enum: operationPlaces.map(({ name }) => name) },
          ...Object.fromEntries(
            ['caller', 'service', 'report', 'hash', 'body', 'contentType', 'accept', 'creates'].map(
              (name) => [name, text],
            ),
          ),
          kept: { type: 'boolean' },
          way: {
            type: 'object',
            additionalProperties: false,
            properties: {
              rawPath: { type: 'string', pattern: '^/' },
              headers: { type: 'object', additionalProperties: text },
              chunked: { type: 'boolean' },
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

const mistakesIn = documentCheck(schema, { document: 'the cause' });

/** A file that is no cause. The message lists its mistakes, with their lines. */
export class CauseFileProblem extends Error {
  override readonly name = 'CauseFileProblem';
}

/** Parses a cause file. Throws a CauseFileProblem. */
export const parseCause = (source: Source): CauseFile => {
  const parsed = parsedDocument(source);
  const mistakes = 'mistake' in parsed ? [parsed.mistake] : mistakesIn(parsed.value, source);
  if (mistakes.length > 0) throw new CauseFileProblem(inWords(mistakes, source.file));
  return (parsed as { readonly value: unknown }).value as CauseFile;
};

/** shown: the clause is broken again. fixed: it is not. unclear: neither can be concluded. */
export type ReplayVerdict =
  | { readonly verdict: 'shown' | 'fixed'; readonly shown: number; readonly of: number }
  | { readonly verdict: 'unclear'; readonly why: string };

export interface ReplayCauseOptions extends Pick<ReplayOptions, 'signal' | 'listener'> {
  /** Whether calls with limited tokens are allowed, which use up their quota. */
  readonly spends?: boolean;
}

/** Repeats the calls of a cause, and says whether they still break its clause. */
export const replayCause = async (
  { clause, calls, tries }: CauseFile,
  target: Target,
  { signal, spends = false, listener }: ReplayCauseOptions = {},
): Promise<ReplayVerdict> => {
  const limited = calls.find(({ caller }) => caller.startsWith('tokens.limited'))?.caller;
  if (limited && !spends)
    return { verdict: 'unclear', why: `it uses up requests of ${limited}; --spend allows that` };
  const onCreating = listener?.creating;
  const { atOnce } = await connectionsServedBy(target, { signal });
  const client = connect(target, { signal, atOnce, onCreating, onAnswer: () => undefined });
  try {
    for (let nth = 1; nth <= tries; nth += 1) {
      const { broken, exchanges, lost } = await replayCalls(calls, {
        client,
        target,
        signal,
        listener,
      });
      if (broken.has(clause)) return { verdict: 'shown', shown: 1, of: nth };
      if (lost) throw lost;
      if (exchanges.some(({ throttled }) => throttled))
        return { verdict: 'unclear', why: 'the target asks to come back later' };
    }
    return { verdict: 'fixed', shown: 0, of: tries };
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return { verdict: 'unclear', why: `no response came from ${error.url}: ${error.message}` };
  } finally {
    await client.close();
  }
};
