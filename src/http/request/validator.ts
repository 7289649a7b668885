import { createHash } from 'node:crypto';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { OpenAPIV3 } from 'express-openapi-validator/dist/framework/types.js';
import { formatChecks } from '../../contract/compile-schema.ts';
import type { Document } from '../../contract/document.ts';
import { onDemand } from '../on-demand.ts';
import { prepareValidator } from './prepare-validator.ts';

/** Loaded after the server listens: most requests are plainly valid, and it takes its time. */
export const loadValidator = onDemand<typeof import('express-openapi-validator')>(
  'express-openapi-validator',
);

/** Making one is costly, and so is keeping one: those used last are kept. */
const made = new Map<string, Promise<RequestHandler>>();
const mostMade = 64;

/** What express-openapi-validator has against a request; undefined where it has nothing. */
export async function validatorError(
  document: Document,
  req: Request,
  res: Response,
): Promise<unknown> {
  const key = keyOf(document);
  const making = made.get(key) ?? validatorFor(requestPart(document));
  made.delete(key);
  made.set(key, making);
  const [oldest] = made.keys();
  if (made.size > mostMade && oldest !== undefined) made.delete(oldest);
  // What could not be loaded is tried again.
  const validate = await making.catch((error: unknown) => {
    made.delete(key);
    throw error;
  });
  return new Promise((resolve) => validate(req, res, resolve));
}

/** What the first request that is not plainly valid would wait for. */
export const prepareApi = (document: Document): Promise<unknown> =>
  prepareValidator('/private/sample/x', (req, res) => validatorError(document, req, res));

const keys = new WeakMap<Document, string>();

function keyOf(document: Document): string {
  const text = () => JSON.stringify(requestPart(document));
  const key = keys.get(document) ?? createHash('sha256').update(text()).digest('hex');
  keys.set(document, key);
  return key;
}

const besides = new Set(['responses', 'examples', 'x-open-point']);

/**
 * What a document says about requests, which many dialects have in common. Responses are none of
 * the validator's business here: the response check of ours sees all of them.
 */
export const requestPart = (document: Document): Document =>
  JSON.parse(JSON.stringify(document, (key, value) => (besides.has(key) ? undefined : value)));

/**
 * express-openapi-validator for a document. The servers are taken out, because a path with servers
 * of its own would be let through unchecked; who calls is found out elsewhere.
 */
export async function validatorFor(document: Document): Promise<RequestHandler> {
  const { middleware } = await loadValidator();
  const { servers: _, ...rest } = structuredClone(document);
  for (const item of Object.values(rest.paths)) delete item.servers;
  const handlers = middleware({
    apiSpec: rest as unknown as OpenAPIV3.DocumentV3,
    // allErrors: a client is told everything that is wrong at once.
    validateRequests: { allErrors: true },
    validateResponses: false,
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
