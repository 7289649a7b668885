import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { OpenAPIV3 } from 'express-openapi-validator/dist/framework/types.js';
import { formatChecks } from '../../contract/compile-schema.ts';
import type { Document } from '../../contract/document.ts';
import { onDemand } from '../on-demand.ts';

/** Loaded after the server listens: most requests are plainly valid, and it takes its time. */
export const loadValidator = onDemand<typeof import('express-openapi-validator')>(
  'express-openapi-validator',
);

/** As long as a document is shared, so is its validator: making one is costly. */
const made = new WeakMap<Document, Promise<RequestHandler>>();

/** What express-openapi-validator has against a request; undefined where it has nothing. */
export async function validatorError(
  document: Document,
  req: Request,
  res: Response,
): Promise<unknown> {
  // Responses are none of its business here: the response check of ours sees all of them.
  const making = made.get(document) ?? validatorFor(document, { validateResponses: false });
  made.set(document, making);
  // What could not be loaded is tried again.
  const validate = await making.catch((error: unknown) => {
    made.delete(document);
    throw error;
  });
  return new Promise((resolve) => validate(req, res, resolve));
}

/**
 * express-openapi-validator for a document. The servers are taken out, because a path with servers
 * of its own would be let through unchecked; who calls is found out elsewhere.
 */
export async function validatorFor(
  document: Document,
  { validateResponses }: { readonly validateResponses: boolean },
): Promise<RequestHandler> {
  const { middleware } = await loadValidator();
  const { servers: _, ...rest } = structuredClone(document);
  for (const item of Object.values(rest.paths)) delete item.servers;
  const handlers = middleware({
    apiSpec: rest as unknown as OpenAPIV3.DocumentV3,
    // allErrors: a client is told everything that is wrong at once.
    validateRequests: { allErrors: true },
    validateResponses,
    validateSecurity: false,
    ajvFormats: formatChecks,
    validateApiSpec: false,
    fileUploader: false,
    useRequestUrl: true,
  }) as RequestHandler[];
  // The first one adds parameter handlers to the app, for every validator there ever is, which would
  // then run for every request; the parameters here are texts, which need no conversion.
  return Router().use(...handlers.filter(({ name }) => name !== 'pathParamsMiddleware'));
}
