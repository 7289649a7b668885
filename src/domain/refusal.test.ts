import { expect, test } from 'vitest';
import { type Refusal, refusalSentence } from './refusal.ts';

test.each<[Refusal, RegExp]>([
  [{ kind: 'wrong-content-type', found: undefined }, /no content type/],
  [{ kind: 'wrong-content-type', found: 'application/json', encoding: 'zebra' }, /zebra/],
  [{ kind: 'unknown-token', because: 'unwanted-prefix' }, /alone, without "Bearer" before it\.$/],
  [{ kind: 'unknown-token', because: 'wrong-prefix' }, /sent as "Bearer <token>"\.$/],
  [{ kind: 'unknown-token', because: 'outlived' }, /It has expired\.$/],
  [{ kind: 'unknown-token', because: 'expired' }, /It has expired\.$/],
  [{ kind: 'malformed-hash', hash: 'a'.repeat(140) }, /^"a{140}" is no/],
  [{ kind: 'malformed-hash', hash: 'a'.repeat(5000) }, /^"a{139}…" is no/],
  [{ kind: 'no-requests-left', refillIn: 60 }, /60 s/],
  [{ kind: 'unknown-service', service: 'nosuchco' }, /"nosuchco"/],
])('%o says what it knows', (refusal, says) => {
  expect(refusalSentence(refusal)).toMatch(says);
});
