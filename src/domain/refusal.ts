import { hashLengthsInWords, hashNames } from '../spec/file-hashes.ts';
import { shortened } from '../values/listed.ts';

/** Longer than any hash, in characters. */
const longestQuoted = 140;

/** Why a request was refused. Its HTTP form is decided elsewhere. */
export type Refusal =
  | CallerRefusal
  | { readonly kind: 'malformed-request'; readonly problem: string }
  | {
      readonly kind: 'wrong-content-type';
      readonly found: string | undefined;
      /** Set where the problem is the encoding, not the type. */
      readonly encoding?: string;
    }
  | { readonly kind: 'body-too-large'; readonly limit: number }
  | { readonly kind: 'wrong-type'; readonly problem: string }
  | { readonly kind: 'no-object' }
  | { readonly kind: 'wrong-notation' }
  | { readonly kind: 'invalid-report'; readonly problem: string }
  | { readonly kind: 'missing-parameter' }
  | { readonly kind: 'malformed-id' }
  | { readonly kind: 'no-token' }
  | { readonly kind: 'unknown-token'; readonly because?: TokenFlaw }
  | { readonly kind: 'rate-limited'; readonly seconds: number }
  | { readonly kind: 'unknown-service'; readonly service: string }
  | { readonly kind: 'duplicate-report' }
  | { readonly kind: 'unknown-report'; readonly id: string }
  | { readonly kind: 'deleted-report'; readonly id: string }
  | { readonly kind: 'malformed-hash'; readonly hash: string }
  | { readonly kind: 'unknown-hash' }
  | { readonly kind: 'no-requests-left'; readonly refillIn?: number }
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'internal-error' };

/** Why a known caller is refused who may not call an operation, each with a status of its own. */
type CallerRefusalKind =
  | 'not-a-researcher'
  | 'may-not-fetch'
  | 'not-your-report'
  | 'may-not-look-up';

/** Its problem says who may: `x-callers` of openapi.yaml in words. */
export type CallerRefusal = {
  [kind in CallerRefusalKind]: { readonly kind: kind; readonly problem: string };
}[CallerRefusalKind];

/** Why a known token is refused; absent for an unknown one. */
export type TokenFlaw = 'wrong-prefix' | 'unwanted-prefix' | 'outlived' | 'expired';

export type RefusalKind = Refusal['kind'];

export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: Refusal };

export function ok<T>(value: T): Outcome<T> {
  return { ok: true, value };
}

export function refused(refusal: Refusal): Outcome<never> {
  return { ok: false, refusal };
}

/** The message: what was wrong, and what to do. */
export function refusalSentence(refusal: Refusal): string {
  if ('problem' in refusal) return refusal.problem;
  switch (refusal.kind) {
    case 'wrong-content-type':
      if (refusal.encoding !== undefined) {
        return `The content encoding is ${refusal.encoding}. Send the body as it is, or with gzip, deflate or br.`;
      }
      return refusal.found === undefined
        ? 'The body has no content type. Send application/json.'
        : `The content type is ${refusal.found}. Send application/json.`;
    case 'body-too-large':
      return `The body is larger than ${refusal.limit} bytes. Send a smaller one.`;
    case 'no-object':
      return 'The body is no JSON object. Send a report as one.';
    case 'wrong-notation':
      return 'A whole number in the body has a fraction or an exponent. Send digits.';
    case 'missing-parameter':
      return 'The parameter report is missing. Send the id of a report in it.';
    case 'malformed-id':
      return 'The parameter report is not UUID-shaped. Send the id that creating the report gave.';
    case 'no-token':
      return 'The Authorization header is missing. Send a token in it.';
    case 'unknown-token':
      return `The token in the Authorization header is not known. ${tokenHint(refusal.because)}`;
    case 'rate-limited':
      return `Too many requests. Wait ${refusal.seconds} s, as Retry-After says, and ask again.`;
    case 'unknown-service':
      return `There is no feed for the service "${refusal.service}".`;
    case 'duplicate-report':
      return 'This feed has a report of this address and file already.';
    case 'unknown-report':
      return `This feed has no report ${refusal.id}.`;
    case 'deleted-report':
      return `The report ${refusal.id} was deleted.`;
    case 'malformed-hash':
      return `"${shortened(refusal.hash, longestQuoted)}" is no ${hashNames} hash: send ${hashLengthsInWords} hexadecimal characters.`;
    case 'unknown-hash':
      return 'There is no analysis of a file with this hash.';
    case 'no-requests-left':
      return refusal.refillIn === undefined
        ? 'This caller has no requests left.'
        : `This caller has no requests left. The count is filled up in ${refusal.refillIn} s.`;
    case 'unavailable':
      return 'The change could not be stored and was not made. Try again later.';
    case 'internal-error':
      return 'The server failed. Its log says more.';
  }
}

function tokenHint(because: TokenFlaw | undefined): string {
  switch (because) {
    case 'wrong-prefix':
      return 'It has to be sent as "Bearer <token>".';
    case 'unwanted-prefix':
      return 'Send it alone, without "Bearer" before it.';
    case 'outlived':
    case 'expired':
      return 'It has expired.';
    case undefined:
      return 'Check it for typing mistakes.';
  }
}
