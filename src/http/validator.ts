import type { RequestHandler } from 'express';
import type { OpenAPIV3 } from 'express-openapi-validator/dist/framework/types.js';
import { OpenApiValidator } from 'express-openapi-validator/dist/openapi.validator.js';
import {
  type Document,
  methods,
  type ReferenceObject,
  resolved,
  type SchemaObject,
} from '../contract/document.ts';

/** What says nothing about what is valid. */
const besides = new Set(['servers', 'examples', 'x-open-point']);
/** Where keys are names that somebody chose. */
const named = new Set(['properties', 'schemas']);

/**
 * The document with every part where it is referred to. The package would compile whatever is referred to
 * before the first request, and each schema together with all components. What contains itself stays a reference.
 */
function essential(document: Document): Document {
  const schemas: Document['components']['schemas'] = {};
  const parts = new Map<string, unknown>();
  const placed = ({ $ref }: ReferenceObject): unknown => {
    if (!parts.has($ref)) {
      parts.set($ref, undefined);
      parts.set($ref, copied(resolved(document, { $ref })));
    }
    const part = parts.get($ref);
    const name = $ref.split('/').at(-1) ?? '';
    if (part === undefined) schemas[name] = {};
    else if (name in schemas) schemas[name] = part as SchemaObject;
    return part ?? { $ref };
  };
  const copied = (part: unknown, isNames = false): unknown => {
    if (typeof part !== 'object' || part === null) return part;
    if (Array.isArray(part)) return part.map((item) => copied(item));
    if ('$ref' in part && !isNames) return placed(part as ReferenceObject);
    const entries = Object.entries(part).filter(([key]) => isNames || !besides.has(key));
    return Object.fromEntries(
      entries.map(([key, value]) => [key, copied(value, !isNames && named.has(key))]),
    );
  };
  const { components: _, ...rest } = document;
  return { ...(copied(rest) as object), components: { schemas } } as Document;
}

/**
 * express-openapi-validator for a document. The servers are taken out: a path with servers of its own
 * would be let through unchecked. Who calls is found out elsewhere.
 *
 * `middleware()` of the package does the same, but compiles the schema of OpenAPI itself for every
 * document, also where it is told not to hold documents to it: a third of a second for each dialect.
 */
export function openApiValidator(document: Document, validateResponses = true): RequestHandler[] {
  const apiDoc = essential(document) as unknown as OpenAPIV3.DocumentV3;
  const validator = new OpenApiValidator({
    apiSpec: apiDoc,
    // A client is told everything that is wrong at once.
    validateRequests: { allErrors: true },
    validateResponses,
    validateSecurity: false,
    validateApiSpec: false,
    // In full, for requests and replies alike: a value that was let in may be part of a reply.
    ajvFormats: { mode: 'full' },
    fileUploader: false,
    // In a world, what comes before the path of the document is cut off.
    useRequestUrl: true,
  });
  serial += 1;
  const spec = { apiDoc, basePaths: [''], routes: routesIn(document), serial };
  return validator.installMiddleware(Promise.resolve(spec)) as RequestHandler[];
}

/** Tells a reply from those of other validators that the request has met. */
let serial = 1_000_000;

/** What is fixed comes before what is a parameter. */
const fixedFirst = (path: string): string => path.replaceAll('{', '~');

const routesIn = (document: Document) =>
  Object.entries(document.paths)
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
