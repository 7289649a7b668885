import type { RequestHandler } from 'express';
import type { OpenAPIV3 } from 'express-openapi-validator/dist/framework/types.js';
import { OpenApiValidator } from 'express-openapi-validator/dist/openapi.validator.js';
import {
  type Document,
  methods,
  type OperationObject,
  type ReferenceObject,
  resolved,
} from '../contract/document.ts';

/** Keywords without effect on validation. */
const besides = /^(?:servers|headers|examples?|description|summary|title|tags|x-(?!eov-).*)$/;
/** Maps whose keys are arbitrary names. */
const named = new Set(['properties', 'schemas']);

/**
 * The document with references resolved in place. The package would otherwise compile every referenced schema
 * before the first request, each together with all components.
 */
function essential(document: Document): Document {
  const parts = new Map<string, unknown>();
  const placed = ({ $ref }: ReferenceObject): unknown => {
    const part = parts.get($ref) ?? copied(resolved(document, { $ref }));
    parts.set($ref, part);
    return part;
  };
  const copied = (part: unknown, isNames = false): unknown => {
    if (typeof part !== 'object' || part === null) return part;
    if (Array.isArray(part)) return part.map((item) => copied(item));
    if ('$ref' in part && !isNames) return placed(part as ReferenceObject);
    const entries = Object.entries(part).filter(([key]) => isNames || !besides.test(key));
    return Object.fromEntries(
      entries.map(([key, value]) => [key, copied(value, !isNames && named.has(key))]),
    );
  };
  const { components: _, ...rest } = document;
  const essentials = copied(rest) as Document;
  shareResponses(essentials.paths);
  return { ...essentials, components: { schemas: {} } } as unknown as Document;
}

/**
 * The package compiles the schema of every status of an operation before its first reply. Nearly all refusals have
 * the same one, so it is given as the default. Whether an operation has a status is checked by `validateReply`.
 */
function shareResponses(paths: Document['paths']): void {
  for (const item of Object.values(paths)) {
    for (const method of methods) {
      const operation = item[method];
      if (operation) operation.responses = withDefault(operation.responses);
    }
  }
}

type Responses = OperationObject['responses'];

/** The response that most statuses have becomes the default. */
function withDefault(responses: Responses): Responses {
  const statusesOf = new Map<string, string[]>();
  for (const [status, response] of Object.entries(responses)) {
    const text = JSON.stringify(response);
    statusesOf.set(text, [...(statusesOf.get(text) ?? []), status]);
  }
  const [shared = []] = [...statusesOf.values()].sort((a, b) => b.length - a.length);
  const others = Object.entries(responses).filter(([status]) => !shared.includes(status));
  const [first] = shared;
  const common = first === undefined ? undefined : responses[first];
  return { ...Object.fromEntries(others), ...(common && { default: common }) };
}

/**
 * express-openapi-validator for a document. Its servers are removed: a path with its own servers
 * would pass unchecked. Authentication happens elsewhere.
 *
 * `middleware()` of the package does the same, but compiles the schema of OpenAPI itself for every
 * document, even with that check turned off: a third of a second for each dialect.
 */
export function openApiValidator(document: Document, validateResponses = true): RequestHandler[] {
  const apiDoc = essential(document) as unknown as OpenAPIV3.DocumentV3;
  const validator = new OpenApiValidator({
    apiSpec: apiDoc,
    // Reports all errors of a request at once.
    validateRequests: { allErrors: true },
    validateResponses,
    validateSecurity: false,
    validateApiSpec: false,
    // Full format checks for requests and replies alike: an accepted value may be part of a reply.
    ajvFormats: { mode: 'full' },
    fileUploader: false,
    // In a world, the prefix before the document's path has been stripped.
    useRequestUrl: true,
  });
  serial += 1;
  const spec = { apiDoc, basePaths: [''], routes: routesIn(document), serial };
  return validator.installMiddleware(Promise.resolve(spec)) as RequestHandler[];
}

/** Marks replies for this validator: a request can pass through several. */
let serial = 1_000_000;

/** Fixed path segments come before parameters. */
function fixedFirst(path: string): string {
  return path.replaceAll('{', '~');
}

function routesIn(document: Document) {
  return Object.entries(document.paths)
    .sort(([a], [b]) => (fixedFirst(a) < fixedFirst(b) ? -1 : 1))
    .flatMap(([path, item]) =>
      (['head', ...methods] as const)
        .filter((method) => method in item)
        .map((method) => ({
          basePath: '',
          expressRoute: path.replace(/\{(\w+)\}/g, ':$1'),
          openApiRoute: path,
          method: method.toUpperCase(),
          pathParams: Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name),
        })),
    );
}
