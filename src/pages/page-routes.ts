import { extname } from 'node:path';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { etagOf } from '../traffic/etag.ts';
import { missingPage } from './missing-page.ts';
import { isPerson } from './person.ts';
import { sendText } from './send-text.ts';

const types: { readonly [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.yaml': 'application/yaml; charset=utf-8',
};

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Pages may use this server only, and other origins may not embed their parts. */
const pageHeaders: RequestHandler = (_req, res, next) => {
  res.set({
    'Content-Security-Policy': policy,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Cache-Control': 'no-cache',
  });
  next();
};

async function sendMissing(req: Request, res: Response): Promise<void> {
  res.status(404).vary('Accept').type('html');
  await sendText(req, res, missingPage(req));
}

/** Whoever types an address that is misspelt gets a page; the fetches of pages and programs pass. */
export const missingPages: RequestHandler = (req, res, next) => {
  const isTyped = req.method === 'GET' && req.headers['sec-fetch-mode'] === 'navigate';
  if (!isTyped || !isPerson(req)) return next();
  pageHeaders(req, res, () => sendMissing(req, res).catch(next));
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
    if (text === undefined) {
      return isPerson(req) ? sendMissing(req, res) : next();
    }
    const { etag, isKnown } = etagOf(text, req.headers['if-none-match']);
    res.set('ETag', etag).type(types[extname(name)] ?? 'text/plain');
    if (isKnown) res.status(304).end();
    else await sendText(req, res, text);
  });
  return router;
}
