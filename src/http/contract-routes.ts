import { Router } from 'express';
import { dump } from 'js-yaml';
import type { Document } from '../contract/document.ts';

/** The document this server speaks, with its own address in it. */
export function contractRoutes(document: Document): Router {
  const router = Router();
  const yaml = dump(document, { noRefs: true, lineWidth: 100 });
  router.get('/openapi.json', (_req, res) => void res.json(document));
  router.get('/openapi.yaml', (_req, res) => void res.type('application/yaml').send(yaml));
  return router;
}
