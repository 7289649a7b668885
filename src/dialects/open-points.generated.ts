// Generated from openapi.yaml by `npm run generate`. Do not edit.

import type { OpenPoint } from '../spec/open-point.ts';

/** One answer to every open point. */
export interface Answers {
  /** How are error texts worded? (7) */
  'any.error-text': "sentence" | "code" | "terse";
  /** Do bodies carry fields that the specification does not name? (2, 4) */
  'any.extra-fields': "none" | "some";
  /** How is the version of the API shown? (9) */
  'any.version-header': "none" | "header";
  /** Is a change to a feed announced? (6) */
  'any.event-header': "none" | "header";
  /** How many requests a second may one caller make? (8) */
  'any.rate-limit': number | "none";
  /** What happens to a service name nobody has heard of? (2.1) */
  'feed.unknown-service': "refused" | "created";
  /** May the same address and file be reported to a feed twice? (4.1) */
  'create.duplicates': "accepted" | "refused";
  /** What happens to a body that is sent as another content type? (4.1) */
  'create.content-type': "refused" | "ignored";
  /** How many bytes may the body have? (8) */
  'create.body-limit': number;
  /** Which status does it come with when the report is stored? (4, 7) */
  'create.status.created': number;
  /** Which status does it come with when the URL or the body cannot be read? (4, 7) */
  'create.status.malformed-request': number;
  /** Which status does it come with when the body is not a valid report? (4, 7) */
  'create.status.invalid-report': number;
  /** Which status does it come with when no token was sent? (4, 7) */
  'create.status.no-token': number;
  /** Which status does it come with when the token is not known? (4, 7) */
  'create.status.unknown-token': number;
  /** Which status does it come with when the caller is not a researcher? (4, 7) */
  'create.status.not-a-researcher': number;
  /** Which status does it come with when there is no feed of that name? (4, 7) */
  'create.status.unknown-service': number;
  /** Which status does it come with when the feed has a report of this address and file? (4, 7) */
  'create.status.duplicate-report': number;
  /** Which status does it come with when the body is larger than allowed? (4, 7) */
  'create.status.body-too-large': number;
  /** Which status does it come with when the body is not sent as JSON? (4, 7) */
  'create.status.wrong-content-type': number;
  /** Which status does it come with when the caller asks too often? (4, 7) */
  'create.status.rate-limited': number;
  /** Which status does a mistake of the server get? (4, 7) */
  'any.status.internal-error': number;
  /** Which status does a change get that could not be stored? (4, 7) */
  'any.status.unavailable': number;
  /** Who may fetch a report? (5) */
  'fetch.who': "known" | "public" | "researchers" | "creator-and-owner";
  /** Which status does it come with when the report exists? (4, 7) */
  'fetch.status.fetched': number;
  /** Which status does it come with when the URL or the body cannot be read? (4, 7) */
  'fetch.status.malformed-request': number;
  /** Which status does it come with when the report parameter is missing? (4, 7) */
  'fetch.status.missing-parameter': number;
  /** Which status does it come with when the report parameter is no UUID? (4, 7) */
  'fetch.status.malformed-id': number;
  /** Which status does it come with when no token was sent? (4, 7) */
  'fetch.status.no-token': number;
  /** Which status does it come with when the token is not known? (4, 7) */
  'fetch.status.unknown-token': number;
  /** Which status does it come with when the caller may not see the report? (4, 7) */
  'fetch.status.may-not-fetch': number;
  /** Which status does it come with when there is no feed of that name? (4, 7) */
  'fetch.status.unknown-service': number;
  /** Which status does it come with when the feed has no such report? (4, 7) */
  'fetch.status.unknown-report': number;
  /** Which status does it come with when the report was deleted? (4, 7) */
  'fetch.status.deleted-report': number;
  /** Which status does it come with when the caller asks too often? (4, 7) */
  'fetch.status.rate-limited': number;
  /** What does deleting a report that is not there give? (4.3) */
  'delete.absent': "refused" | "accepted";
  /** Is a deleted report told from one that never was? (3) */
  'delete.afterwards': "forgotten" | "remembered";
  /** Which status does it come with when the report is gone? (4, 7) */
  'delete.status.deleted': number;
  /** Which status does it come with when the URL or the body cannot be read? (4, 7) */
  'delete.status.malformed-request': number;
  /** Which status does it come with when the report parameter is missing? (4, 7) */
  'delete.status.missing-parameter': number;
  /** Which status does it come with when the report parameter is no UUID? (4, 7) */
  'delete.status.malformed-id': number;
  /** Which status does it come with when no token was sent? (4, 7) */
  'delete.status.no-token': number;
  /** Which status does it come with when the token is not known? (4, 7) */
  'delete.status.unknown-token': number;
  /** Which status does it come with when the caller neither created the report nor owns the feed? (4, 7) */
  'delete.status.not-your-report': number;
  /** Which status does it come with when there is no feed of that name? (4, 7) */
  'delete.status.unknown-service': number;
  /** Which status does it come with when the feed has no such report? (4, 7) */
  'delete.status.unknown-report': number;
  /** Which status does it come with when the report was deleted? (4, 7) */
  'delete.status.deleted-report': number;
  /** Which status does it come with when the caller asks too often? (4, 7) */
  'delete.status.rate-limited': number;
  /** Who may use the lookup? (5) */
  'lookup.who': "known" | "researchers";
  /** How many requests does a caller start with where nobody set a number? (8) */
  'lookup.initial-requests': number;
  /** When is the count of remaining requests filled up again? (8) */
  'lookup.reset': "never" | "hourly" | "daily" | "monthly";
  /** What does the body of a lookup without a token look like? (4.4, 7) */
  'lookup.error-body.no-token': "error-and-flag" | "error" | "message" | "text" | "empty";
  /** What does the body of a lookup with an unknown token look like? (4.4, 7) */
  'lookup.error-body.unknown-token': "error-and-flag" | "error" | "message" | "text" | "empty";
  /** What does the body look like where the hash is none? (4.4, 7) */
  'lookup.error-body.malformed-hash': "error-and-flag" | "error" | "message" | "text" | "empty";
  /** What does the body look like where there is no analysis? (4.4, 7) */
  'lookup.error-body.unknown-hash': "error-and-flag" | "error" | "message" | "text" | "empty";
  /** What does the body look like where the caller has no requests left? (4.4, 7) */
  'lookup.error-body.no-requests-left': "error-and-flag" | "error" | "message" | "text" | "empty";
  /** What does the body of any other failed lookup look like? (4.4, 7) */
  'lookup.error-body': "error-and-flag" | "error" | "message" | "text" | "empty";
  /** Does a call with something that is no hash use up a request? (1, 8) */
  'lookup.malformed': "counted" | "free";
  /** Does the case of the hash matter? (4.4) */
  'lookup.hash-case': "ignored" | "significant";
  /** Which status does it come with when there is an analysis of the file? (4, 7) */
  'lookup.status.found': number;
  /** Which status does it come with when the URL or the body cannot be read? (4, 7) */
  'lookup.status.malformed-request': number;
  /** Which status does it come with when the hash is no SHA-256, SHA-512 or BLAKE3? (4, 7) */
  'lookup.status.malformed-hash': number;
  /** Which status does it come with when no token was sent? (4, 7) */
  'lookup.status.no-token': number;
  /** Which status does it come with when the token is not known? (4, 7) */
  'lookup.status.unknown-token': number;
  /** Which status does it come with when the caller may not use the lookup? (4, 7) */
  'lookup.status.may-not-look-up': number;
  /** Which status does it come with when there is no analysis of the file? (4, 7) */
  'lookup.status.unknown-hash': number;
  /** Which status does it come with when the caller asks too often? (4, 7) */
  'lookup.status.rate-limited': number;
  /** Which status does it come with when the caller has no requests left? (4, 7) */
  'lookup.status.no-requests-left': number;
  /** Does a scheme stand before the token? (5) */
  'auth.prefix': "none" | "Bearer" | "either";
  /** For how many seconds is a token good? (5) */
  'auth.lifetime': number | "unlimited";
  /** When is the token looked at, where something else is wrong as well? (5, 7) */
  'auth.order': "first" | "after-validation";
  /** Is an id found when it is written in another case? (4.2) */
  'feed.id-case': "found" | "not-found";
  /** What happens to query parameters the specification does not name? (4.2) */
  'feed.unknown-parameters': "ignored" | "refused";
  /** What happens to fields the specification does not name? (4.1) */
  'create.unknown-fields': "ignored" | "refused";
  /** Must tags be given? (2.1) */
  'create.required.tags': true | false;
  /** How many tags may a report have? (8) */
  'create.tags.limit': number;
  /** Is the case of tags kept? (2.1) */
  'create.tags.case': "kept" | "lowered";
  /** Is the order of tags kept? (2.1) */
  'create.tags.order': "kept" | "sorted";
  /** Are repeated tags kept? (2.1) */
  'create.tags.repeats': "kept" | "dropped";
  /** May the host be an IPv6 address? (2.1) */
  'create.address.ipv6': "accepted" | "refused";
  /** Is the case of host names kept? (2.1) */
  'create.address.case': "kept" | "lowered";
  /** May the hash be sent in upper case? (2.1, 4.1) */
  'create.hash-case': "lowered" | "refused";
  /** Must referenceLink be given? (2.1) */
  'create.required.referenceLink': true | false;
  /** Which URLs are taken? (2.1) */
  'create.link.scheme': "web" | "any" | "https";
  /** What happens to a URL with characters that are not ASCII? (2.1) */
  'create.link.international': "refused" | "encoded";
  /** Must the link name the hash it is about? (2.1) */
  'create.link.names-hash': "not-needed" | "needed";
  /** Must confidenceScore be given? (2.1) */
  'create.required.confidenceScore': true | false;
  /** What is the lowest score? (2.1) */
  'create.score.minimum': number | "unbounded";
  /** What is the highest score? (2.1) */
  'create.score.maximum': number | "unbounded";
  /** Which version of UUID are ids? (2.1) */
  'report.id.version': 4 | 1 | 7 | "none";
  /** In which case are ids written? (2.1) */
  'report.id.case': "lower" | "upper";
  /** What is the name of a report? (2.1) */
  'report.name': "first-tag" | "address" | "file" | "service";
  /** In which time zone is reportedAt? (2.1) */
  'report.time-zone': string;
  /** What does firstSeenID identify? (2.1) */
  'report.first-seen': "file" | "address" | "own" | "random";
}

