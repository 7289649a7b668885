import { Router } from 'express';
import { designCss, pageAsset, pageScript, themeJs } from '../../pages/assets.ts';
import { pageHeaders } from '../../pages/headers.ts';
import { sendPage } from '../../pages/send-page.ts';

const folder = 'admin/console';

/** The page and its assets. They contain no data of a world. */
const files: { readonly [name: string]: () => string | Promise<string> } = {
  'index.html': () => pageAsset(folder, 'console.html'),
  'design.css': designCss,
  'theme.js': themeJs,
  'console.css': () => pageAsset(folder, 'console.css'),
  'console.js': () => pageScript('console.js'),
};

/** The console, mounted at /console of the control plane, behind its guard. */
export function consoleRoutes(): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get('/{*file}', pageHeaders, async (req, res, next) => {
    const path = req.originalUrl.split('?')[0] ?? '';
    // Links on the page are relative, so the path has to end with a slash.
    if (req.path === '/' && !path.endsWith('/')) {
      res.redirect(308, 'console/');
      return;
    }
    const name = req.path === '/' ? 'index.html' : req.path.slice(1);
    const content = Object.hasOwn(files, name) ? files[name] : undefined;
    if (!content) next();
    else await sendPage(req, res, name, await content());
  });
  return router;
}
