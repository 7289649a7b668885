import type { Dialect } from '../dialects/dialect.ts';
import { lookupError } from '../dialects/lookup-error.ts';
import { type Document, type Operation, type Schema, sharedContract } from './document.ts';
import { operationsOf } from './operations.ts';
import { regrouped } from './regroup-responses.ts';

/** openapi.yaml as it reads when the open points are answered by this dialect. */
export function applyDialect(dialect: Dialect): Document {
  const document = ownParts(sharedContract());
  applyToDraft(dialect, schemaOf(document, 'ReportDraft'));
  applyToToken(dialect, document);
  for (const operation of operationsOf(document)) {
    operation.responses = regrouped(document, operation, dialect);
    if (dialect['feed.unknown-parameters'] === 'ignored') {
      operation['x-eov-allow-unknown-query-parameters'] = true;
    }
    if (operation.operationId === 'fetchReport' && dialect['fetch.who'] === 'public') {
      operation.security = [{}, { token: [] }];
    }
    if (operation.requestBody && dialect['create.content-type'] === 'ignored') {
      const { content } = operation.requestBody;
      content['*/*'] = { schema: content['application/json']?.schema ?? {} };
    }
  }
  return document;
}

/**
 * The contract with copies of what a dialect changes. All else is shared, so that a hundred worlds
 * with a dialect each do not hold a hundred documents.
 */
function ownParts(contract: Document): Document {
  const { paths, components } = contract;
  const { schemas, headers, securitySchemes } = components;
  return {
    ...contract,
    paths: mapped(paths, (item) =>
      mapped(item, (part) => (part && 'operationId' in part ? ownOperation(part) : part)),
    ),
    components: {
      ...components,
      schemas: {
        ...schemas,
        ReportDraft: structuredClone(schemaOf(contract, 'ReportDraft')),
        ...lookupErrorSchemas(schemaOf(contract, 'LookupError')),
      },
      headers: mapped(headers, (header) => ({ ...header })),
      securitySchemes: mapped(securitySchemes, (scheme) => ({ ...scheme })),
    },
  };
}

const ownOperation = ({ requestBody, ...operation }: Operation): Operation => ({
  ...operation,
  ...(requestBody && { requestBody: { ...requestBody, content: { ...requestBody.content } } }),
});

const mapped = <T extends object>(record: T, change: (value: T[keyof T]) => T[keyof T]): T =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, change(value as T[keyof T])]),
  ) as T;

function schemaOf(document: Document, name: string): Schema {
  const schema = document.components.schemas[name];
  if (!schema) throw new Error(`openapi.yaml has no schema ${name}`);
  return schema;
}

function applyToDraft(dialect: Dialect, draft: Schema): void {
  const field = (name: string): Schema => {
    const schema = draft.properties?.[name];
    if (!schema) throw new Error(`openapi.yaml has no field ReportDraft.${name}`);
    return schema;
  };
  const optional = (['tags', 'referenceLink', 'confidenceScore'] as const).filter(
    (name) => !dialect[`create.required.${name}`],
  );
  draft.required = draft.required?.filter((name) => !optional.some((left) => left === name)) ?? [];
  if (dialect['create.unknown-fields'] === 'refused') draft.additionalProperties = false;
  field('tags').maxItems = dialect['create.tags.limit'];
  const score = field('confidenceScore');
  setOrDrop(score, 'minimum', dialect['create.score.minimum']);
  setOrDrop(score, 'maximum', dialect['create.score.maximum']);
  if (dialect['create.hash-case'] === 'refused') field('file256Hash').pattern = '^[0-9a-f]{64}$';
  const address = field('c2Address');
  if (dialect['create.address.ipv6'] === 'refused') {
    address.pattern = String(address.pattern).replace(/\|\\\[.*\\\]/, '');
  }
  applyToLink(dialect, field('referenceLink'));
}

function applyToLink(dialect: Dialect, link: Schema): void {
  const scheme = dialect['create.link.scheme'];
  if (dialect['create.link.international'] === 'encoded') {
    // Which of these a browser would take is more than a pattern can say.
    delete link.format;
    link.pattern = `${schemes[scheme]}\\S+$`;
  } else if (scheme === 'any') link.pattern = `${schemes.any}.`;
  else link.pattern = String(link.pattern).replace(schemes.web, schemes[scheme]);
}

const schemes: Record<Dialect['create.link.scheme'], string> = {
  web: '^[Hh][Tt][Tt][Pp][Ss]?://',
  https: '^[Hh][Tt][Tt][Pp][Ss]://',
  any: '^[A-Za-z][A-Za-z0-9+.-]*:',
};

function setOrDrop(schema: Schema, keyword: string, value: number | 'unbounded'): void {
  if (value === 'unbounded') delete schema[keyword];
  else schema[keyword] = value;
}

/** One for each shape that is JSON; those that no outcome has are not published. */
function lookupErrorSchemas(written: Schema): { [name: string]: Schema } {
  const shapes = Object.values(lookupError).flatMap(({ schema: name, properties }) =>
    name === undefined || properties === undefined ? [] : [{ name, properties }],
  );
  return Object.fromEntries(
    shapes.map(({ name, properties }) => [
      name,
      {
        ...written,
        required: Object.keys(properties),
        // A field that openapi.yaml has keeps what is written about it there.
        properties: {
          ...properties,
          ...only(written.properties ?? {}, Object.keys(properties)),
        },
      },
    ]),
  );
}

const only = <T>(record: { [name: string]: T }, names: readonly string[]): { [name: string]: T } =>
  Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)));

function applyToToken(dialect: Dialect, document: Document): void {
  const scheme = document.components.securitySchemes.token;
  const prefix = dialect['auth.prefix'];
  const challenge = document.components.headers['WWW-Authenticate'];
  if (!scheme || !challenge || prefix === 'none') return;
  challenge.example = 'Bearer realm="abuse-feed"';
  scheme.description =
    prefix === 'Bearer'
      ? 'The word Bearer, a space, and the token of the caller.'
      : 'The token of the caller, alone or after the word Bearer and a space.';
}
