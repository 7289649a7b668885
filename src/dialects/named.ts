import { type Dialect, type Differences, dialectOf, differencesOf } from './dialect.ts';

interface NamedDialect {
  readonly says: string;
  readonly differences: Differences;
}

/** The dialects that ship with the package. */
export const namedDialects = {
  default: {
    says: 'what openapi.yaml describes',
    differences: {},
  },
  documented: {
    says: 'as the public documentation of a similar service shows it',
    // Only what is documented there: no status for a caller with nothing left; its monthly period is that
    // of a key, not of a quota; and its 409 is not an outcome of these operations.
    differences: {
      // No other success status is documented, and its clients accept no other.
      'create.status.created': 200,
      // 400 and 401 have {error} alone; so, most likely, do refusals it does not list.
      'lookup.error-body.no-token': 'error',
      'lookup.error-body.unknown-token': 'error',
      'lookup.error-body.malformed-hash': 'error',
      'lookup.error-body.no-requests-left': 'error',
      'lookup.error-body': 'error',
      // 404 has no body.
      'lookup.error-body.unknown-hash': 'empty',
    },
  },
  strict: {
    says: 'refuses whatever it may refuse',
    differences: {
      'auth.prefix': 'Bearer',
      'fetch.who': 'creator-and-owner',
      'lookup.who': 'researchers',
      'lookup.hash-case': 'significant',
      'feed.id-case': 'not-found',
      'feed.unknown-parameters': 'refused',
      'lookup.unknown-parameters': 'refused',
      'create.unknown-fields': 'refused',
      'create.score.notation': 'digits',
      'create.duplicates': 'refused',
      'create.hash-case': 'refused',
      'create.link.scheme': 'https',
      'create.link.names-hash': 'needed',
      'create.address.ipv6': 'refused',
      'create.score.minimum': 1,
      'create.score.maximum': 10,
      'create.tags.limit': 20,
      'create.body-limit': 16384,
      'create.status.invalid-report': 422,
    },
  },
  lenient: {
    says: 'takes whatever it may take',
    differences: {
      'auth.prefix': 'either',
      'fetch.who': 'public',
      'feed.unknown-service': 'created',
      'feed.repeated-parameters': 'last',
      'delete.absent': 'accepted',
      'create.content-type': 'ignored',
      'create.null-fields': 'left-out',
      'create.required.tags': false,
      'create.required.referenceLink': false,
      'create.required.confidenceScore': false,
      'create.link.scheme': 'any',
      'create.link.international': 'encoded',
      'create.score.minimum': 'unbounded',
      'create.score.maximum': 'unbounded',
      'create.tags.limit': 1000,
      'create.body-limit': 1048576,
      'lookup.malformed': 'free',
      'create.status.created': 200,
    },
  },
  contrary: {
    says: 'answers everything the way clients least expect',
    differences: {
      'any.error-text': 'terse',
      'any.extra-fields': 'some',
      'any.version-header': 'header',
      'any.event-header': 'header',
      'auth.prefix': 'Bearer',
      'auth.order': 'after-validation',
      'create.status.created': 202,
      'create.status.invalid-report': 200,
      'create.status.malformed-request': 200,
      'create.status.no-object': 422,
      'create.status.no-token': 200,
      'create.status.unknown-token': 404,
      'create.status.not-a-researcher': 200,
      'create.status.unknown-service': 200,
      'create.tags.case': 'lowered',
      'create.tags.order': 'sorted',
      'create.tags.repeats': 'dropped',
      'create.address.case': 'lowered',
      'fetch.status.fetched': 203,
      'fetch.status.unknown-report': 200,
      'fetch.status.missing-parameter': 200,
      'fetch.status.malformed-id': 200,
      'fetch.status.no-token': 200,
      'fetch.status.unknown-token': 200,
      'delete.absent': 'accepted',
      'delete.afterwards': 'remembered',
      'delete.status.deleted': 202,
      'delete.status.not-your-report': 200,
      'delete.status.no-token': 200,
      'delete.status.unknown-token': 404,
      'lookup.error-body.no-token': 'empty',
      'lookup.error-body.unknown-token': 'empty',
      'lookup.error-body.malformed-hash': 'empty',
      'lookup.error-body.unknown-hash': 'empty',
      'lookup.error-body.no-requests-left': 'empty',
      'lookup.error-body': 'empty',
      'lookup.status.found': 203,
      'lookup.status.unknown-hash': 200,
      'lookup.status.malformed-hash': 200,
      'lookup.status.no-requests-left': 200,
      'lookup.status.no-token': 200,
      'lookup.status.unknown-token': 404,
      'lookup.malformed': 'free',
      'report.id.version': 'none',
      'report.id.case': 'upper',
      'report.name': 'service',
      'report.first-seen': 'random',
      'report.time-zone': '+05:30',
    },
  },
} as const satisfies { [name: string]: NamedDialect };

/** The name of a dialect that ships with the package. */
export type DialectName = keyof typeof namedDialects;

export const dialectNames = Object.keys(namedDialects) as DialectName[];

/** The dialect of the package with these answers, if any. */
export function nameOfDialect(dialect: Dialect): DialectName | undefined {
  return dialectNames.find((name) => {
    const named = dialectOf(namedDialects[name].differences);
    return Object.keys(differencesOf(named, dialect)).length === 0;
  });
}

export function isDialectName(text: string): text is DialectName {
  return Object.hasOwn(namedDialects, text);
}
