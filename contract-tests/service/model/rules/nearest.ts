/**
 * Whoever adds a rule names the conforming server that comes nearest to breaking it, and is accepted: one that
 * an ordinary author would write. A clause for which there is none judges more than the specification says.
 */
type Nearest = { readonly [clause: string]: string };

/** Of a kind of clauses that the contract has for every operation, field or caller: by the end of their ids. */
const byKind: readonly (readonly [ids: RegExp, server: string])[] = [
  [
    /^(create|fetch|delete)\/body-is-json$/,
    'adds fields of its own to every body, escapes what it likes (\\/, \\u00e9), and answers a Prefer or an Accept of its own choice in JSON all the same',
  ],
  [
    /^lookup\/body-is-json$/,
    'answers a lookup that fails with a page in HTML, a text, or nothing, and one that succeeds in JSON',
  ],
  [
    /^(create|fetch|delete)\/content-type-is-json$/,
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
];

/** Of all other clauses. */
const byClause: Nearest = {
  'report/reported-at-calendar': 'has the time of its own zone, and a clock that is wrong by days',
  'report/reported-by-named': 'calls every reporter anonymous',
  'report/reported-by-is-the-creator':
    'has a display name for each feed, or one for all researchers',
  'analysis/date-calendar': 'has a leap second, or the date of the upload',
  'create/id-finds-the-report':
    'is eventually consistent: the report is found up to ten seconds later',
  'create/returns-only-the-id': 'adds a message, a link or a code to the id',
  'create/makes-a-new-report':
    'returns the id of an equal report of the same caller that is still there',
  'create/repeats-make-new-reports':
    'refuses equal reports, or always returns the id of that of the same caller',
  'create/parallel-creates-are-all-kept':
    'stores one after the other, and shows the last of them seconds later',
  'create/in-the-named-feed': 'opens a feed for any name, or refuses unknown ones',
  'create/leaves-others-unchanged':
    'points firstSeenID of other reports to another one; that field is not compared',
  'create/overwrites-nothing': 'refuses a body with an id, or ignores it',
  'create/lowers-the-hash': 'refuses a hash in upper case',
  'create/stores-every-field':
    'has only the hash as a required field, and no tags where none were sent',
  'create/stores-only-reports': 'takes {} for a report if it has defaults for all that is required',
  'create/id-is-the-services': 'ignores an id in the body, or refuses unknown fields',
  'create/reporter-is-the-services':
    'ignores it, or refuses it; a client may send the very name that is set',
  'create/time-is-the-services': 'ignores it, or refuses it; its clock may be wrong',
  'fetch/stored-report-is-found': 'shows a report up to ten seconds later, and not to everybody',
  'fetch/gives-the-report-asked-for': 'writes the id in another case than asked for',
  'fetch/unknown-id-is-refused':
    'answers 200 with an error, or 400 where an id has no form of a UUID',
  'fetch/missing-id-is-refused': 'takes an empty id for an unknown one',
  'fetch/own-feed-only': 'answers for an unknown feed with 404, 400 or 403',
  'fetch/repeated-fetches-agree': 'changes name and firstSeenID with what is reported later',
  'fetch/callers-agree': 'shows a report to its creator and the owner only',
  'fetch/report-stays': 'was started anew in between, with its reports in memory',
  'delete/success-means-gone': 'answers 202 and shows the report for up to ten seconds more',
  'delete/refused-means-unchanged': 'is asked at the same time by somebody who may delete it',
  'delete/removes-only-that-report': 'says that a report that is not there is deleted, each time',
  'delete/own-feed-only': 'says so of a report of another feed, which stays',
  'delete/missing-id-is-refused': 'takes an empty id for an unknown one, and refuses that',
  'delete/flag-not-successful': 'sends both flags, which agree',
  'delete/error-is-no-success': 'has success: false beside successful: false',
  'lookup/body-is-the-analysis': 'adds fields of its own to it',
  'lookup/same-by-every-hash':
    'has analysed the file anew: with another date, only what follows from the bytes is the same',
  'lookup/gives-the-file-asked-for': 'also finds files by MD5 and SHA-1, and answers in upper case',
  'lookup/states-its-hashes': 'writes hashes in another case than asked for',
  'lookup/repeats-agree': 'measures the duration anew each time, and orders tags as it likes',
  'lookup/any-case-means-that-file': 'answers 404 to a hash in upper case',
  'lookup/unknown-hash-finds-nothing':
    'answers 200 with null, {} or a job that waits, which has the hash in it',
  'lookup/every-call-counts': 'gives requests back by a window, or at midnight',
  'lookup/counts-once': 'counts what is no hash, or does not',
  'lookup/misses-count': 'refuses what is no hash without counting it',
  'lookup/repeats-count': 'answers from a cache, and counts all the same',
  'lookup/refused-at-zero': 'refuses with 402, 403, 429 or 503, in any form',
  'lookup/stays-refused': 'begins a new window, whether or not somebody was refused',
  'lookup/counts-in-parallel': 'answers those that came at the same time in any order',
  'lookup/counts-per-caller':
    'has one account for two tokens, where the target file has them as one caller',
};

/** The conforming server that comes nearest to breaking a clause. */
export function nearestServer(clause: string): string | undefined {
  return byClause[clause] ?? byKind.find(([ids]) => ids.test(clause))?.[1];
}

export { byClause as nearestByClause };
