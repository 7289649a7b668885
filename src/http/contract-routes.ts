import { type Request, type Response, Router } from 'express';
import { dump } from 'js-yaml';
import type { Document } from '../contract/document.ts';
import { inOpenApi31 } from '../contract/newer-openapi.ts';
import { servedAt } from '../contract/published.ts';
import { calledAt } from './called-at.ts';
import { corsHeaders } from './cors.ts';

export interface ContractOptions {
  /** Whether pages of other origins may read it, as they may call the API. */
  readonly cors: boolean;
}

/** The document that the world of a request speaks; there is none where there is no such world. */
export function contractRoutes(
  documentOf: (req: Request) => Document | undefined,
  { cors }: ContractOptions,
): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const serve = (path: string, type: string, write: (document: Document) => string) =>
    router.get(path, (req: Request, res: Response, next) => {
      const document = documentOf(req);
      if (!document) return next();
      // It differs by dialect and by the name the server is called by.
      res.set({ 'Cache-Control': 'no-cache', ...(cors && corsHeaders) });
      res.type(type).send(write(servedAt(document, calledAt(req))));
    });
  serve('/openapi.json', 'application/json', (document) => JSON.stringify(document));
  serve('/openapi.yaml', 'application/yaml', yamlOf);
  serve('/openapi-3.1.json', 'application/json', (document) =>
    JSON.stringify(inOpenApi31(document)),
  );
  return router;
}

/** Writing it takes a while, and it is asked for again and again. */
const written = new Map<string, string>();
const mostWritten = 16;

export function yamlOf(document: Document): string {
  const key = JSON.stringify(document);
  const before = written.get(key);
  if (before !== undefined) return before;
  const yaml = dump(document, { noRefs: true, lineWidth: 100 });
  if (written.size >= mostWritten) written.clear();
  written.set(key, yaml);
  return yaml;
}