export const openPoints: readonly OpenPoint[] = [
  {
    "id": "any.error-text",
    "section": "7",
    "question": "How are error texts worded?",
    "default": "sentence",
    "alternatives": [
      "code",
      "terse"
    ],
    "why": "A sentence that says what was wrong and what to do helps the person who reads it. Clients must not depend on it."
  },
  {
    "id": "any.extra-fields",
    "section": "2, 4",
    "question": "Do bodies carry fields that the specification does not name?",
    "default": "none",
    "alternatives": [
      "some"
    ],
    "why": "The specification lists the fields of every body; clients should still survive more."
  },
  {
    "id": "any.version-header",
    "section": "9",
    "question": "How is the version of the API shown?",
    "default": "none",
    "alternatives": [
      "header"
    ],
    "why": "No versioning scheme is shown, so nothing is sent."
  },
  {
    "id": "any.event-header",
    "section": "6",
    "question": "Is a change to a feed announced?",
    "default": "none",
    "alternatives": [
      "header"
    ],
    "why": "No events are shown, so none are sent. The alternative names the change in a response header."
  },
  {
    "id": "any.rate-limit",
    "section": "8",
    "question": "How many requests a second may one caller make?",
    "default": "none",
    "alternatives": [
      50,
      200
    ],
    "accepts": {
      "type": "integer",
      "minimum": 1,
      "maximum": 1000000
    },
    "why": "Rate limits are not shown. A limited caller is told when to ask again by Retry-After."
  },
  {
    "id": "feed.unknown-service",
    "section": "2.1",
    "question": "What happens to a service name nobody has heard of?",
    "default": "refused",
    "alternatives": [
      "created"
    ],
    "why": "A misspelt name is found at once. The alternative opens a feed when the first report is posted to it."
  },
  {
    "id": "create.duplicates",
    "section": "4.1",
    "question": "May the same address and file be reported to a feed twice?",
    "default": "accepted",
    "alternatives": [
      "refused"
    ],
    "why": "Every create makes a new report; nothing says that two may not agree."
  },
  {
    "id": "create.content-type",
    "section": "4.1",
    "question": "What happens to a body that is sent as another content type?",
    "default": "refused",
    "alternatives": [
      "ignored"
    ],
    "patch": {
      "ignored": {
        "requestBody": {
          "content": {
            "*/*": {
              "schema": {
                "$ref": "#/components/schemas/ReportDraft"
              }
            }
          }
        }
      }
    },
    "why": "The request header is named in the specification, so a client that forgets it should find out."
  },
  {
    "id": "create.body-limit",
    "section": "8",
    "question": "How many bytes may the body have?",
    "default": 65536,
    "alternatives": [
      16384,
      1048576
    ],
    "accepts": {
      "type": "integer",
      "minimum": 4096,
      "maximum": 16777216
    },
    "why": "Far more than any report needs, and small enough to be read at once."
  },
  {
    "id": "create.status.created",
    "section": "4, 7",
    "question": "Which status does it come with when the report is stored?",
    "default": 201,
    "alternatives": [
      200,
      202
    ],
    "why": "Something new exists under a new id."
  },
  {
    "id": "create.status.malformed-request",
    "section": "4, 7",
    "question": "Which status does it come with when the URL or the body cannot be read?",
    "default": 400,
    "alternatives": [
      422,
      200
    ],
    "why": "The usual answer to what cannot be parsed."
  },
  {
    "id": "create.status.invalid-report",
    "section": "4, 7",
    "question": "Which status does it come with when the body is not a valid report?",
    "default": 400,
    "alternatives": [
      422,
      200
    ],
    "why": "One status for all that is wrong with a request is easiest on clients."
  },
  {
    "id": "create.status.no-token",
    "section": "4, 7",
    "question": "Which status does it come with when no token was sent?",
    "default": 401,
    "alternatives": [
      403,
      400,
      200
    ],
    "why": "The status HTTP gives to a request without credentials."
  },
  {
    "id": "create.status.unknown-token",
    "section": "4, 7",
    "question": "Which status does it come with when the token is not known?",
    "default": 401,
    "alternatives": [
      403,
      400,
      404,
      200
    ],
    "why": "As with no token. The answer does not tell which tokens exist."
  },
  {
    "id": "create.status.not-a-researcher",
    "section": "4, 7",
    "question": "Which status does it come with when the caller is not a researcher?",
    "default": 403,
    "alternatives": [
      401,
      404,
      400,
      200
    ],
    "why": "The caller is known and not allowed."
  },
  {
    "id": "create.status.unknown-service",
    "section": "4, 7",
    "question": "Which status does it come with when there is no feed of that name?",
    "default": 404,
    "alternatives": [
      400,
      403,
      200
    ],
    "why": "The path names nothing that exists."
  },
  {
    "id": "create.status.duplicate-report",
    "section": "4, 7",
    "question": "Which status does it come with when the feed has a report of this address and file?",
    "default": 409,
    "alternatives": [
      400,
      422,
      200
    ],
    "why": "A conflict with what is stored. It comes only where duplicates are refused."
  },
  {
    "id": "create.status.body-too-large",
    "section": "4, 7",
    "question": "Which status does it come with when the body is larger than allowed?",
    "default": 413,
    "alternatives": [
      400,
      422,
      200
    ],
    "why": "The status made for it."
  },
  {
    "id": "create.status.wrong-content-type",
    "section": "4, 7",
    "question": "Which status does it come with when the body is not sent as JSON?",
    "default": 415,
    "alternatives": [
      400,
      422,
      200
    ],
    "why": "The status made for it."
  },
  {
    "id": "create.status.rate-limited",
    "section": "4, 7",
    "question": "Which status does it come with when the caller asks too often?",
    "default": 429,
    "alternatives": [
      503
    ],
    "why": "The status made for it. It comes only where a rate limit is switched on."
  },
  {
    "id": "any.status.internal-error",
    "section": "4, 7",
    "question": "Which status does a mistake of the server get?",
    "default": 500,
    "alternatives": [
      502
    ],
    "why": "The status made for it."
  },
  {
    "id": "any.status.unavailable",
    "section": "4, 7",
    "question": "Which status does a change get that could not be stored?",
    "default": 503,
    "alternatives": [
      500,
      507
    ],
    "why": "The client did nothing wrong and may try again."
  },
  {
    "id": "fetch.who",
    "section": "5",
    "question": "Who may fetch a report?",
    "default": "known",
    "alternatives": [
      "public",
      "researchers",
      "creator-and-owner"
    ],
    "patch": {
      "public": {
        "security": [
          {},
          {
            "token": []
          }
        ]
      }
    },
    "why": "Every operation carries a token; no role is named for this one."
  },
  {
    "id": "fetch.status.fetched",
    "section": "4, 7",
    "question": "Which status does it come with when the report exists?",
    "default": 200,
    "alternatives": [
      203
    ],
    "why": "The ordinary status of an answer."
  },
  {
    "id": "fetch.status.malformed-request",
    "section": "4, 7",
    "question": "Which status does it come with when the URL or the body cannot be read?",
    "default": 400,
    "alternatives": [
      422,
      200
    ],
    "why": "The usual answer to what cannot be parsed."
  },
  {
    "id": "fetch.status.missing-parameter",
    "section": "4, 7",
    "question": "Which status does it come with when the report parameter is missing?",
    "default": 400,
    "alternatives": [
      404,
      422,
      200
    ],
    "why": "The request is incomplete."
  },
  {
    "id": "fetch.status.malformed-id",
    "section": "4, 7",
    "question": "Which status does it come with when the report parameter is no UUID?",
    "default": 400,
    "alternatives": [
      404,
      422,
      200
    ],
    "why": "It can be told from the request alone."
  },
  {
    "id": "fetch.status.no-token",
    "section": "4, 7",
    "question": "Which status does it come with when no token was sent?",
    "default": 401,
    "alternatives": [
      403,
      400,
      200
    ],
    "why": "The status HTTP gives to a request without credentials."
  },
  {
    "id": "fetch.status.unknown-token",
    "section": "4, 7",
    "question": "Which status does it come with when the token is not known?",
    "default": 401,
    "alternatives": [
      403,
      400,
      404,
      200
    ],
    "why": "As with no token. The answer does not tell which tokens exist."
  },
  {
    "id": "fetch.status.may-not-fetch",
    "section": "4, 7",
    "question": "Which status does it come with when the caller may not see the report?",
    "default": 403,
    "alternatives": [
      401,
      404,
      400,
      200
    ],
    "why": "The caller is known and not allowed. It comes only where fetching is restricted."
  },
  {
    "id": "fetch.status.unknown-service",
    "section": "4, 7",
    "question": "Which status does it come with when there is no feed of that name?",
    "default": 404,
    "alternatives": [
      400,
      403,
      200
    ],
    "why": "The path names nothing that exists."
  },
  {
    "id": "fetch.status.unknown-report",
    "section": "4, 7",
    "question": "Which status does it come with when the feed has no such report?",
    "default": 404,
    "alternatives": [
      400,
      403,
      410,
      200
    ],
    "why": "The request names nothing that exists."
  },
  {
    "id": "fetch.status.deleted-report",
    "section": "4, 7",
    "question": "Which status does it come with when the report was deleted?",
    "default": 410,
    "alternatives": [
      404,
      400,
      200
    ],
    "why": "The status made for it. It comes only where deleted reports are remembered."
  },
  {
    "id": "fetch.status.rate-limited",
    "section": "4, 7",
    "question": "Which status does it come with when the caller asks too often?",
    "default": 429,
    "alternatives": [
      503
    ],
    "why": "The status made for it. It comes only where a rate limit is switched on."
  },
  {
    "id": "delete.absent",
    "section": "4.3",
    "question": "What does deleting a report that is not there give?",
    "default": "refused",
    "alternatives": [
      "accepted"
    ],
    "why": "Whoever deletes twice, or the wrong id, should know."
  },
  {
    "id": "delete.afterwards",
    "section": "3",
    "question": "Is a deleted report told from one that never was?",
    "default": "forgotten",
    "alternatives": [
      "remembered"
    ],
    "why": "No states of a report are shown, so it is there or it is not."
  },
  {
    "id": "delete.status.deleted",
    "section": "4, 7",
    "question": "Which status does it come with when the report is gone?",
    "default": 200,
    "alternatives": [
      202
    ],
    "why": "The answer has a body, so 204 is out."
  },
  {
    "id": "delete.status.malformed-request",
    "section": "4, 7",
    "question": "Which status does it come with when the URL or the body cannot be read?",
    "default": 400,
    "alternatives": [
      422,
      200
    ],
    "why": "The usual answer to what cannot be parsed."
  },
  {
    "id": "delete.status.missing-parameter",
    "section": "4, 7",
    "question": "Which status does it come with when the report parameter is missing?",
    "default": 400,
    "alternatives": [
      404,
      422,
      200
    ],
    "why": "The request is incomplete."
  },
  {
    "id": "delete.status.malformed-id",
    "section": "4, 7",
    "question": "Which status does it come with when the report parameter is no UUID?",
    "default": 400,
    "alternatives": [
      404,
      422,
      200
    ],
    "why": "It can be told from the request alone."
  },
  {
    "id": "delete.status.no-token",
    "section": "4, 7",
    "question": "Which status does it come with when no token was sent?",
    "default": 401,
    "alternatives": [
      403,
      400,
      200
    ],
    "why": "The status HTTP gives to a request without credentials."
  },
  {
    "id": "delete.status.unknown-token",
    "section": "4, 7",
    "question": "Which status does it come with when the token is not known?",
    "default": 401,
    "alternatives": [
      403,
      400,
      404,
      200
    ],
    "why": "As with no token. The answer does not tell which tokens exist."
  },
  {
    "id": "delete.status.not-your-report",
    "section": "4, 7",
    "question": "Which status does it come with when the caller neither created the report nor owns the feed?",
    "default": 403,
    "alternatives": [
      401,
      404,
      400,
      200
    ],
    "why": "The caller is known and not allowed."
  },
  {
    "id": "delete.status.unknown-service",
    "section": "4, 7",
    "question": "Which status does it come with when there is no feed of that name?",
    "default": 404,
    "alternatives": [
      400,
      403,
      200
    ],
    "why": "The path names nothing that exists."
  },
  {
    "id": "delete.status.unknown-report",
    "section": "4, 7",
    "question": "Which status does it come with when the feed has no such report?",
    "default": 404,
    "alternatives": [
      400,
      403,
      410,
      200
    ],
    "why": "The request names nothing that exists."
  },
  {
    "id": "delete.status.deleted-report",
    "section": "4, 7",
    "question": "Which status does it come with when the report was deleted?",
    "default": 410,
    "alternatives": [
      404,
      400,
      200
    ],
    "why": "The status made for it. It comes only where deleted reports are remembered."
  },
  {
    "id": "delete.status.rate-limited",
    "section": "4, 7",
    "question": "Which status does it come with when the caller asks too often?",
    "default": 429,
    "alternatives": [
      503
    ],
    "why": "The status made for it. It comes only where a rate limit is switched on."
  },
  {
    "id": "lookup.who",
    "section": "5",
    "question": "Who may use the lookup?",
    "default": "known",
    "alternatives": [
      "researchers"
    ],
    "why": "No role is named for it; every known caller has a count of requests."
  },
  {
    "id": "lookup.initial-requests",
    "section": "8",
    "question": "How many requests does a caller start with where nobody set a number?",
    "default": 300,
    "alternatives": [
      600,
      2000
    ],
    "accepts": {
      "type": "integer",
      "minimum": 1,
      "maximum": 1000000000
    },
    "why": "The smallest tier in the public documentation of a like service."
  },
  {
    "id": "lookup.reset",
    "section": "8",
    "question": "When is the count of remaining requests filled up again?",
    "default": "never",
    "alternatives": [
      "hourly",
      "daily",
      "monthly"
    ],
    "why": "Nothing happens behind the back of a test."
  },
  {
    "id": "lookup.error-body.no-token",
    "section": "4.4, 7",
    "question": "What does the body of a lookup without a token look like?",
    "default": "error-and-flag",
    "alternatives": [
      "error",
      "message",
      "text",
      "empty"
    ],
    "why": "The same as in the feed, so that a client needs one reader for both."
  },
  {
    "id": "lookup.error-body.unknown-token",
    "section": "4.4, 7",
    "question": "What does the body of a lookup with an unknown token look like?",
    "default": "error-and-flag",
    "alternatives": [
      "error",
      "message",
      "text",
      "empty"
    ],
    "why": "As for no token."
  },
  {
    "id": "lookup.error-body.malformed-hash",
    "section": "4.4, 7",
    "question": "What does the body look like where the hash is none?",
    "default": "error-and-flag",
    "alternatives": [
      "error",
      "message",
      "text",
      "empty"
    ],
    "why": "As for no token."
  },
  {
    "id": "lookup.error-body.unknown-hash",
    "section": "4.4, 7",
    "question": "What does the body look like where there is no analysis?",
    "default": "error-and-flag",
    "alternatives": [
      "error",
      "message",
      "text",
      "empty"
    ],
    "why": "As for no token. The public documentation of a like service has other bodies for this than for its other refusals, so each has a point of its own."
  },
  {
    "id": "lookup.error-body.no-requests-left",
    "section": "4.4, 7",
    "question": "What does the body look like where the caller has no requests left?",
    "default": "error-and-flag",
    "alternatives": [
      "error",
      "message",
      "text",
      "empty"
    ],
    "why": "As for no token."
  },
  {
    "id": "lookup.error-body",
    "section": "4.4, 7",
    "question": "What does the body of any other failed lookup look like?",
    "default": "error-and-flag",
    "alternatives": [
      "error",
      "message",
      "text",
      "empty"
    ],
    "why": "As for no token."
  },
  {
    "id": "lookup.malformed",
    "section": "1, 8",
    "question": "Does a call with something that is no hash use up a request?",
    "default": "counted",
    "alternatives": [
      "free"
    ],
    "why": "Part 1 says that every call does. Whether a call that fails validation is one, it does not say."
  },
  {
    "id": "lookup.hash-case",
    "section": "4.4",
    "question": "Does the case of the hash matter?",
    "default": "ignored",
    "alternatives": [
      "significant"
    ],
    "why": "Tools print hashes in either case, and both mean the same number."
  },
  {
    "id": "lookup.status.found",
    "section": "4, 7",
    "question": "Which status does it come with when there is an analysis of the file?",
    "default": 200,
    "alternatives": [
      203
    ],
    "why": "The ordinary status of an answer."
  },
  {
    "id": "lookup.status.malformed-request",
    "section": "4, 7",
    "question": "Which status does it come with when the URL or the body cannot be read?",
    "default": 400,
    "alternatives": [
      422,
      200
    ],
    "why": "The usual answer to what cannot be parsed."
  },
  {
    "id": "lookup.status.malformed-hash",
    "section": "4, 7",
    "question": "Which status does it come with when the hash is no SHA-256, SHA-512 or BLAKE3?",
    "default": 400,
    "alternatives": [
      404,
      422,
      200
    ],
    "why": "It can be told from the request alone."
  },
  {
    "id": "lookup.status.no-token",
    "section": "4, 7",
    "question": "Which status does it come with when no token was sent?",
    "default": 401,
    "alternatives": [
      403,
      400,
      200
    ],
    "why": "The status HTTP gives to a request without credentials."
  },
  {
    "id": "lookup.status.unknown-token",
    "section": "4, 7",
    "question": "Which status does it come with when the token is not known?",
    "default": 401,
    "alternatives": [
      403,
      400,
      404,
      200
    ],
    "why": "As with no token. The answer does not tell which tokens exist."
  },
  {
    "id": "lookup.status.may-not-look-up",
    "section": "4, 7",
    "question": "Which status does it come with when the caller may not use the lookup?",
    "default": 403,
    "alternatives": [
      401,
      404,
      200
    ],
    "why": "The caller is known and not allowed. It comes only where the lookup is restricted."
  },
  {
    "id": "lookup.status.unknown-hash",
    "section": "4, 7",
    "question": "Which status does it come with when there is no analysis of the file?",
    "default": 404,
    "alternatives": [
      400,
      410,
      200
    ],
    "why": "As in the public documentation of a like service."
  },
  {
    "id": "lookup.status.rate-limited",
    "section": "4, 7",
    "question": "Which status does it come with when the caller asks too often?",
    "default": 429,
    "alternatives": [
      503
    ],
    "why": "The status made for it. It comes only where a rate limit is switched on."
  },
  {
    "id": "lookup.status.no-requests-left",
    "section": "4, 7",
    "question": "Which status does it come with when the caller has no requests left?",
    "default": 429,
    "alternatives": [
      402,
      403,
      401,
      200
    ],
    "why": "The caller has asked more often than allowed. Retry-After is sent where the count is filled up again."
  },
  {
    "id": "auth.prefix",
    "section": "5",
    "question": "Does a scheme stand before the token?",
    "default": "none",
    "alternatives": [
      "Bearer",
      "either"
    ],
    "patch": {
      "Bearer": {
        "description": "The word Bearer, a space, and the token of the caller.",
        "#/components/headers/WWW-Authenticate": {
          "example": "Bearer realm=\"abuse-feed\""
        }
      },
      "either": {
        "description": "The token of the caller, alone or after the word Bearer and a space.",
        "#/components/headers/WWW-Authenticate": {
          "example": "Bearer realm=\"abuse-feed\""
        }
      }
    },
    "why": "The specification shows the token alone; so does the public documentation of a like service."
  },
  {
    "id": "auth.lifetime",
    "section": "5",
    "question": "For how many seconds is a token good?",
    "default": "unlimited",
    "alternatives": [
      86400,
      3600
    ],
    "accepts": {
      "type": "integer",
      "minimum": 1,
      "maximum": 3153600000
    },
    "why": "How a token is issued is not shown; ours come with the seed data and stay."
  },
  {
    "id": "auth.order",
    "section": "5, 7",
    "question": "When is the token looked at, where something else is wrong as well?",
    "default": "first",
    "alternatives": [
      "after-validation"
    ],
    "why": "It costs least: for a stranger no body is read and nothing is validated. Nor is a stranger told what a valid request looks like."
  },
  {
    "id": "feed.id-case",
    "section": "4.2",
    "question": "Is an id found when it is written in another case?",
    "default": "found",
    "alternatives": [
      "not-found"
    ],
    "why": "A UUID is a number; its digits may be written either way."
  },
  {
    "id": "feed.unknown-parameters",
    "section": "4.2",
    "question": "What happens to query parameters the specification does not name?",
    "default": "ignored",
    "alternatives": [
      "refused"
    ],
    "why": "Proxies and test tools add their own."
  },
  {
    "id": "create.unknown-fields",
    "section": "4.1",
    "question": "What happens to fields the specification does not name?",
    "default": "ignored",
    "alternatives": [
      "refused"
    ],
    "patch": {
      "refused": {
        "additionalProperties": false
      }
    },
    "why": "Clients may send more than an older server knows. What is ignored is not stored."
  },
  {
    "id": "create.required.tags",
    "section": "2.1",
    "question": "Must tags be given?",
    "default": true,
    "alternatives": [
      false
    ],
    "sets": "required",
    "why": "All five fields are named for creation; a client that sends all is right everywhere. Left out, there are none."
  },
  {
    "id": "create.tags.limit",
    "section": "8",
    "question": "How many tags may a report have?",
    "default": 100,
    "alternatives": [
      20,
      1000
    ],
    "sets": "maxItems",
    "accepts": {
      "type": "integer",
      "minimum": 5,
      "maximum": 100000
    },
    "why": "More than anyone types."
  },
  {
    "id": "create.tags.case",
    "section": "2.1",
    "question": "Is the case of tags kept?",
    "default": "kept",
    "alternatives": [
      "lowered"
    ],
    "why": "What was sent comes back as it was sent."
  },
  {
    "id": "create.tags.order",
    "section": "2.1",
    "question": "Is the order of tags kept?",
    "default": "kept",
    "alternatives": [
      "sorted"
    ],
    "why": "What was sent comes back as it was sent."
  },
  {
    "id": "create.tags.repeats",
    "section": "2.1",
    "question": "Are repeated tags kept?",
    "default": "kept",
    "alternatives": [
      "dropped"
    ],
    "why": "What was sent comes back as it was sent."
  },
  {
    "id": "create.address.ipv6",
    "section": "2.1",
    "question": "May the host be an IPv6 address?",
    "default": "accepted",
    "alternatives": [
      "refused"
    ],
    "patch": {
      "refused": {
        "not": {
          "pattern": "^\\["
        }
      }
    },
    "why": "Malware uses them; brackets keep host and port apart."
  },
  {
    "id": "create.address.case",
    "section": "2.1",
    "question": "Is the case of host names kept?",
    "default": "kept",
    "alternatives": [
      "lowered"
    ],
    "why": "What was sent comes back as it was sent."
  },
  {
    "id": "create.hash-case",
    "section": "2.1, 4.1",
    "question": "May the hash be sent in upper case?",
    "default": "lowered",
    "alternatives": [
      "refused"
    ],
    "patch": {
      "refused": {
        "pattern": "^[0-9a-f]{64}$"
      }
    },
    "why": "Creation takes hexadecimal; a stored report has it in lower case. So it is taken and lowered."
  },
  {
    "id": "create.required.referenceLink",
    "section": "2.1",
    "question": "Must referenceLink be given?",
    "default": true,
    "alternatives": [
      false
    ],
    "sets": "required",
    "why": "As for tags. Left out, a link is made from the hash. Address and hash are always required: without them there is nothing to report."
  },
  {
    "id": "create.link.scheme",
    "section": "2.1",
    "question": "Which URLs are taken?",
    "default": "web",
    "alternatives": [
      "any",
      "https"
    ],
    "patch": {
      "https": {
        "allOf": [
          {
            "pattern": "^[Hh][Tt][Tt][Pp][Ss]://"
          }
        ]
      },
      "any": {
        "allOf": [
          {
            "pattern": "^[A-Za-z][A-Za-z0-9+.-]*:."
          }
        ],
        "pattern": null
      }
    },
    "why": "A results page is read in a browser: http or https."
  },
  {
    "id": "create.link.international",
    "section": "2.1",
    "question": "What happens to a URL with characters that are not ASCII?",
    "default": "refused",
    "alternatives": [
      "encoded"
    ],
    "patch": {
      "encoded": {
        "format": null,
        "pattern": "^\\S+$"
      }
    },
    "why": "A URL is written in ASCII. The alternative takes what a browser would take in its address bar, and stores it as a browser would send it."
  },
  {
    "id": "create.link.names-hash",
    "section": "2.1",
    "question": "Must the link name the hash it is about?",
    "default": "not-needed",
    "alternatives": [
      "needed"
    ],
    "why": "It points to a page for the file hash; how that page is addressed is its own business."
  },
  {
    "id": "create.required.confidenceScore",
    "section": "2.1",
    "question": "Must confidenceScore be given?",
    "default": true,
    "alternatives": [
      false
    ],
    "sets": "required",
    "why": "As for tags. Left out, it is the lowest score allowed, or 0."
  },
  {
    "id": "create.score.minimum",
    "section": "2.1",
    "question": "What is the lowest score?",
    "default": 0,
    "alternatives": [
      1,
      "unbounded"
    ],
    "sets": "minimum",
    "accepts": {
      "type": "integer",
      "minimum": -9007199254740991,
      "maximum": 9007199254740991
    },
    "why": "Per cent are what people expect of a confidence."
  },
  {
    "id": "create.score.maximum",
    "section": "2.1",
    "question": "What is the highest score?",
    "default": 100,
    "alternatives": [
      5,
      10,
      "unbounded"
    ],
    "sets": "maximum",
    "accepts": {
      "type": "integer",
      "minimum": -9007199254740991,
      "maximum": 9007199254740991
    },
    "why": "Per cent are what people expect of a confidence."
  },
  {
    "id": "report.id.version",
    "section": "2.1",
    "question": "Which version of UUID are ids?",
    "default": 4,
    "alternatives": [
      1,
      7,
      "none"
    ],
    "why": "The most common; ids cannot be guessed and need no coordination."
  },
  {
    "id": "report.id.case",
    "section": "2.1",
    "question": "In which case are ids written?",
    "default": "lower",
    "alternatives": [
      "upper"
    ],
    "why": "As RFC 9562 recommends."
  },
  {
    "id": "report.name",
    "section": "2.1",
    "question": "What is the name of a report?",
    "default": "first-tag",
    "alternatives": [
      "address",
      "file",
      "service"
    ],
    "why": "Researchers put the family first, and a list of reports reads well by family. A report without tags is named untagged."
  },
  {
    "id": "report.time-zone",
    "section": "2.1",
    "question": "In which time zone is reportedAt?",
    "default": "+00:00",
    "alternatives": [
      "+02:00",
      "-05:00",
      "+05:30"
    ],
    "accepts": {
      "type": "string",
      "pattern": "^[+-](0[0-9]|1[0-4]):[0-5][0-9]$"
    },
    "why": "The analysis date is in UTC, and UTC has no summer time."
  },
  {
    "id": "report.first-seen",
    "section": "2.1",
    "question": "What does firstSeenID identify?",
    "default": "file",
    "alternatives": [
      "address",
      "own",
      "random"
    ],
    "why": "The first report in this feed about the same file; the report itself where it is the first."
  }
];
