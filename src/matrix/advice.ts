import { isStatus } from '../spec/open-point.ts';

/** How to write a client that does not depend on an open point, by prefix of its id. */
const advice: { readonly [start: string]: string } = {
  'any.error-text': 'Show the text of an error to people; decide nothing by it.',
  'any.extra-fields': 'Ignore fields that you do not know.',
  'any.version-header': 'Ignore headers that you do not know.',
  'any.event-header': 'Ignore headers that you do not know.',
  'any.rate-limit': 'Wait as long as Retry-After says, and send the request again.',
  'auth.prefix':
    'Take the whole value of the Authorization header from the configuration, prefix and all.',
  'auth.lifetime': 'Be ready for a token that is no longer known, and get another.',
  'auth.order': 'Expect either refusal where a request is wrong in two ways.',
  'feed.unknown-service':
    'Use services that are known to exist, and expect either response for others.',
  'feed.id-case': 'Send an id exactly as it was received.',
  'feed.unknown-parameters': 'Send no query parameter except report.',
  'feed.repeated-parameters': 'Send the query parameter report once.',
  'create.duplicates':
    'Be ready for a refusal of what was reported already, for a second report, and for the same id.',
  'create.content-type': 'Send Content-Type: application/json with every report.',
  'create.body-limit': 'Keep reports small, and be ready for the refusal of a large one.',
  'create.required': 'Send all five fields of a report.',
  'create.unknown-fields': 'Send no field except the five of a report.',
  'create.null-fields': 'Leave out a field that has no value, or send one; never null.',
  'create.tags': 'Compare tags as sets without case, and send few.',
  'create.address': 'Compare addresses without case, and be ready for the refusal of IPv6.',
  'create.hash-case': 'Send hashes in lower case.',
  'create.link': 'Link to a plain https URL that has the hash of the file in it.',
  'create.score': 'Send a score from 1 to 10 in digits, and be ready for the refusal of others.',
  'fetch.who': 'Fetch as the creator of the report or the owner of the feed.',
  'delete.absent': 'Take the deletion of what is not there for done, refused or not.',
  'delete.afterwards': 'Expect any refusal for a report that was deleted.',
  'lookup.who': 'Look up as a researcher.',
  'lookup.initial-requests': 'Count on no number of lookups; be ready for their end at any lookup.',
  'lookup.reset': 'Count on no moment at which lookups are there again.',
  'lookup.error-body': 'Take any body that is no analysis for a refusal, also one that is no JSON.',
  'lookup.malformed': 'Send well-formed hashes only; whether others are counted is open.',
  'lookup.unknown-parameters': 'Send no query with a lookup.',
  'lookup.hash-case': 'Look hashes up in lower case.',
  'lookup.status': 'Tell an analysis by its body: it has a sha256Hash. No status is promised.',
  'report.id': 'Treat ids as texts of the shape of a UUID: no version, no case.',
  'report.name': 'Decide nothing by the name of a report.',
  'report.time-zone':
    'Take reportedAt for a time of an unknown zone; compare it with nothing else.',
  'report.first-seen': 'Treat firstSeenID as an id that need not be one of a report.',
};

const byFlag =
  'Tell success by the flag in the body (successful, and success of a deletion). No status is promised.';

export function adviceOn(id: string): string {
  const start = Object.keys(advice).find((one) => id === one || id.startsWith(`${one}.`));
  if (start) return advice[start] as string;
  return isStatus(id) ? byFlag : 'Expect every answer that this point may have.';
}
