import { expect, test } from 'vitest';
import { type Refusal, type RefusalKind, sentence } from './refusal.ts';

/** One of each kind; a kind that is missing does not compile. */
const refusals: { [kind in RefusalKind]: Extract<Refusal, { kind: kind }> } = {
  'malformed-request': { kind: 'malformed-request', problem: 'The body is empty.' },
  'wrong-content-type': { kind: 'wrong-content-type', found: 'text/plain' },
  'body-too-large': { kind: 'body-too-large', limit: 65536 },
  'invalid-report': { kind: 'invalid-report', problem: 'body.tags is missing.' },
  'missing-parameter': { kind: 'missing-parameter' },
  'malformed-id': { kind: 'malformed-id' },
  'no-token': { kind: 'no-token' },
  'unknown-token': { kind: 'unknown-token' },
  'rate-limited': { kind: 'rate-limited', seconds: 1 },
  'unknown-service': { kind: 'unknown-service', service: 'nosuchco' },
  'not-a-researcher': { kind: 'not-a-researcher' },
  'duplicate-report': { kind: 'duplicate-report' },
  'unknown-report': { kind: 'unknown-report', id: 'some-id' },
  'deleted-report': { kind: 'deleted-report', id: 'some-id' },
  'may-not-fetch': { kind: 'may-not-fetch' },
  'not-your-report': { kind: 'not-your-report' },
  'may-not-look-up': { kind: 'may-not-look-up' },
  'malformed-hash': { kind: 'malformed-hash', hash: 'abc' },
  'unknown-hash': { kind: 'unknown-hash' },
  'no-requests-left': { kind: 'no-requests-left' },
  unavailable: { kind: 'unavailable' },
  'internal-error': { kind: 'internal-error' },
};

test.each(Object.values(refusals))('$kind is put in a sentence', (refusal) => {
  expect(sentence(refusal)).toMatch(/^\S.* .*\.$/);
});

test.each<[Refusal, RegExp]>([
  [{ kind: 'wrong-content-type', found: undefined }, /no content type/],
  [{ kind: 'wrong-content-type', found: 'application/json', encoding: 'zebra' }, /zebra/],
  [{ kind: 'unknown-token', because: 'unwanted-prefix' }, /alone, without "Bearer" before it\.$/],
  [{ kind: 'unknown-token', because: 'expired' }, /It has expired\.$/],
  [{ kind: 'no-requests-left', refillIn: 60 }, /60 s/],
  [{ kind: 'unknown-service', service: 'nosuchco' }, /"nosuchco"/],
])('%o says what it knows', (refusal, says) => {
  expect(sentence(refusal)).toMatch(says);
});

test('a hash of any length gives a sentence of a readable one', () => {
  expect(sentence({ kind: 'malformed-hash', hash: 'a'.repeat(5000) }).length).toBeLessThan(300);
});
