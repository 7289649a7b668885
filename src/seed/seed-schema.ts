import type { SeedPart } from './seed-problem.ts';

/** Descriptions complete the sentence "this is not ...". */
const text = (description: string, format?: string) => ({
  type: 'string',
  minLength: 1,
  ...(format && { format }),
  description,
});

const whole = (description: string, limits: { minimum?: number } = {}) => ({
  type: 'integer',
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
  ...limits,
  description,
});

const list = (items: object, description: string) => ({ type: 'array', items, description });

const record = (properties: object, description: string, optional: readonly string[] = []) => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((key) => !optional.includes(key)),
  additionalProperties: false,
  description,
});

const hex = (name: string, length: number) =>
  text(`${name}: expected ${length} lower-case hexadecimal characters`, `hex${length}`);

const service = text(
  'the name of a service: expected letters, digits and . _ ~ - only, as in a path',
  'service',
);
const id = text('an id: expected a text without spaces', 'id');
const uuid = text('an id: expected the form xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx', 'uuid');

const caller = record(
  {
    id,
    name: text('a name: expected a text'),
    // Marks what a message must not repeat.
    token: {
      ...text('a token: expected a text of visible ASCII characters without spaces', 'token'),
      writeOnly: true,
    },
    roles: list(
      { enum: ['researcher'], description: 'a role; known roles: researcher' },
      'a list of roles: expected [researcher] or []',
    ),
    owns: service,
    requests: whole('a number of requests: expected a whole number, 0 or more', { minimum: 0 }),
    note: text('a note: expected a sentence'),
  },
  'a caller: expected fields such as id, name and token',
  ['roles', 'owns', 'requests', 'note'],
);

const analysis = record(
  {
    date: text('a date: expected a time that exists, as YYYY-MM-DDTHH:MM:SSZ', 'date'),
    tags: list(
      record(
        { heat: whole('a heat: expected a whole number'), name: text('a name: expected a text') },
        'a tag: expected { heat, name }',
      ),
      'a list of tags: expected [{ heat, name }, ...] or []',
    ),
    ssDeep: text('a fuzzy hash: expected <blocksize>:<hash>:<hash>', 'ssdeep'),
    configs: {
      type: 'object',
      additionalProperties: { type: 'object', description: 'a config: expected an object, or {}' },
      description: 'configs: expected an object of objects by family, or {}',
    },
    mD5Hash: hex('an MD5', 32),
    fileName: text('a file name: expected a text'),
    sha1Hash: hex('a SHA-1', 40),
    blake3Hash: hex('a BLAKE3', 64),
    sha256Hash: hex('a SHA-256', 64),
    sha512Hash: hex('a SHA-512', 128),
    sizeInBytes: whole('a size: expected a whole number, 0 or more', { minimum: 0 }),
    staticAnalysisDuration: text('a duration: expected a text such as "00:00:00.0427370"'),
  },
  'an analysis: expected fields such as date, tags and sha256Hash',
);

const report = record(
  {
    id: uuid,
    service,
    createdBy: id,
    tags: list(text('a tag: expected a text'), 'a list of tags: expected texts, or []'),
    c2Address: text(
      'an address: expected <host>:<port>, with a port from 1 to 65535 and IPv6 in brackets',
      'address',
    ),
    file256Hash: hex('a SHA-256', 64),
    referenceLink: text('a link: expected a URL that starts with http:// or https://', 'link'),
    confidenceScore: whole('a score: expected a whole number'),
    reportedAt: text(
      'a time: expected one that exists, in UTC, as YYYY-MM-DD HH:MM:SS',
      'reportTime',
    ),
    name: text('a name: expected a text'),
    firstSeenID: uuid,
  },
  'a report: expected fields such as id, service and createdBy',
);

/** The shape of each seed file. */
export const schemas: { readonly [part in SeedPart]: object } = {
  services: list(service, 'a list: expected names of services, each after "- "'),
  callers: list(caller, 'a list: expected callers, each after "- "'),
  analyses: list(analysis, 'a list: expected analyses, each after "- "'),
  reports: list(report, 'a list: expected reports, each after "- "'),
};
