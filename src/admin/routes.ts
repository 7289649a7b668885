import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Router } from 'express';
import { packageRoot } from '../contract/package-root.ts';

const { name, version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
  name: string;
  version: string;
};

/** The control plane. */
export function adminRoutes(): Router {
  const router = Router();
  router.get('/health', (_req, res) => void res.json({ status: 'ok' }));
  router.get('/version', (_req, res) => void res.json({ name, version, node: process.version }));
  return router;
}
