import { Router } from 'express';
import { designCss, pageAsset, themeJs } from '../../pages/assets.ts';
import { pageHeaders } from '../../pages/headers.ts';
import { sendPage } from '../../pages/send-page.ts';

const folder = 'admin/console';
const modules = [
  ...['console', 'control', 'stream', 'stream-worker', 'read-stream', 'tabs'],
  ...['dom', 'morph', 'focus', 'notices', 'curl', 'requests', 'request-filter', 'request-detail'],
  ...['findings', 'reports', 'callers', 'analyses', 'faults', 'dialect', 'worlds'],
].map((name) => `${name}.js`);

/** The page and its parts. Nothing in them depends on what a world holds. */
const files: { readonly [name: string]: () => string } = {
  'index.html': () => pageAsset(folder, 'console.html'),
  'design.css': designCss,
  'theme.js': themeJs,
  ...Object.fromEntries(
    ['console.css', ...modules].map((name) => [name, () => pageAsset(folder, name)]),
  ),
};

/** The console, to be mounted at /console of the control plane, behind its guard. */
export function consoleRoutes(): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get('/{*file}', pageHeaders, async (req, res, next) => {
    const path = req.originalUrl.split('?')[0] ?? '';
    // Links on the page are relative, so the folder has to end with a slash.
    if (req.path === '/' && !path.endsWith('/')) {
      res.redirect(308, 'console/');
      return;
    }
    const name = req.path === '/' ? 'index.html' : req.path.slice(1);
    const content = Object.hasOwn(files, name) ? files[name] : undefined;
    if (!content) next();
    else await sendPage(req, res, name, content());
  });
  return router;
}
