import express, {
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
  Router,
} from 'express';
import type { ServerSettings } from '../http/context.ts';
import { sendContinue } from '../http/request/send-continue.ts';
import { bugEntry } from '../http/request-log.ts';
import { designCss, pageAsset, pageScript, themeJs } from '../pages/assets.ts';
import { missingPages, pageRoutes } from '../pages/page-routes.ts';
import { Redactor } from '../traffic/redactor.ts';
import { secretForms } from '../traffic/secrets.ts';
import { withoutTrailingSlashes } from '../values/url.ts';
import { problemBody } from './control/problem.ts';
import type { RunningServer } from './control/running-server.ts';
import { controlRoutes } from './control-routes.ts';
import { guard, isVisit } from './guard.ts';
import { allowedBy, largestBody, largestList, problemOf } from './problem-of.ts';

/** The page of the console and its assets. They contain no data of a world. */
const consoleFiles: { readonly [name: string]: () => string | Promise<string> } = {
  'index.html': () => pageAsset('admin/console', 'console.html'),
  'design.css': designCss,
  'theme.js': themeJs,
  'console.css': () => pageAsset('admin/console', 'console.css'),
  'console.js': () => pageScript('console.js'),
};

/** The control plane, mounted once per server; the URL decides which world is controlled. */
export function controlPlane(server: RunningServer, settings: ServerSettings): RequestHandler {
  const router = Router({ caseSensitive: true, strict: true });
  const { hiddenTokens = new Set<string>() } = settings;
  const hidden = new Redactor();
  let known = 0;
  const shown = <T>(value: T): T => {
    // A configuration that is read again may have more.
    if (known < hiddenTokens.size) hidden.add([...hiddenTokens].flatMap(secretForms));
    known = hiddenTokens.size;
    return hidden.size === 0 ? value : hidden.strings(value);
  };
  router.use(guard(settings));
  router.use((req, _res, next) => {
    next(req.sentUrl === undefined ? undefined : new URIError('not percent-encoded'));
  });
  router.use(
    '/console',
    pageRoutes((name) => (Object.hasOwn(consoleFiles, name) ? consoleFiles[name]?.() : undefined)),
  );
  // The start-up message prints this address; browsers are redirected to the console.
  router.get('/', (req, res, next) => {
    if (!isVisit(req)) return next();
    const [path = ''] = req.originalUrl.split('?', 1);
    res.redirect(307, `${withoutTrailingSlashes(path)}/console/`);
  });
  router.use((req, res, next) => {
    const limit = req.path === '/reports' ? largestList : largestBody;
    // The parser would read the whole body before refusing it.
    const isTooLarge = Number(req.headers['content-length'] ?? 0) > limit;
    if (!isTooLarge) sendContinue(req, res);
    next(isTooLarge ? { status: 413, limit } : undefined);
  });
  router.post('/reports', express.json({ limit: largestList, strict: false }));
  router.use(
    express.json({ limit: largestBody, strict: false }),
    controlRoutes(({ context }) => server.subject(context.worldId), shown),
    missingPages,
    (_req, _res, next) => next({ status: 404 }),
  );
  router.use((error: unknown, req: Request, res: Response, next: NextFunction) => {
    if (res.headersSent) return next(error);
    const problem = problemOf(error, req);
    if (problem.kind === 'bug') settings.log(bugEntry(error, req.context.withoutTokens));
    const allow = allowedBy(error);
    if (allow) res.set('Allow', allow.join(', '));
    if (problem.kind === 'no-admin-token') res.set('WWW-Authenticate', 'Bearer realm="admin"');
    res.status(problem.status).type('application/problem+json');
    res.end(JSON.stringify(shown(problemBody(problem))));
  });
  return router;
}
