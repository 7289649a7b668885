import { challengeOf } from '../dialects/authorization.ts';
import { answerTo, type Dialect } from '../dialects/dialect.ts';
import { lookupError } from '../dialects/lookup-error.ts';
import type { OpenPoint, Patch } from '../spec/open-point.ts';
import { isObject } from '../values/objects.ts';
import {
  type Document,
  isOperation,
  mapValues,
  type OperationObject,
  pointsOf,
  type SchemaObject,
  sharedContract,
} from './document.ts';
import { responsesByStatus } from './regroup-responses.ts';

type Part = { readonly [key: string]: unknown };

/**
 * The contract with its open points answered by this dialect. Unchanged parts are shared with the
 * contract, so that a hundred worlds with a dialect each do not hold a
 * hundred documents.
 */
export function applyDialect(dialect: Dialect): Document {
  const answered = new Answers(dialect).in(sharedContract()) as Document;
  const { headers, schemas } = answered.components;
  const challenge = { ...headers['WWW-Authenticate'], example: challengeOf(dialect) };
  const components = {
    ...answered.components,
    headers: { ...headers, 'WWW-Authenticate': challenge },
    schemas: { ...schemas, ...lookupErrorSchemas },
  };
  const document = { ...answered, components };
  return { ...document, paths: pathsBy(dialect, document) };
}

/** Puts the answers of a dialect where the document has the open points. */
class Answers {
  readonly #dialect: Dialect;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  /** Returns the part itself where the dialect changes nothing in it. */
  readonly in = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part;
    if (Array.isArray(part)) return shared(part, part.map(this.in));
    const inner = shared(part as Part, mapValues(part as Part, this.in));
    return pointsOf(inner).reduce<Part>(
      (node, point) => this.#withAnswer(node, point),
      this.#withRequired(inner),
    );
  };

  #withAnswer(node: Part, point: OpenPoint): Part {
    const answer = answerTo(this.#dialect, point.id);
    if (answer === point.default || answer === undefined) return node;
    if (point.sets !== undefined && point.sets !== 'required') {
      return merged(node, { [point.sets]: answer === 'unbounded' ? null : answer });
    }
    const patch = point.patch?.[String(answer)];
    return patch ? merged(node, patch) : node;
  }

  /** `required` is declared at the property, and stored in the object around it. */
  #withRequired(node: Part): Part {
    const { properties, required } = node as SchemaObject;
    if (!properties || !required) return node;
    const isRequired = (name: string) =>
      pointsOf(properties[name] ?? {}).every(
        ({ id, sets }) => sets !== 'required' || answerTo(this.#dialect, id) === true,
      );
    const left = required.filter(isRequired);
    return left.length === required.length ? node : { ...node, required: left };
  }
}

function pathsBy(dialect: Dialect, document: Document): Document['paths'] {
  return mapValues(document.paths, (item) =>
    mapValues(item as Part, (part, method) =>
      isOperation(part) ? operationBy(dialect, document, part, method) : part,
    ),
  ) as Document['paths'];
}

function operationBy(
  dialect: Dialect,
  document: Document,
  operation: OperationObject,
  method: string,
): OperationObject {
  const [area = ''] = operation.tags;
  const ignoresUnknown = answerTo(dialect, `${area}.unknown-parameters`) !== 'refused';
  return {
    ...operation,
    responses: responsesByStatus({ document, operation, method, dialect }),
    ...(ignoresUnknown && { 'x-eov-allow-unknown-query-parameters': true }),
  };
}

/** The first of two values with equal members. */
function shared<T extends object>(one: T, other: T): T {
  const keys = Object.keys(one) as (keyof T)[];
  return keys.length === Object.keys(other).length && keys.every((key) => one[key] === other[key])
    ? one
    : other;
}

/** RFC 7396: members of the patch replace those of the node, and null removes one. */
function merged(node: Part, patch: Patch): Part {
  const result: { [key: string]: unknown } = { ...node };
  for (const [key, value] of Object.entries(patch)) {
    const before = result[key];
    if (value === null) delete result[key];
    else result[key] = isObject(before) && isObject(value) ? merged(before, value) : value;
  }
  return result;
}

/** Bodies of failed lookups other than `ReportError`; unused ones are not published. */
const lookupErrorSchemas: { [name: string]: SchemaObject } = Object.fromEntries(
  Object.values(lookupError).flatMap(({ schema, properties }) =>
    schema === undefined || properties === undefined
      ? []
      : [
          [
            schema,
            {
              type: 'object',
              description: 'A lookup was refused, or found nothing.',
              required: Object.keys(properties),
              properties,
            },
          ],
        ],
  ),
);
