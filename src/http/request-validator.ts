import type { RequestHandler } from 'express';
import { middleware } from 'express-openapi-validator';
import type { OpenAPIV3 } from 'express-openapi-validator/dist/framework/types.js';
import type { Edition } from './edition.ts';

type Described = Pick<Edition, 'document' | 'checksReplies'>;

/** As long as an edition is shared, so is its validator: making one is costly. */
const made = new WeakMap<Described, readonly RequestHandler[]>();

/**
 * express-openapi-validator for one document, requests and responses. The servers are taken out,
 * because a path with servers of its own would be let through unchecked; callers are identified by
 * the service, so security is not its business here.
 */
export function requestValidatorOf(edition: Described): readonly RequestHandler[] {
  const known = made.get(edition) ?? make(edition);
  made.set(edition, known);
  return known;
}

function make({ document, checksReplies }: Described): readonly RequestHandler[] {
  const { servers: _, ...rest } = structuredClone(document);
  for (const item of Object.values(rest.paths)) delete item.servers;
  return middleware({
    apiSpec: rest as unknown as OpenAPIV3.DocumentV3,
    // allErrors: a client is told everything that is wrong at once.
    validateRequests: { allErrors: true },
    validateResponses: checksReplies,
    validateSecurity: false,
    validateApiSpec: false,
    fileUploader: false,
    useRequestUrl: true,
  }) as RequestHandler[];
}
