import { expect, test } from 'vitest';
import { operationNames } from '../domain/operation.ts';
import { type Refusal, type RefusalKind, refusalSentence } from '../domain/refusal.ts';
import { operations } from '../operations/operations.ts';
import { openapiDocument } from '../spec/openapi.ts';
import { refusalInWords } from '../spec/who-may.ts';

type Facts = {
  readonly [kind in RefusalKind]?: Omit<Extract<Refusal, { kind: kind }>, 'kind'>;
};

/** What the examples of openapi.yaml tell beside their kind. */
const facts: Facts = {
  'malformed-request': {
    problem: 'The URL cannot be read: it is not percent-encoded UTF-8. Check the percent-encoding.',
  },
  'wrong-content-type': { found: 'text/plain' },
  'body-too-large': { limit: 65536 },
  'invalid-report': {
    problem: 'body.confidenceScore is 101; expected a whole number from 0 to 100.',
  },
  'wrong-type': {
    problem: 'body.confidenceScore is "high"; expected a whole number from 0 to 100.',
  },
  'rate-limited': { seconds: 1 },
  'unknown-service': { service: 'nosuchco' },
  'unknown-report': { id: '00000000-0000-4000-8000-000000000000' },
  'deleted-report': { id: '5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01' },
  'malformed-hash': { hash: 'abc' },
};

const { examples } = (
  openapiDocument() as { components: { examples: { [kind: string]: { value: unknown } } } }
).components;

const refusals = operationNames.flatMap((operation) =>
  Object.keys(operations[operation].causes).map((kind) => ({
    operation,
    kind: kind as RefusalKind,
  })),
);

test.each(refusals)('$operation: $kind is said as openapi.yaml shows it', ({ operation, kind }) => {
  const refusal = { ...facts[kind], kind } as Refusal;
  // Who may call an operation is not said for each kind: x-callers has it.
  const own: string | undefined = refusalSentence(refusal);
  const error = own ?? refusalInWords(operation, {});
  expect(error).toMatch(/^\S.* .*\.$/);
  expect(examples[kind]?.value).toEqual({ error, successful: false });
});
