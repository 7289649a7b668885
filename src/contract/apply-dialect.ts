import { challengeOf } from '../dialects/authorization.ts';
import { answerTo, type Dialect } from '../dialects/dialect.ts';
import { lookupError } from '../dialects/lookup-error.ts';
import { type Part, pointsOf, withAnswer } from '../spec/open-point.ts';
import {
  type Document,
  isOperation,
  mapValues,
  type OperationObject,
  type SchemaObject,
  sharedContract,
} from './document.ts';
import { responsesByStatus } from './regroup-responses.ts';

/**
 * The contract with its open points answered by this dialect. Unchanged parts are shared with the
 * contract, so that a hundred worlds with a dialect each do not hold a
 * hundred documents.
 */
export function applyDialect(dialect: Dialect): Document {
  const contract = answered(sharedContract(), dialect) as Document;
  const { headers, schemas } = contract.components;
  const challenge = { ...headers['WWW-Authenticate'], example: challengeOf(dialect) };
  const components = {
    ...contract.components,
    headers: { ...headers, 'WWW-Authenticate': challenge },
    schemas: { ...schemas, ...lookupErrorSchemas },
  };
  const document = { ...contract, components };
  return { ...document, paths: pathsBy(dialect, document) };
}

/** A part with the answers of a dialect where it has open points; itself where they change nothing in it. */
function answered(part: unknown, dialect: Dialect): unknown {
  if (typeof part !== 'object' || part === null) return part;
  const inside = (one: unknown): unknown => answered(one, dialect);
  if (Array.isArray(part)) return shared(part, part.map(inside));
  const inner = shared(part as Part, mapValues(part as Part, inside));
  return pointsOf(inner).reduce(
    (node, point) => {
      const answer = answerTo(dialect, point.id);
      const isUsual = answer === undefined || answer === point.default;
      return isUsual ? node : withAnswer(node, point, answer);
    },
    withRequired(inner, dialect),
  );
}

/** `required` is declared at the property, and stored in the object around it. */
function withRequired(node: Part, dialect: Dialect): Part {
  const { properties, required } = node as SchemaObject;
  if (!properties || !required) return node;
  const isRequired = (name: string) =>
    pointsOf(properties[name] ?? {}).every(
      ({ id, sets }) => sets !== 'required' || answerTo(dialect, id) === true,
    );
  const left = required.filter(isRequired);
  return left.length === required.length ? node : { ...node, required: left };
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
