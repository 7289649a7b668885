// Generated from openapi.yaml by `npm run generate`. Do not edit.

/** One answer to every open point. */
export interface Answers {
  /** How are error texts worded? (7) */
  'any.error-text': "sentence" | "code" | "terse";
  /** Do bodies have fields that the specification does not? (2, 4) */
  'any.extra-fields': "none" | "some";
  /** How is the version of the API shown? (9) */
  'any.version-header': "none" | "header";
  /** Is a change to a feed announced? (6) */
  'any.event-header': "none" | "header";
  /** How many requests a second may one caller make? (8) */
  'any.rate-limit': number | "none";
  /** May the same address and file be reported to a feed twice? (4.1) */
  'create.duplicates': "accepted" | "refused" | "same-id";
  /** What happens to a body that is sent as another content type? (4.1) */
  'create.content-type': "refused" | "ignored";
  /** How many bytes may the body have? (8) */
  'create.body-limit': number;
  /** What is the status when the report is stored? (4, 7) */
  'create.status.created': number;
  /** What is the status when the body is not a valid report? (4, 7) */
  'create.status.invalid-report': number;
  /** What is the status when a field of the body has a value of another type? (4, 7) */
  'create.status.wrong-type': number;
  /** What is the status when the body is JSON, but no object? (4, 7) */
  'create.status.no-object': number;
  /** What is the status when a whole number is written as 7.0 or 7e0, if that is refused? (4, 7) */
  'create.status.wrong-notation': number;
  /** What is the status when the URL or the body cannot be read? (4, 7) */
  'create.status.malformed-request': number;
  /** What is the status when no token was sent? (4, 7) */
  'create.status.no-token': number;
  /** What is the status when the token is not known? (4, 7) */
  'create.status.unknown-token': number;
  /** What is the status when the caller is not a researcher? (4, 7) */
  'create.status.not-a-researcher': number;
  /** What is the status when there is no feed of that name? (4, 7) */
  'create.status.unknown-service': number;
  /** What is the status when the feed has a report of this address and file? (4, 7) */
  'create.status.duplicate-report': number;
  /** What is the status when the body is larger than allowed? (4, 7) */
  'create.status.body-too-large': number;
  /** What is the status when the body is not sent as JSON? (4, 7) */
  'create.status.wrong-content-type': number;
  /** What is the status when the caller sends too many requests? (4, 7) */
  'create.status.rate-limited': number;
  /** What is the status when the server failed? (4, 7) */
  'any.status.internal-error': number;
  /** What is the status when a change could not be stored? (4, 7) */
  'any.status.unavailable': number;
  /** Who may fetch a report? (5) */
  'fetch.who': "known" | "public" | "researchers" | "creator-and-owner";
  /** What is the status when the report exists? (4, 7) */
  'fetch.status.fetched': number;
  /** What is the status when the report parameter is not a UUID? (4, 7) */
  'fetch.status.malformed-id': number;
  /** What is the status when the report parameter is missing? (4, 7) */
  'fetch.status.missing-parameter': number;
  /** What is the status when the URL or the body cannot be read? (4, 7) */
  'fetch.status.malformed-request': number;
  /** What is the status when no token was sent? (4, 7) */
  'fetch.status.no-token': number;
  /** What is the status when the token is not known? (4, 7) */
  'fetch.status.unknown-token': number;
  /** What is the status when the caller may not see the report? (4, 7) */
  'fetch.status.may-not-fetch': number;
  /** What is the status when the feed has no such report? (4, 7) */
  'fetch.status.unknown-report': number;
  /** What is the status when there is no feed of that name? (4, 7) */
  'fetch.status.unknown-service': number;
  /** What is the status when the report was deleted? (4, 7) */
  'fetch.status.deleted-report': number;
  /** What is the status when the caller sends too many requests? (4, 7) */
  'fetch.status.rate-limited': number;
  /** What is the response to deleting a report that does not exist? (4.3) */
  'delete.absent': "refused" | "accepted";
  /** Is a deleted report distinguished from one that never existed? (3) */
  'delete.afterwards': "forgotten" | "remembered";
  /** What is the status when the report is gone? (4, 7) */
  'delete.status.deleted': number;
  /** What is the status when the report parameter is not a UUID? (4, 7) */
  'delete.status.malformed-id': number;
  /** What is the status when the report parameter is missing? (4, 7) */
  'delete.status.missing-parameter': number;
  /** What is the status when the URL or the body cannot be read? (4, 7) */
  'delete.status.malformed-request': number;
  /** What is the status when no token was sent? (4, 7) */
  'delete.status.no-token': number;
  /** What is the status when the token is not known? (4, 7) */
  'delete.status.unknown-token': number;
  /** What is the status when the caller neither created the report nor owns the feed? (4, 7) */
  'delete.status.not-your-report': number;
  /** What is the status when the feed has no such report? (4, 7) */
  'delete.status.unknown-report': number;
  /** What is the status when there is no feed of that name? (4, 7) */
  'delete.status.unknown-service': number;
  /** What is the status when the report was deleted? (4, 7) */
  'delete.status.deleted-report': number;
  /** What is the status when the caller sends too many requests? (4, 7) */
  'delete.status.rate-limited': number;
  /** Who may use the lookup? (5) */
  'lookup.who': "known" | "researchers";
  /** How many requests does a caller start with if no number is set? (8) */
  'lookup.initial-requests': number;
  /** When is the count of remaining requests refilled? (8) */
  'lookup.reset': "never" | "hourly" | "daily" | "monthly";
  /** What does the body of a lookup without a token look like? (4.4, 7) */
  'lookup.error-body.no-token': "error-and-flag" | "error" | "message" | "text" | "empty";
  /** What does the body of a lookup with an unknown token look like? (4.4, 7) */
  'lookup.error-body.unknown-token': "error-and-flag" | "error" | "message" | "text" | "empty";
  /** What does the body look like when the hash is malformed? (4.4, 7) */
  'lookup.error-body.malformed-hash': "error-and-flag" | "error" | "message" | "text" | "empty";
  /** What does the body look like when there is no analysis? (4.4, 7) */
  'lookup.error-body.unknown-hash': "error-and-flag" | "error" | "message" | "text" | "empty";
  /** What does the body look like when the caller has no requests left? (4.4, 7) */
  'lookup.error-body.no-requests-left': "error-and-flag" | "error" | "message" | "text" | "empty";
  /** What does the body of any other failed lookup look like? (4.4, 7) */
  'lookup.error-body': "error-and-flag" | "error" | "message" | "text" | "empty";
  /** Does a lookup of something that is not a hash use up a request? (1, 8) */
  'lookup.malformed': "counted" | "free";
  /** What happens to a query, which the specification does not have for a lookup? (4.4) */
  'lookup.unknown-parameters': "ignored" | "refused";
  /** Does the case of the hash matter? (4.4) */
  'lookup.hash-case': "ignored" | "significant";
  /** What is the status when there is an analysis of the file? (4, 7) */
  'lookup.status.found': number;
  /** What is the status when the hash is not a SHA-256, SHA-512 or BLAKE3 hash? (4, 7) */
  'lookup.status.malformed-hash': number;
  /** What is the status when the URL or the body cannot be read? (4, 7) */
  'lookup.status.malformed-request': number;
  /** What is the status when no token was sent? (4, 7) */
  'lookup.status.no-token': number;
  /** What is the status when the token is not known? (4, 7) */
  'lookup.status.unknown-token': number;
  /** What is the status when the caller may not use the lookup? (4, 7) */
  'lookup.status.may-not-look-up': number;
  /** What is the status when there is no analysis of the file? (4, 7) */
  'lookup.status.unknown-hash': number;
  /** What is the status when the caller has no requests left? (4, 7) */
  'lookup.status.no-requests-left': number;
  /** What is the status when the caller sends too many requests? (4, 7) */
  'lookup.status.rate-limited': number;
  /** Is there a scheme before the token? (5) */
  'auth.prefix': "none" | "Bearer" | "either";
  /** For how many seconds is a token valid? (5) */
  'auth.lifetime': number | "unlimited";
  /** When is the token checked if something else is wrong too? (5, 7) */
  'auth.order': "first" | "after-validation";
  /** What happens to an unknown service name? (2.1) */
  'feed.unknown-service': "refused" | "created";
  /** Is an id found when it is written in another case? (4.2) */
  'feed.id-case': "found" | "not-found";
  /** What happens to query parameters that the specification does not have? (4.2) */
  'feed.unknown-parameters': "ignored" | "refused";
  /** What happens to a query parameter that is sent more than once? (4.2) */
  'feed.repeated-parameters': "refused" | "first" | "last";
  /** What happens to fields that the specification does not have? (4.1) */
  'create.unknown-fields': "ignored" | "refused";
  /** What does null stand for in a field? (4.1) */
  'create.null-fields': "refused" | "left-out";
  /** Must tags be given? (2.1) */
  'create.required.tags': true | false;
  /** How many tags may a report have? (8) */
  'create.tags.limit': number;
  /** Is the Unicode form of tags kept? (2.1) */
  'create.tags.form': "kept" | "composed";
  /** Are blanks around tags kept? (2.1) */
  'create.tags.blanks': "kept" | "trimmed";
  /** Is the case of tags kept? (2.1) */
  'create.tags.case': "kept" | "lowered" | "raised";
  /** Are tags kept that are empty or blank? (2.1) */
  'create.tags.blank-ones': "kept" | "dropped";
  /** Is the order of tags kept? (2.1) */
  'create.tags.order': "kept" | "sorted";
  /** Are repeated tags kept? (2.1) */
  'create.tags.repeats': "kept" | "dropped";
  /** May the host be an IPv6 address? (2.1) */
  'create.address.ipv6': "accepted" | "refused";
  /** Is the case of host names kept? (2.1) */
  'create.address.case': "kept" | "lowered";
  /** Is the dot behind an absolute host name kept? (2.1) */
  'create.address.dot': "kept" | "dropped";
  /** May the hash be sent in upper case? (2.1, 4.1) */
  'create.hash-case': "lowered" | "refused";
  /** Must referenceLink be given? (2.1) */
  'create.required.referenceLink': true | false;
  /** Which URLs are accepted? (2.1) */
  'create.link.scheme': "web" | "any" | "https";
  /** What happens to a URL with characters that are not ASCII? (2.1) */
  'create.link.international': "refused" | "encoded";
  /** Is the form of a URL kept? (2.1) */
  'create.link.form': "kept" | "browser" | "normal";
  /** Must the link contain the hash? (2.1) */
  'create.link.names-hash': "not-needed" | "needed";
  /** Must confidenceScore be given? (2.1) */
  'create.required.confidenceScore': true | false;
  /** What is the lowest score? (2.1) */
  'create.score.minimum': number | "unbounded";
  /** What is the highest score? (2.1) */
  'create.score.maximum': number | "unbounded";
  /** May a whole score be written as 7.0 or 7e0? (2.1) */
  'create.score.notation': "any" | "digits";
  /** Which version of UUID are ids? (2.1) */
  'report.id.version': 4 | 1 | 7 | "none";
  /** In which case are ids written? (2.1) */
  'report.id.case': "lower" | "upper";
  /** What is the name of a report? (2.1) */
  'report.name': string;
  /** In which time zone is reportedAt? (2.1) */
  'report.time-zone': string;
  /** What does firstSeenID identify? (2.1) */
  'report.first-seen': "file" | "address" | "own" | "random";
}
