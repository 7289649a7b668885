import { expect, test } from 'vitest';
import { openapiDocument } from '../spec/openapi.ts';
import { refusalInWords } from '../spec/who-may.ts';
import { type Refusal, type RefusalKind, refusalSentence } from './refusal.ts';

/** One of each kind, as openapi.yaml shows it; a kind that is missing does not compile. */
const refusals: { [kind in RefusalKind]: Extract<Refusal, { kind: kind }> } = {
  'malformed-request': {
    kind: 'malformed-request',
    problem: 'The URL cannot be read: it is not percent-encoded UTF-8. Check the percent-encoding.',
  },
  'wrong-content-type': { kind: 'wrong-content-type', found: 'text/plain' },
  'body-too-large': { kind: 'body-too-large', limit: 65536 },
  'invalid-report': {
    kind: 'invalid-report',
    problem: 'body.confidenceScore is "high"; expected a whole number from 0 to 100.',
  },
  'missing-parameter': { kind: 'missing-parameter' },
  'malformed-id': { kind: 'malformed-id' },
  'no-token': { kind: 'no-token' },
  'unknown-token': { kind: 'unknown-token' },
  'rate-limited': { kind: 'rate-limited', seconds: 1 },
  'unknown-service': { kind: 'unknown-service', service: 'nosuchco' },
  'not-a-researcher': { kind: 'not-a-researcher', problem: refusalInWords('create', {}) },
  'duplicate-report': { kind: 'duplicate-report' },
  'unknown-report': { kind: 'unknown-report', id: '00000000-0000-4000-8000-000000000000' },
  'deleted-report': { kind: 'deleted-report', id: '5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01' },
  'may-not-fetch': { kind: 'may-not-fetch', problem: refusalInWords('fetch', {}) },
  'not-your-report': { kind: 'not-your-report', problem: refusalInWords('delete', {}) },
  'may-not-look-up': { kind: 'may-not-look-up', problem: refusalInWords('lookup', {}) },
  'malformed-hash': { kind: 'malformed-hash', hash: 'abc' },
  'unknown-hash': { kind: 'unknown-hash' },
  'no-requests-left': { kind: 'no-requests-left' },
  unavailable: { kind: 'unavailable' },
  'internal-error': { kind: 'internal-error' },
};

const { examples } = (
  openapiDocument() as { components: { examples: { [kind: string]: { value: unknown } } } }
).components;

test.each(Object.values(refusals))('$kind is said as openapi.yaml shows it', (refusal) => {
  const error = refusalSentence(refusal);
  expect(error).toMatch(/^\S.* .*\.$/);
  expect(examples[refusal.kind]?.value).toEqual({ error, successful: false });
});

test.each<[Refusal, RegExp]>([
  [{ kind: 'wrong-content-type', found: undefined }, /no content type/],
  [{ kind: 'wrong-content-type', found: 'application/json', encoding: 'zebra' }, /zebra/],
  [{ kind: 'unknown-token', because: 'unwanted-prefix' }, /alone, without "Bearer" before it\.$/],
  [{ kind: 'unknown-token', because: 'wrong-prefix' }, /sent as "Bearer <token>"\.$/],
  [{ kind: 'unknown-token', because: 'outlived' }, /It has expired\.$/],
  [{ kind: 'unknown-token', because: 'expired' }, /It has expired\.$/],
  [{ kind: 'malformed-hash', hash: 'a'.repeat(140) }, /^"a{140}" is no/],
  [{ kind: 'malformed-hash', hash: 'a'.repeat(5000) }, /^"a{140}…" is no/],
  [{ kind: 'no-requests-left', refillIn: 60 }, /60 s/],
  [{ kind: 'unknown-service', service: 'nosuchco' }, /"nosuchco"/],
])('%o says what it knows', (refusal, says) => {
  expect(refusalSentence(refusal)).toMatch(says);
});
