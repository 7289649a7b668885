import { answerTo, type Dialect } from '../dialects/dialect.ts';
import { lookupError, lookupErrorShape } from '../dialects/lookup-error.ts';
import { wording } from '../dialects/wording.ts';
import type { RefusalKind } from '../domain/refusal.ts';
import type {
  Document,
  Example,
  OperationObject,
  ReferenceObject,
  ResponseObject,
  SchemaObject,
} from './document.ts';
import { responsesOf } from './operations.ts';

const json = 'application/json';

/** One named example of openapi.yaml: a possible outcome of an operation. */
interface Outcome {
  readonly name: string;
  readonly status: string;
  readonly description: string;
  readonly headers: { readonly [name: string]: unknown };
  readonly schema: SchemaObject | ReferenceObject;
  readonly example: Example;
  /** HTTP's own refusals have no open point: they are the same under every dialect. */
  readonly open: boolean;
}

/** What the responses of an operation depend on. */
interface Regrouping {
  readonly document: Document;
  readonly operation: OperationObject;
  readonly method: string;
  readonly dialect: Dialect;
}

/** The responses of an operation, with each outcome under its status in the dialect. */
export function responsesByStatus(regrouping: Regrouping): OperationObject['responses'] {
  const byStatus = new Map<string, Outcome[]>();
  for (const outcome of outcomesOf(regrouping)) {
    byStatus.set(outcome.status, [...(byStatus.get(outcome.status) ?? []), outcome]);
  }
  const responses = [...byStatus].sort().map(([status, outcomes]) => {
    const response = responseOf(regrouping, outcomes);
    return [status, response] as const;
  });
  return Object.fromEntries(responses);
}

function responseOf(regrouping: Regrouping, outcomes: readonly Outcome[]): ResponseObject {
  const response: ResponseObject = {
    description: distinct(outcomes.map((o) => o.description)).join(' '),
  };
  const headers = Object.assign({}, ...outcomes.map((o) => o.headers));
  if (Object.keys(headers).length > 0) response.headers = headers;
  for (const outcome of outcomes) addContent(response, outcome.name, mediaOf(regrouping, outcome));
  return response;
}

/** What a response has for one outcome; nothing where its body is empty. */
interface Media {
  readonly type: string;
  readonly schema: SchemaObject | ReferenceObject;
  readonly example: Example;
}

function addContent(response: ResponseObject, name: string, media: Media | undefined): void {
  if (!media) {
    response['x-empty-body'] = [...(response['x-empty-body'] ?? []), name];
    return;
  }
  response.content ??= {};
  const before = response.content[media.type];
  response.content[media.type] = {
    schema: before ? eitherOf(before.schema, media.schema) : media.schema,
    examples: { ...before?.examples, [name]: media.example },
  };
}

function mediaOf({ operation, dialect }: Regrouping, outcome: Outcome): Media | undefined {
  const { name, schema, example } = outcome;
  const value = example.value as { error?: string };
  if (typeof value.error !== 'string' || !outcome.open) return { type: json, schema, example };
  const error = wording[dialect['any.error-text']](name as RefusalKind, value.error);
  if (operation['x-operation'] !== 'lookup') {
    return { type: json, schema, example: { ...example, value: { ...value, error } } };
  }
  const shape = lookupError[lookupErrorShape(dialect, name)];
  const body = shape.body(error);
  if (body.type === 'empty') return undefined;
  const said = { ...example, value: body.value };
  if (body.type === 'text')
    return { type: 'text/plain', schema: { type: 'string' }, example: said };
  const named = shape.schema ? { $ref: `#/components/schemas/${shape.schema}` } : schema;
  return { type: json, schema: named, example: said };
}

function* outcomesOf({ document, operation, method, dialect }: Regrouping): Generator<Outcome> {
  for (const [written, response] of Object.entries(responsesOf(document, operation))) {
    const media = response.content?.[json];
    if (!media) throw new Error(`${operation.operationId} ${written} has no JSON in the document`);
    const { description, headers: listed = {} } = response;
    for (const [name, example] of Object.entries(media.examples ?? {})) {
      const point = example['x-open-point']?.[0]?.id;
      const open = point !== undefined;
      const status = open ? String(answerTo(dialect, point) ?? written) : written;
      const changes = method !== 'get' && written.startsWith('2');
      const headers = open ? outcomeHeaders(listed, { status, changes }, dialect) : listed;
      yield { name, status, description, headers, schema: media.schema, example, open };
    }
  }
}

const version = {
  description: 'The version of the API.',
  schema: { type: 'string' },
  example: '1',
};
const event = {
  description: 'The change that was made to the feed.',
  schema: { type: 'string' },
  example: 'report-created; id=5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01',
};
const challenge = { $ref: '#/components/headers/WWW-Authenticate' };

/** The headers of an outcome: those in openapi.yaml, and those added by the dialect. */
function outcomeHeaders(
  written: Outcome['headers'],
  outcome: { readonly status: string; readonly changes: boolean },
  dialect: Dialect,
): Outcome['headers'] {
  const { 'WWW-Authenticate': _, ...others } = written;
  return {
    ...others,
    // RFC 9110, 15.5.2: required for the status, whatever the refusal.
    ...(outcome.status === '401' && { 'WWW-Authenticate': challenge }),
    ...(dialect['any.version-header'] === 'header' && { 'API-Version': version }),
    ...(dialect['any.event-header'] === 'header' && outcome.changes && { 'Feed-Event': event }),
  };
}

function eitherOf(
  one: SchemaObject | ReferenceObject,
  other: SchemaObject | ReferenceObject,
): SchemaObject | ReferenceObject {
  const all = [...alternativesOf(one), ...alternativesOf(other)];
  const texts = distinct(all.map((schema) => JSON.stringify(schema)));
  const schemas = texts.map((schema) => JSON.parse(schema) as SchemaObject | ReferenceObject);
  const [only] = schemas;
  return schemas.length === 1 && only ? only : { anyOf: schemas };
}

function alternativesOf(
  schema: SchemaObject | ReferenceObject,
): (SchemaObject | ReferenceObject)[] {
  return 'anyOf' in schema ? (schema.anyOf as (SchemaObject | ReferenceObject)[]) : [schema];
}

function distinct<T>(list: readonly T[]): T[] {
  return [...new Set(list)];
}
