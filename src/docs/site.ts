import { dump } from 'js-yaml';
import { designCss, pageAsset, themeJs } from '../pages/assets.ts';
import { clausesPage } from './clauses-page.ts';
import { guide } from './guide.ts';
import { guidePage } from './guide-page.ts';
import { openPointsPage } from './open-points-page.ts';
import type { Reference } from './reference.ts';
import { referencePage } from './reference-page.ts';
import { rendererFile } from './renderer.ts';

type Content = (reference: Reference) => string | Promise<string>;

/** Every file of the reference and the guide, served and written alike. */
export const site: { readonly [file: string]: Content } = {
  'index.html': referencePage,
  'open-points.html': openPointsPage,
  'clauses.html': clausesPage,
  ...Object.fromEntries(
    guide.map((page): [string, Content] => [page.file, (reference) => guidePage(reference, page)]),
  ),
  'openapi.yaml': ({ document }) => dump(document, { noRefs: true, lineWidth: 100 }),
  'openapi.json': ({ document }) => `${JSON.stringify(document, null, 2)}\n`,
  'design.css': designCss,
  'theme.js': themeJs,
  'docs.css': () => pageAsset('docs', 'docs.css'),
  'reference.js': () => pageAsset('docs', 'reference.js'),
  'filter.js': () => pageAsset('docs', 'filter.js'),
  'swagger-ui-bundle.js': () => rendererFile('swagger-ui-bundle.js'),
  'swagger-ui.css': () => rendererFile('swagger-ui.css'),
  // The licence of the renderer asks that its notices go wherever its files go.
  'swagger-ui-bundle.js.LICENSE.txt': () => rendererFile('swagger-ui-bundle.js.LICENSE.txt'),
  'swagger-ui-LICENSE.txt': () => `${rendererFile('NOTICE')}\n${rendererFile('LICENSE')}`,
};
