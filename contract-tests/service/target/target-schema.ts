import type { DocumentSchema } from '../../../src/document/document-check.ts';
import { allClauses } from '../../../src/spec/clauses/clauses.ts';
import { fileHashes } from '../../../src/spec/file-hashes.ts';
import { callerRoles } from '../../../src/spec/who-may.ts';
import { roles } from './target.ts';

const text: DocumentSchema = { type: 'string', minLength: 1, 'x-words': 'a text' };

/** Its value is not printed, whatever it is. */
function hidden(schema: DocumentSchema): DocumentSchema {
  return { ...schema, writeOnly: true };
}

const secret = hidden(text);
const url: DocumentSchema = {
  type: 'string',
  format: 'http-url',
  'x-words': 'a URL that starts with http:// or https:// and has no query',
};

function hex(length: number): DocumentSchema {
  return {
    type: 'string',
    pattern: `^[0-9a-fA-F]{${length}}$`,
    'x-words': `${length} hexadecimal characters`,
  };
}

/** At least 0 or 1. A number from the environment is a string. */
function whole(least: 0 | 1): DocumentSchema {
  return {
    type: ['integer', 'string'],
    minimum: least,
    pattern: least === 0 ? '^\\d+$' : '^0*[1-9]\\d*$',
    'x-words': `a whole number from ${least}`,
  };
}

function list(items: DocumentSchema): DocumentSchema {
  return { type: 'array', items };
}

function record(
  properties: { readonly [key: string]: DocumentSchema },
  required: readonly string[] = [],
): DocumentSchema {
  return { type: 'object', properties, required, additionalProperties: false };
}

const statement = record({
  ...Object.fromEntries(
    callerRoles.map((role) => [role, { type: 'boolean', 'x-words': 'true or false' }]),
  ),
  owns: {
    type: ['string', 'array'],
    minLength: 1,
    items: text,
    'x-words': 'none, a feed, or a list of feeds',
  },
});

/** The target file, except for rules across keys. */
export function targetSchema(): DocumentSchema {
  return record({
    baseUrl: url,
    analysisUrl: url,
    ca: text,
    headers: hidden({
      type: 'object',
      propertyNames: { pattern: "^[-!#$%&'*+.^_`|~0-9A-Za-z]+$" },
      additionalProperties: secret,
    }),
    service: text,
    otherService: text,
    tokens: hidden(
      record({
        ...Object.fromEntries(roles.map((role) => [role, secret])),
        limited: hidden(
          list(
            hidden(record({ token: secret, remaining: hidden(whole(0)) }, ['token', 'remaining'])),
          ),
        ),
      }),
    ),
    analyses: list(
      record(Object.fromEntries(fileHashes.map(({ kind, digits }) => [kind, hex(digits)]))),
    ),
    unknownHash: hex(64),
    areas: list({ enum: ['feed', 'lookup'] }),
    payload: record({
      confidenceScore: { type: 'integer' },
      tags: list(text),
      c2Address: {
        type: 'string',
        pattern: '^(?=.*\\{n\\})[^\\s/]+:(\\d+|\\{n\\})$',
        'x-words': 'a host and a port with a colon between, with {n} for what changes',
      },
      referenceLink: text,
    }),
    callers: record(Object.fromEntries(roles.map((role) => [role, statement]))),
    waive: list(
      record(
        {
          clause: {
            enum: allClauses().map(({ id }) => id),
            'x-words': 'a clause that --list names',
          },
          reason: text,
        },
        ['clause', 'reason'],
      ),
    ),
    careful: { type: 'boolean', 'x-words': 'true or false' },
    expect: text,
    pace: record({
      requestsPerSecond: { type: 'number', exclusiveMinimum: 0 },
      timeoutMs: whole(1),
      patienceMinutes: whole(1),
    }),
  });
}

export const targetFormats = {
  'http-url': (value: string): boolean => /^https?:\/\/[^?#]*$/i.test(value) && URL.canParse(value),
};
