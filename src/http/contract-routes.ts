import { type Request, Router } from 'express';
import { dump } from 'js-yaml';
import type { Document } from '../contract/document.ts';

/** The document that the world of a request speaks; there is none where there is no such world. */
export function contractRoutes(documentOf: (req: Request) => Document | undefined): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get('/openapi.json', (req, res, next) => {
    const document = documentOf(req);
    if (document) res.json(document);
    else next();
  });
  router.get('/openapi.yaml', (req, res, next) => {
    const document = documentOf(req);
    if (document) res.type('application/yaml').send(yamlOf(document));
    else next();
  });
  return router;
}

/** Writing it takes a while, and it is asked for again and again. */
const written = new WeakMap<Document, string>();

function yamlOf(document: Document): string {
  const yaml = written.get(document) ?? dump(document, { noRefs: true, lineWidth: 100 });
  written.set(document, yaml);
  return yaml;
}
