import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { type Request, Router } from 'express';
import { pageHeaders } from './headers.ts';

const types: { readonly [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.yaml': 'application/yaml; charset=utf-8',
};

/** Serves the files of pages, with ETags; `contentOf` has none for unknown names. */
export function pageRoutes(
  contentOf: (name: string, req: Request) => string | Promise<string> | undefined,
): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get('/{*file}', pageHeaders, async (req, res, next) => {
    const path = req.originalUrl.split('?')[0] ?? '';
    // Links on the pages are relative, so the path has to end with a slash.
    if (req.path === '/' && !path.endsWith('/')) {
      res.redirect(308, `${path.slice(path.lastIndexOf('/') + 1)}/`);
      return;
    }
    const name = req.path === '/' ? 'index.html' : req.path.slice(1);
    const text = await contentOf(name, req);
    if (text === undefined) return next();
    const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
    res.set('ETag', etag).type(types[extname(name)] ?? 'text/plain');
    if (hasAlready(req, etag)) res.status(304).end();
    else res.send(text);
  });
  return router;
}

/** Browsers repeat the ETag; no other condition is supported. */
const hasAlready = (req: Request, etag: string): boolean =>
  (req.headers['if-none-match'] ?? '').split(/\s*,\s*/).includes(etag);
