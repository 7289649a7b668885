import type { Clause } from '../../../../src/spec/clauses/clause.ts';

/**
 * Whoever adds a clause names the conforming server that comes nearest to breaking it, and is accepted: one
 * that an ordinary author would write. A clause for which there is none judges more than the specification says.
 * Here are those that the contract has for every operation, field or caller, by the end of their ids.
 */
const byKind: readonly (readonly [ids: RegExp, server: string])[] = [
  [
    /^(?!lookup)\w+\/body-is-json$/,
    'adds fields of its own to every body, escapes what it likes (\\/, \\u00e9), and answers in JSON whatever Accept asks for',
  ],
  [
    /^lookup\/body-is-json$/,
    'answers a lookup that fails with a page in HTML, a text, or nothing, and one that succeeds in JSON',
  ],
  [
    /^(?!lookup)\w+\/content-type-is-json$/,
    'sends APPLICATION/JSON;charset=UTF-8, compressed or in chunks',
  ],
  [
    /^lookup\/content-type-is-json$/,
    'sends analyses as application/json;charset=UTF-8, and errors as application/problem+json or text/html',
  ],
  [
    /\/token-required$/,
    'reads the token before or after everything else, and answers 400, 401, 403 or 200',
  ],
  [
    /\/token-must-be-known$/,
    'takes the scheme in any case, or none, and a token in another case; who it is, it looks up at each request',
  ],
  [
    /^lookup\/by-/,
    'knows some of the hashes of a file only, where the target file names no others; upper case is 404',
  ],
  [
    /^create\/keeps-/,
    'returns the value as its own rule leaves it, each time alike: trimmed, sorted, in lower case, normalised',
  ],
  [
    /^create\/stores-valid-/,
    'refuses more than it has to, or makes a valid value of an invalid one before it stores it',
  ],
  [
    /^report\/(tags|c2-address|file256-hash|reference-link|confidence-score)-present$/,
    'leaves out of a fetch what the create did not send',
  ],
  [
    /^report\/\S+-present$/,
    'shows further fields, in any order, and sets name and firstSeenID as it likes',
  ],
  [
    /^report\/(id|first-seen-id)-format$/,
    'has UUIDs of any version, in upper case, or digits in that shape',
  ],
  [
    /^report\/\S+-(type|format|items|entries)$/,
    'writes 5 as 5.0, tags as [], and characters as escapes',
  ],
  [
    /^analysis\/\S+-(present|type|format|items|entries|values)$/,
    'shows further fields, empty tags and configs, and hashes in upper case',
  ],
  [
    /^\w+\/(flag-present|flag-type|flag-true|flag-is-success)$/,
    'answers a success with any status, and with fields beside the flag',
  ],
  [
    /^\w+\/(id|report|message)-(present|type|format)$/,
    'has an empty message, an id in upper case, and further fields',
  ],
  [
    /^\w+\/error-/,
    'answers a refusal with any status, 200 included, any text, also an empty one, and with a code or details beside it',
  ],
  [
    /^delete\/(creator-may-delete|owner-may-delete-any|owner-of-any-feed)$/,
    'refuses a report that is not there yet, is gone already, or is named by its id in another case',
  ],
  [
    /^(create\/researchers-only|delete\/(\S+-may-not|\S+-are-equal))$/,
    'says to a stranger that there is no such report, or, of one that is not there, that it is deleted',
  ],
  // What the contract is given besides, by the kind of its clause.
  [
    /-(present|type|format|items|entries|values|enum|minimum|maximum|length)$/,
    'shows further fields, in any order, and writes values in any way that JSON allows',
  ],
  [
    /(?:^|\/)no-|.-(?:may|only)(?:-|$)/,
    'answers whoever may not call it with any status, and before or after it has read the request',
  ],
];

/** The conforming server that comes nearest to breaking a clause; of those in clauses.yaml it says so there. */
export function nearestServer({ id, nearest }: Clause): string | undefined {
  return nearest ?? byKind.find(([ids]) => ids.test(id))?.[1];
}
