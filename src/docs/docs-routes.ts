import type { Request, Router } from 'express';
import { pageRoutes } from '../pages/page-routes.ts';
import type { ReferenceModel } from './reference.ts';
import { site } from './site.ts';

/** The reference pages, mounted at /docs. They show the server's current state. */
export const docsRoutes = (current: (req: Request) => ReferenceModel | undefined): Router =>
  pageRoutes((file, req) => {
    const reference = Object.hasOwn(site, file) ? current(req) : undefined;
    return reference && site[file]?.(reference);
  });
