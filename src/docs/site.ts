import type { Request, Router } from 'express';
import type { Document } from '../contract/document.ts';
import { published, servedAt } from '../contract/published.ts';
import { yamlOf } from '../http/contract-routes.ts';
import { designCss, pageAsset, pageScript, themeJs } from '../pages/assets.ts';
import { pageRoutes } from '../pages/page-routes.ts';
import { referencePage } from './reference/reference-page.ts';
import type { ReferenceModel } from './reference.ts';
import { specificationPage } from './specification-page.ts';

type Content = (reference: ReferenceModel) => string | Promise<string>;

/** Every file of the reference, both served and written. */
export const site: { readonly [file: string]: Content } = {
  'index.html': referencePage,
  'specification.html': specificationPage,
  'openapi.yaml': (reference) => yamlOf(download(reference)),
  'openapi.json': (reference) => `${JSON.stringify(download(reference), null, 2)}\n`,
  'design.css': designCss,
  'theme.js': themeJs,
  'docs.css': () => pageAsset('docs', 'docs.css'),
  'docs.js': () => pageScript('docs.js'),
};

/** A static site may be hosted anywhere: its document leaves the server URL open. */
function download({ document, live }: ReferenceModel): Document {
  return live ? servedAt(document, live.baseUrl) : published(document);
}

/** The reference pages, mounted at /docs. They show the server's current state. */
export function docsRoutes(current: (req: Request) => ReferenceModel | undefined): Router {
  return pageRoutes((file, req) => {
    const reference = Object.hasOwn(site, file) ? current(req) : undefined;
    return reference && site[file]?.(reference);
  });
}
