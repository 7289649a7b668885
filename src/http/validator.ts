import type { RequestHandler } from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import type { OpenAPIV3 } from 'express-openapi-validator/dist/framework/types.js';
import type { Document } from '../contract/document.ts';

/** What says nothing about what is valid. */
const besides = new Set(['servers', 'examples', 'x-open-point']);
/** Where keys are names that somebody chose. */
const named = new Set(['properties', 'schemas']);

/** Every schema is compiled together with the whole document, so that what is not needed costs time. */
function essential<T>(part: T, isNames = false): T {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map((item) => essential(item)) as T;
  const kept = Object.entries(part).filter(([key]) => isNames || !besides.has(key));
  return Object.fromEntries(
    kept.map(([key, value]) => [key, essential(value, !isNames && named.has(key))]),
  ) as T;
}

/**
 * express-openapi-validator for a document. The servers are taken out: a path with servers of its own
 * would be let through unchecked. Who calls is found out elsewhere.
 */
export function openApiValidator(document: Document, validateResponses = true): RequestHandler[] {
  return OpenApiValidator.middleware({
    apiSpec: essential(document) as unknown as OpenAPIV3.DocumentV3,
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
  }) as RequestHandler[];
}
