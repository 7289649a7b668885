import { dump } from 'js-yaml';
import { designCss, pageAsset, themeJs } from '../pages/assets.ts';
import { clausesPage } from './clauses-page.ts';
import { guide } from './guide.ts';
import { guidePage } from './guide-page.ts';
import { openPointsPage } from './open-points-page.ts';
import { referencePage } from './reference/reference-page.ts';
import { searchIndex } from './reference/search-index.ts';
import type { Reference } from './reference.ts';

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
  'reference.css': () => pageAsset('docs', 'reference.css'),
  'try.js': () => pageAsset('docs', 'try.js'),
  'search.js': () => pageAsset('docs', 'search.js'),
  'search-index.js': searchIndex,
  'filter.js': () => pageAsset('docs', 'filter.js'),
};
