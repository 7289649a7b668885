import type { Router } from 'express';
import { designCss, pageAsset, pageScript, themeJs } from '../../pages/assets.ts';
import { pageRoutes } from '../../pages/page-routes.ts';

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
export const consoleRoutes = (): Router =>
  pageRoutes((name) => (Object.hasOwn(files, name) ? files[name]?.() : undefined));
