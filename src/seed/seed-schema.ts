import { type DocumentCheck, type DocumentSchema, documentCheck } from '../spec/document-check.ts';
import type { SeedPart } from './seed-files.ts';
import { formats } from './seed-formats.ts';

const text = (description = 'a text', format?: string): DocumentSchema => ({
  type: 'string',
  minLength: 1,
  ...(format && { format }),
  description,
});

const whole = (minimum = Number.MIN_SAFE_INTEGER): DocumentSchema => ({
  type: 'integer',
  minimum,
  maximum: Number.MAX_SAFE_INTEGER,
  description: minimum === 0 ? 'a whole number, 0 or more' : 'a whole number',
});

const list = (items: DocumentSchema, description: string): DocumentSchema => ({
  type: 'array',
  items,
  description,
});

const record = (
  properties: { readonly [key: string]: DocumentSchema },
  description: string,
  optional: readonly string[] = [],
): DocumentSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((key) => !optional.includes(key)),
  additionalProperties: false,
  description,
});

const hex = (length: number): DocumentSchema =>
  text(`${length} lower-case hexadecimal characters`, `hex${length}`);

const service = text(
  'the name of a service: letters, digits and . _ ~ - only, as in a path',
  'service',
);
const id = text('a text without spaces', 'id');
const uuid = text('an id of the form xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx', 'uuid');

const caller = record(
  {
    id,
    name: text(),
    token: {
      ...text('a text of visible ASCII characters without spaces', 'token'),
      writeOnly: true,
    },
    roles: list({ enum: ['researcher'] }, 'a list of roles: [researcher] or []'),
    owns: service,
    requests: whole(0),
    note: text('a sentence'),
  },
  'a caller, with keys such as id, name and token',
  ['roles', 'owns', 'requests', 'note'],
);

const analysis = record(
  {
    date: text('a time that exists, as YYYY-MM-DDTHH:MM:SSZ', 'date'),
    tags: list(
      record({ heat: whole(), name: text() }, 'a tag: { heat, name }'),
      'a list of tags: [{ heat, name }, ...] or []',
    ),
    ssDeep: text('a fuzzy hash: <blocksize>:<hash>:<hash>', 'ssdeep'),
    configs: {
      type: 'object',
      additionalProperties: { type: 'object', description: 'a map of keys, or {}' },
      description: 'a map of maps by family, or {}',
    },
    mD5Hash: hex(32),
    fileName: text(),
    sha1Hash: hex(40),
    blake3Hash: hex(64),
    sha256Hash: hex(64),
    sha512Hash: hex(128),
    sizeInBytes: whole(0),
    staticAnalysisDuration: text('a text such as "00:00:00.0427370"'),
  },
  'an analysis, with keys such as date, tags and sha256Hash',
);

const report = record(
  {
    id: uuid,
    service,
    createdBy: id,
    tags: list(text(), 'a list of texts, or []'),
    c2Address: text('<host>:<port>, with a port from 1 to 65535 and IPv6 in brackets', 'address'),
    file256Hash: hex(64),
    referenceLink: text('a URL that starts with http:// or https://', 'link'),
    confidenceScore: whole(),
    reportedAt: text('a time that exists, in UTC, as YYYY-MM-DD HH:MM:SS', 'reportTime'),
    name: text(),
    firstSeenID: uuid,
  },
  'a report, with keys such as id, service and createdBy',
  ['id', 'reportedAt', 'name', 'firstSeenID'],
);

/** The key that people know the entries of a file by. The entries of services are names themselves. */
export const knownBy = {
  services: undefined,
  callers: 'id',
  analyses: 'fileName',
  reports: 'id',
} as const;

const check = (part: SeedPart, items: DocumentSchema): DocumentCheck =>
  documentCheck(list(items, `a list of ${part}, each after "- ", or []`), {
    document: 'the file',
    knownBy: knownBy[part],
    formats,
  });

/** What is wrong with each entry by itself. */
export const shapeMistakes: { readonly [part in SeedPart]: DocumentCheck } = {
  services: check('services', service),
  callers: check('callers', caller),
  analyses: check('analyses', analysis),
  reports: check('reports', report),
};
