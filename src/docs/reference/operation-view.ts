import type {
  Document,
  Example,
  OperationObject,
  Parameter,
  ReferenceObject as Ref,
  ResponseObject,
  SchemaObject,
} from '../../contract/document.ts';
import { resolved, sharedContract } from '../../contract/document.ts';
import { operationObject, placedOperation, responsesOf } from '../../contract/operations.ts';
import { type OperationName, operationNames } from '../../domain/operation.ts';
import { type Clause, readClauses } from '../../spec/clauses/clauses.ts';
import type { OpenPoint } from '../../spec/open-point.ts';
import { pointsOf } from '../../spec/open-point.ts';
import { operationPlaces } from '../../spec/operations.ts';

/** A parameter, or a field of a body. */
export interface Field {
  readonly name: string;
  /** `path`, `query`, or the position in a body. */
  readonly place: string;
  readonly required: boolean;
  readonly description: string;
  readonly schema: SchemaObject;
  readonly points: readonly OpenPoint[];
}

/** A possible outcome of an operation. */
export interface OutcomeView {
  readonly name: string;
  readonly status: string;
  readonly summary: string;
  /** The body; undefined if there is none. */
  readonly example: { readonly type: string; readonly value: unknown } | undefined;
  readonly headers: readonly string[];
  /** The open point of its status; undefined if HTTP defines it. */
  readonly point: OpenPoint | undefined;
}

/** An operation in the document of a dialect. */
export interface OperationView {
  readonly name: OperationName;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly points: readonly OpenPoint[];
  readonly parameters: readonly Field[];
  /** The request body, if any. */
  readonly body: { readonly fields: readonly Field[]; readonly points: readonly OpenPoint[] };
  readonly outcomes: readonly OutcomeView[];
  /** The fields of a successful response. */
  readonly result: readonly Field[];
  readonly clauses: readonly Clause[];
}

export function operationViews(document: Document): OperationView[] {
  return operationNames.map((name) => viewOf(document, name));
}

function viewOf(document: Document, name: OperationName): OperationView {
  const { path, method, item, operation } = placedOperation(document, name);
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((one) =>
    parameterField(resolved<Parameter>(document, one)),
  );
  const draft = operation.requestBody?.content['application/json']?.schema;
  const body = draft && resolved<SchemaObject>(document, draft);
  return {
    name,
    method: method.toUpperCase(),
    path,
    summary: operation.summary ?? name,
    description: operation.description ?? '',
    points: pointsOf(operation),
    parameters: parameters.map((field) => ({ ...field, schema: whole(document, field.schema) })),
    body: {
      fields: body ? fieldsOf(document, body) : [],
      points: pointsOf(body ?? {}),
    },
    outcomes: outcomesOf(document, name, operation),
    result: resultFields(document, operation),
    clauses: clausesOf(name),
  };
}

function parameterField(parameter: Parameter & { description?: string }): Field {
  return {
    name: parameter.name,
    place: parameter.in,
    required: parameter.required ?? false,
    description: parameter.description ?? '',
    schema: parameter.schema as SchemaObject,
    points: pointsOf(parameter),
  };
}

/** A schema with its references resolved. */
function whole(document: Document, schema: SchemaObject | Ref): SchemaObject {
  const { allOf = [], ...own } = resolved<SchemaObject & { allOf?: (SchemaObject | Ref)[] }>(
    document,
    schema,
  );
  const parts = allOf.map((part) => whole(document, part));
  return Object.assign({}, ...parts, own) as SchemaObject;
}

/** The fields of an object, followed by those of nested objects. */
export function fieldsOf(document: Document, object: SchemaObject, place = 'body'): Field[] {
  return Object.entries(object.properties ?? {}).flatMap(([name, property]) => {
    const schema = whole(document, property);
    const inner = schema.type === 'array' ? whole(document, itemsOf(schema)) : schema;
    const path = schema.type === 'array' ? `${name}[]` : name;
    const field: Field = {
      name,
      place,
      required: object.required?.includes(name) ?? false,
      description: String(schema.description ?? ''),
      schema,
      points: pointsOf(schema),
    };
    return [field, ...fieldsOf(document, inner, place === 'body' ? path : `${place}.${path}`)];
  });
}

function itemsOf(schema: SchemaObject): SchemaObject | Ref {
  return (schema.items ?? {}) as SchemaObject | Ref;
}

function resultFields(document: Document, operation: OperationObject): Field[] {
  for (const response of Object.values(operation.responses)) {
    const { content = {} } = resolved<ResponseObject>(document, response);
    const schema = content['application/json']?.schema;
    const parts = (schema && 'anyOf' in schema ? schema.anyOf : [schema]) as (SchemaObject | Ref)[];
    const good = parts.find((part) => part && '$ref' in part && !/Error$/.test(String(part.$ref)));
    if (good) return fieldsOf(document, resolved<SchemaObject>(document, good));
  }
  return [];
}

function outcomesOf(
  document: Document,
  name: OperationName,
  operation: OperationObject,
): OutcomeView[] {
  const written = exampleByName(name);
  return Object.entries(responsesOf(document, operation)).flatMap(([status, response]) => {
    const headers = Object.keys(response.headers ?? {});
    const one = (outcome: string, example: Example | undefined, type?: string): OutcomeView => ({
      name: outcome,
      status,
      summary: example?.summary ?? response.description,
      example: type === undefined ? undefined : { type, value: example?.value },
      headers,
      point: pointsOf(example ?? {})[0],
    });
    return [
      ...Object.entries(response.content ?? {}).flatMap(([type, { examples = {} }]) =>
        Object.entries(examples).map(([outcome, example]) => one(outcome, example, type)),
      ),
      ...(response['x-empty-body'] ?? []).map((outcome) => one(outcome, written.get(outcome))),
    ];
  });
}

/** From openapi.yaml: the document of a dialect has no examples for responses without a body. */
function exampleByName(name: OperationName): ReadonlyMap<string, Example> {
  const contract = sharedContract();
  return new Map(
    Object.values(responsesOf(contract, operationObject(contract, name))).flatMap(({ content }) =>
      Object.entries(content?.['application/json']?.examples ?? {}),
    ),
  );
}

/** Clauses about reports and analyses belong to the operation that returns them. */
function clausesOf(name: OperationName): Clause[] {
  const prefixes = operationPlaces.find((one) => one.name === name)?.prefixes ?? [];
  return readClauses().clauses.filter(({ id }) => prefixes.includes(id.split('/')[0] ?? ''));
}
