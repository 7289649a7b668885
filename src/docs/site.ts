import { type ErrorRequestHandler, type Request, Router } from 'express';
import type { Document } from '../contract/document.ts';
import { published, servedAt } from '../contract/published.ts';
import { calledAt } from '../http/called-at.ts';
import type { ServerSettings } from '../http/context.ts';
import { isLoopback } from '../http/host.ts';
import { bugEntry } from '../http/request-log.ts';
import { designCss, pageAsset, pageScript, themeJs } from '../pages/assets.ts';
import { pageRoutes } from '../pages/page-routes.ts';
import { yamlOf } from './contract-routes.ts';
import { controlPage } from './control-page.ts';
import { referencePage } from './reference/reference-page.ts';
import type { ReferenceModel } from './reference.ts';
import { specificationPage } from './specification-page.ts';
import { worldReference } from './world-reference.ts';

type Content = (reference: ReferenceModel) => string | Promise<string>;

/** Every file of the reference, both served and written. */
export const site: { readonly [file: string]: Content } = {
  'index.html': referencePage,
  'specification.html': specificationPage,
  'control.html': controlPage,
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

interface NotedServer {
  readonly seed: { readonly notes: { readonly [callerId: string]: string } };
}

/** The reference pages, mounted at /docs. They show the server's current state. */
export function docsRoutes(server: NotedServer, settings: ServerSettings): Router {
  const { host, log, adminToken, hiddenTokens } = settings;
  const reference = (req: Request): ReferenceModel => {
    const { context } = req;
    // Tokens are shown on this machine only, and never with an admin token.
    const isOpen = adminToken === undefined && isLoopback(host) && isLoopback(req.hostname);
    return worldReference(context.world, context.api.contract.document, {
      baseUrl: calledAt(req),
      notes: server.seed.notes,
      showTokens: isOpen,
      ...(hiddenTokens && { hiddenTokens }),
    });
  };
  /** Reports a failure without details. */
  const onError: ErrorRequestHandler = (error: unknown, { context }, res, next) => {
    if (res.headersSent) return next(error);
    log(bugEntry(error, context.withoutTokens));
    res.status(500).type('text/plain').send('The server failed. Its log says more.\n');
  };
  const pages = pageRoutes((file, req) => {
    const isThere = req.context.isKnownWorld && Object.hasOwn(site, file);
    return isThere ? site[file]?.(reference(req)) : undefined;
  });
  return Router({ caseSensitive: true, strict: true }).use(pages, onError);
}
