import { type FieldSchemas, fieldSchemas } from '../contract/field-schemas.ts';
import {
  type DocumentCheck,
  type DocumentSchema,
  documentCheck,
} from '../document/document-check.ts';
import { schemaNamed } from '../spec/schemas.ts';
import { callerRoles } from '../spec/who-may.ts';
import type { SeedPart } from './seed-files.ts';
import { formats } from './seed-formats.ts';

function text(words = 'a text', format?: string): DocumentSchema {
  return {
    type: 'string',
    minLength: 1,
    ...(format && { format }),
    'x-words': words,
  };
}

function list(items: DocumentSchema, words: string): DocumentSchema {
  return {
    type: 'array',
    items,
    'x-words': words,
  };
}

function record(
  properties: FieldSchemas,
  words: string,
  required: readonly string[],
): DocumentSchema {
  return {
    type: 'object',
    properties,
    required,
    additionalProperties: false,
    'x-words': words,
  };
}

const service: DocumentSchema = text(
  'the name of a service: letters, digits and . _ ~ - only, as in a path',
  'service',
);
const id = text('a text without spaces', 'id');

const caller = record(
  {
    id,
    name: text(),
    token: {
      ...text('a text of visible ASCII characters without spaces', 'token'),
      writeOnly: true,
    },
    roles: list({ enum: callerRoles }, `a list of roles: [${callerRoles.join(', ')}] or []`),
    owns: service,
    requests: strict({ type: 'integer', minimum: 0 }),
    note: text('a sentence'),
  },
  'a caller, with keys such as id, name and token',
  ['id', 'name', 'token'],
);

/** Checks beyond the contract's schemas: times exist, and a fuzzy hash has three parts. */
const ownFormats: FieldSchemas = {
  date: { format: 'analysisTime' },
  reportedAt: {
    format: 'reportTime',
    'x-words': 'a time that exists, in UTC, as YYYY-MM-DD HH:MM:SS',
  },
  ssDeep: { format: 'ssdeep', 'x-words': 'a fuzzy hash: <blocksize>:<hash>:<hash>' },
};

function analysis(): DocumentSchema {
  const { required = [] } = schemaNamed('StaticAnalysis');
  const fields = seeded(fieldSchemas('StaticAnalysis'));
  return record(fields, 'an analysis, with keys such as date, tags and sha256Hash', required);
}

/** Only what may be sent may be seeded: a client that fetches it can send it. */
function report(): DocumentSchema {
  const fields = seeded(seedReportFields());
  const { required = [] } = schemaNamed('ReportDraft');
  const own = { service, createdBy: id };
  return record({ ...own, ...fields }, 'a report, with keys such as id, service and createdBy', [
    ...Object.keys(own),
    ...required,
  ]);
}

/** All fields of a new report: those a client sends, and those the service would set. */
function seedReportFields(): FieldSchemas {
  const { reportedBy: _, ...shown } = fieldSchemas('Report');
  return { ...shown, ...fieldSchemas('ReportDraft') };
}

function seeded(fields: FieldSchemas): FieldSchemas {
  return Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [
      name,
      strict({ ...schema, ...ownFormats[name] }),
    ]),
  );
}

/** Seed data is stored data: no empty strings, lower-case hashes, numbers that JSON can represent. */
function strict(schema: DocumentSchema): DocumentSchema {
  switch (schema.type) {
    case 'string':
      return { minLength: 1, 'x-words': 'a text', ...schema, ...lowerCase(schema.pattern) };
    case 'integer':
      return {
        'x-words': schema.minimum === 0 ? 'a whole number, 0 or more' : 'a whole number',
        minimum: Number.MIN_SAFE_INTEGER,
        maximum: Number.MAX_SAFE_INTEGER,
        ...schema,
      };
    case 'array':
      return { ...schema, items: strict(schema.items as DocumentSchema) };
    case 'object':
      if (schema.properties) {
        return { ...schema, properties: seeded(schema.properties), additionalProperties: false };
      }
      return {
        'x-words': 'a map of keys, or {}',
        ...schema,
        ...(typeof schema.additionalProperties === 'object' && {
          additionalProperties: strict(schema.additionalProperties as DocumentSchema),
        }),
      };
    default:
      return schema;
  }
}

function lowerCase(pattern = ''): DocumentSchema {
  const [, digits] = /^\^\[0-9[Aa]-[Ff][Aa]-[Ff]\]\{(\d+)\}\$$/.exec(pattern) ?? [];
  if (digits === undefined) return {};
  const words = `${digits} lower-case hexadecimal characters`;
  return { pattern: `^[0-9a-f]{${digits}}$`, 'x-words': words };
}

/** The key that identifies the entries of a file. Services are plain names. */
export const knownBy = {
  services: undefined,
  callers: 'id',
  analyses: 'fileName',
  reports: 'id',
} as const;

function check(part: SeedPart, items: DocumentSchema): DocumentCheck {
  return documentCheck(list(items, `a list of ${part}, each after "- ", or []`), {
    document: 'the file',
    knownBy: knownBy[part],
    formats,
  });
}

type SeedChecks = { readonly [part in SeedPart]: DocumentCheck };

let made: SeedChecks | undefined;

/** The mistakes in each entry by itself. */
export function seedChecks(): SeedChecks {
  made ??= {
    services: check('services', service),
    callers: check('callers', caller),
    analyses: check('analyses', analysis()),
    reports: check('reports', report()),
  };
  return made;
}
