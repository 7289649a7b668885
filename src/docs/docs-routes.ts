import { type Request, Router } from 'express';
import { pageHeaders } from '../pages/headers.ts';
import { sendPage } from '../pages/send-page.ts';
import type { ReferenceModel } from './reference.ts';
import { site } from './site.ts';

/** The reference pages, mounted at /docs. They show the server's current state. */
export function docsRoutes(current: (req: Request) => ReferenceModel | undefined): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get('/{*file}', pageHeaders, async (req, res, next) => {
    const path = req.originalUrl.split('?')[0] ?? '';
    // Links on the pages are relative, so the path has to end with a slash.
    if (req.path === '/' && !path.endsWith('/')) {
      res.redirect(308, `${path.slice(path.lastIndexOf('/') + 1)}/`);
      return;
    }
    const file = req.path === '/' ? 'index.html' : req.path.slice(1);
    const content = Object.hasOwn(site, file) ? site[file] : undefined;
    const reference = content && current(req);
    if (!reference) next();
    else await sendPage(req, res, file, await content(reference));
  });
  return router;
}
