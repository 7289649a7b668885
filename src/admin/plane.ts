import express, {
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
  Router,
} from 'express';
import type { Document } from '../contract/document.ts';
import { illegibleUrl } from '../http/request/legible-url.ts';
import { validatorFor } from '../http/request/validator.ts';
import type { Health } from '../store/store.ts';
import { adminDocument } from './admin-document.ts';
import { consoleRoutes } from './console/routes.ts';
import { type GuardOptions, guard } from './guard.ts';
import { ControlProblem, problemBody } from './problem.ts';
import { allowedBy, largestBody, largestList, problemOf } from './problem-of.ts';
import { controlRoutes, type Subject } from './routes.ts';

export interface PlaneOptions extends GuardOptions {
  /** Told of exceptions nobody foresaw. */
  readonly bug: (problem: unknown) => void;
  /** Whether the server can keep what it is told. */
  readonly health: () => Promise<Health>;
}

/** Made when the control plane is first used, and shared by all servers: it holds no state. */
let validator: Promise<RequestHandler> | undefined;

/** Faults, dialects and new reports are checked by what checks them in a program, so that both hear the same. */
function validatedDocument(): Document {
  const { components, ...document } = adminDocument();
  const plainObject = { type: 'object' };
  const schemas = {
    ...components.schemas,
    FaultRule: plainObject,
    Differences: plainObject,
    NewReport: {},
  };
  return { ...document, components: { ...components, schemas } };
}

const validateControl: RequestHandler = async (req, res, next) => {
  validator ??= validatorFor(validatedDocument(), { validateResponses: true });
  const validate = await validator.catch((error: unknown) => {
    // What could not be loaded is tried again.
    validator = undefined;
    throw error;
  });
  validate(req, res, next);
};

/** The control plane, to be mounted once per server; the subject depends on where it is called. */
export function controlPlane(
  subjectOf: (req: Request) => Subject,
  options: PlaneOptions,
): RequestHandler {
  const router = Router({ caseSensitive: true, strict: true });
  router.use(guard(options));
  router.use((req, _res, next) => {
    next(
      illegibleUrl(req) === undefined ? undefined : { status: 400, errors: [{ path: req.url }] },
    );
  });
  // Asked by whoever waits for the server to be there, so it is not to wait for the validator.
  router.get('/health', async (_req, res) => {
    const health = await options.health();
    if (health !== 'ok') throw new ControlProblem('unwell', health.problem);
    res.json({ status: 'ok' });
  });
  router.use('/console', consoleRoutes());
  // The first screen names this address: whoever opens it in a browser wants to look.
  router.get('/', (req, res, next) => {
    if (req.accepts(['json', 'html']) !== 'html') return next();
    res.redirect(307, `${req.originalUrl.replace(/\/?(\?.*)?$/, '')}/console/`);
  });
  router.post('/reports', express.json({ limit: largestList, strict: false }));
  router.use(
    express.json({ limit: largestBody, strict: false }),
    validateControl,
    controlRoutes(subjectOf),
  );
  router.use((error: unknown, req: Request, res: Response, next: NextFunction) => {
    if (res.headersSent) return next(error);
    const problem = problemOf(error, req);
    if (problem.kind === 'bug') options.bug(error);
    const allow = allowedBy(error);
    if (allow !== undefined) res.set('Allow', allow);
    if (problem.kind === 'no-admin-token') res.set('WWW-Authenticate', 'Bearer realm="admin"');
    // Not res.json: the validator has put itself in front of that.
    res.status(problem.status).type('application/problem+json');
    res.end(JSON.stringify(problemBody(problem)));
  });
  return router;
}
