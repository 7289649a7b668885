import express, {
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
  Router,
} from 'express';
import type { Document } from '../contract/document.ts';
import { sendContinue } from '../http/request/send-continue.ts';
import { bugEntry } from '../http/request-log.ts';
import { openApiValidator } from '../http/validator.ts';
import { endlessNumber } from '../spec/endless-number.ts';
import type { Health } from '../store/store.ts';
import { adminDocument, checkedElsewhere } from './admin-document.ts';
import { consoleRoutes } from './console/routes.ts';
import { type GuardOptions, guard, isVisit } from './guard.ts';
import { ControlProblem, problemBody } from './problem.ts';
import { allowedBy, largestBody, largestList, problemOf } from './problem-of.ts';
import { controlRoutes, type Subject } from './routes.ts';

export interface PlaneOptions extends GuardOptions {
  /** Whether the server can store changes. */
  readonly health: () => Promise<Health>;
}

/** Created on first use and shared by all servers: it has no state. */
let validator: RequestHandler | undefined;

const validate: RequestHandler = (req, res, next) => {
  validator ??= Router().use(openApiValidator(validatedDocument()));
  validator(req, res, next);
};

/** HEAD is valid wherever GET is, including the stream, where it ends at once. */
function validatedDocument(): Document {
  const { components, paths, ...document } = adminDocument();
  // New worlds are validated again on creation, with better messages.
  const SeedAdditions = { type: 'object' };
  const schemas = { ...components.schemas, ...checkedElsewhere, SeedAdditions };
  const withHead = Object.entries(paths).map(([path, item]) => [
    path,
    item.get ? { ...item, head: item.get } : item,
  ]);
  return {
    ...document,
    paths: Object.fromEntries(withHead) as Document['paths'],
    components: { ...components, schemas },
  };
}

/** 1e400 parses as Infinity, which would be stored as null. The validator converts queries too. */
const refuseEndlessNumbers =
  (part: 'body' | 'query'): RequestHandler =>
  (req, _res, next) => {
    const at = endlessNumber(req[part]);
    const place = at && [part, ...at].join('.');
    next(at && new ControlProblem('invalid-request', `${place} is too large for a number.`));
  };

/** The control plane, mounted once per server; the URL decides which world is controlled. */
export function controlPlane(
  subjectOf: (req: Request) => Subject,
  options: PlaneOptions,
): RequestHandler {
  const router = Router({ caseSensitive: true, strict: true });
  router.use(guard(options));
  router.use((req, _res, next) => {
    next(req.sentUrl === undefined ? undefined : { status: 400, errors: [{ path: req.url }] });
  });
  router.use('/console', consoleRoutes());
  // The start-up message prints this address; browsers are redirected to the console.
  router.get('/', (req, res, next) => {
    if (!isVisit(req)) return next();
    res.redirect(307, `${req.originalUrl.replace(/\/?(\?.*)?$/, '')}/console/`);
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
    refuseEndlessNumbers('body'),
    validate,
    refuseEndlessNumbers('query'),
    controlRoutes(subjectOf, options.health),
  );
  router.use((error: unknown, req: Request, res: Response, next: NextFunction) => {
    if (res.headersSent) return next(error);
    const problem = problemOf(error, req);
    if (problem.kind === 'bug') options.log(bugEntry(error));
    const allow = allowedBy(error);
    if (allow !== undefined) res.set('Allow', allow);
    if (problem.kind === 'no-admin-token') res.set('WWW-Authenticate', 'Bearer realm="admin"');
    if (problem.kind === 'too-many-guesses') res.set('Retry-After', '1');
    res.status(problem.status).type('application/problem+json');
    res.end(JSON.stringify(problemBody(problem)));
  });
  return router;
}
