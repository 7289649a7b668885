import {
  type Document,
  type Parameter,
  resolved,
  type SchemaObject,
} from '../../contract/document.ts';
import { inWords, type Mistake } from '../../spec/document.ts';
import {
  type DocumentCheck,
  type DocumentSchema,
  documentCheck,
} from '../../spec/document-check.ts';
import { adminDocument, checkedElsewhere, inJsonSchema } from '../admin-document.ts';
import { ControlProblem } from '../problem.ts';
import { isTime } from './time.ts';

interface Found {
  readonly schema: DocumentSchema;
  readonly check: DocumentCheck;
  readonly isQuery: boolean;
}

/** Arguments from programs are validated against the control plane's document, like HTTP requests. */
export function checkRequestBody(operationId: string, given: object): void {
  const mistakes = mistakesIn(operationId, plain(given));
  if (mistakes.length > 0) {
    throw new ControlProblem('invalid-request', inWords(mistakes, `${operationId}()`));
  }
}

/** The same for optional arguments, which are usually absent. */
export function checkFilter(operationId: string, filter: object): void {
  if (!(filter instanceof Object) || Object.keys(filter).length > 0)
    checkRequestBody(operationId, filter);
}

/** The mistakes in the body or the query of a request; empty if there are none. */
export function requestMistakes(
  operationId: string,
  { body, query }: { readonly body: unknown; readonly query: object },
): Mistake[] {
  const operation = operationNamed(operationId);
  if (!operation) return [];
  return operation.check(operation.isQuery ? numbersIn(query, operation.schema) : (body ?? {}));
}

const mistakesIn = (operationId: string, given: unknown): Mistake[] =>
  operationNamed(operationId)?.check(given) ?? [];

const known = new Map<string, Found | undefined>();

function operationNamed(operationId: string): Found | undefined {
  if (!known.has(operationId))
    known.set(operationId, foundIn(inJsonSchema(adminDocument()), operationId));
  return known.get(operationId);
}

function foundIn(document: Document, operationId: string): Found | undefined {
  const operation = Object.values(document.paths)
    .flatMap((path) => Object.values(path))
    .find((one) => 'operationId' in one && one.operationId === operationId);
  if (!operation || !('operationId' in operation)) return undefined;
  const { requestBody, parameters = [] } = operation;
  const body = requestBody?.content['application/json']?.schema;
  const schema = body ?? querySchema(document, parameters);
  const plainSchema = inlined(document, schema) as DocumentSchema;
  const check = documentCheck(plainSchema, {
    document: 'what is given',
    formats: { 'date-time': isTime },
  });
  return { schema: plainSchema, check, isQuery: body === undefined };
}

function querySchema(document: Document, parameters: readonly object[]): SchemaObject {
  const all = parameters.map((one) => resolved(document, one) as Parameter);
  const properties = all.map(({ name, schema }) => [name, schema as SchemaObject]);
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(properties),
  };
}

/** Ignored, so that messages say what was expected instead of describing the field. */
const ignored = ['description', 'default', 'x-words'];

/** The schema with references inlined, and with `x-words` as descriptions. */
function inlined(document: Document, schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((one) => inlined(document, one));
  if (typeof schema !== 'object' || schema === null) return schema;
  if ('$ref' in schema) {
    const name = String(schema.$ref).split('/').at(-1) ?? '';
    return checkedElsewhere[name] ?? inlined(document, resolved(document, schema));
  }
  const kept = Object.entries(schema).filter(([keyword]) => !ignored.includes(keyword));
  const entries = kept.map(([keyword, value]) => [keyword, inlined(document, value)]);
  const rest = Object.fromEntries(entries);
  const words = 'x-words' in schema ? schema['x-words'] : rest.format && timeWords;
  return {
    ...rest,
    ...(words && { description: words }),
  };
}

const timeWords = 'a time that exists, such as 2026-01-31T13:45:00Z';

/** As JSON: dates become strings, undefined members are omitted. */
const plain = (given: object): object =>
  Object.fromEntries(
    Object.entries(given)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, plainValue(value)]),
  );

function plainValue(value: unknown): unknown {
  if (value instanceof Date) return timeText(value);
  const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isMap ? plain(value) : value;
}

const timeText = (date: Date): string =>
  Number.isNaN(date.getTime()) ? 'Invalid Date' : date.toISOString();

/** Query values are strings; converts those that should be numbers and look like numbers. */
const numbersIn = (query: object, { properties = {} }: DocumentSchema): object =>
  Object.fromEntries(
    Object.entries(query).map(([key, value]) => {
      const isNumber = ['integer', 'number'].includes(String(properties[key]?.type));
      const looksLike = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value);
      return [key, isNumber && looksLike ? Number(value) : value];
    }),
  );
