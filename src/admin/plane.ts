import express, {
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
  Router,
} from 'express';
import { DialectProblem } from '../dialects/dialect-file.ts';
import { StorageFailure } from '../store/store.ts';
import { adminDocument, adminValidator } from './admin-document.ts';
import { consoleRoutes } from './console/routes.ts';
import { type GuardOptions, guard } from './guard.ts';
import { ControlProblem, problemBody } from './problem.ts';
import { controlRoutes, type Subject } from './routes.ts';

export interface PlaneOptions extends GuardOptions {
  /** Told of exceptions nobody foresaw. */
  readonly bug: (problem: unknown) => void;
}

const largestBody = 1024 * 1024;

/** The control plane, to be mounted once per server; the subject depends on where it is called. */
export function controlPlane(
  subjectOf: (req: Request) => Subject,
  options: PlaneOptions,
): RequestHandler {
  const router = Router({ caseSensitive: true, strict: true });
  router.use(guard(options));
  // Asked by whoever waits for the server to be there, so it is not to wait for the validator.
  router.get('/health', (_req, res) => void res.json({ status: 'ok' }));
  router.use('/console', consoleRoutes());
  let checked: RequestHandler | undefined;
  router.use((req, res, next) => {
    checked ??= Router({ caseSensitive: true, strict: true }).use(
      express.json({ limit: largestBody, strict: false }),
      ...adminValidator(),
      controlRoutes(subjectOf),
    );
    return checked(req, res, next);
  });
  router.use((error: unknown, req: Request, res: Response, next: NextFunction) => {
    if (res.headersSent) return next(error);
    const problem = problemOf(error, req);
    if (problem.kind === 'bug') options.bug(error);
    if (problem.kind === 'no-admin-token') res.set('WWW-Authenticate', 'Bearer realm="admin"');
    // Not res.json: the validator has put itself in front of that.
    res.status(problem.status).type('application/problem+json');
    res.end(JSON.stringify(problemBody(problem)));
  });
  return router;
}

interface Complaint {
  readonly status?: number;
  readonly message?: string;
  readonly headers?: { readonly allow?: string };
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
}

function problemOf(error: unknown, req: Request): ControlProblem {
  if (error instanceof ControlProblem) return error;
  if (error instanceof DialectProblem) return new ControlProblem('invalid-request', error.message);
  if (error instanceof StorageFailure) {
    return new ControlProblem('not-stored', 'It was not made. Try again later.');
  }
  const { status, message = '', errors } = error as Complaint;
  switch (status) {
    case 400:
      return new ControlProblem('invalid-request', errors ? listed(errors) : `${message}.`);
    case 404:
      return new ControlProblem('not-found', `There is nothing at ${req.path}. ${paths()}`);
    case 405:
      return new ControlProblem('method-not-allowed', `${req.method} is not possible here.`);
    case 413:
      return new ControlProblem('too-large', `Send at most ${largestBody} bytes.`);
    case 415:
      return new ControlProblem('not-json', 'The body is missing. Send application/json.');
    default:
      return new ControlProblem('bug', 'The log of the server says more.');
  }
}

const listed = (errors: NonNullable<Complaint['errors']>): string =>
  `${[...new Set(errors.map(({ path, message }) => `${path.slice(1).replaceAll('/', '.')} ${message}`))].join('; ')}.`;

const paths = (): string => `There are ${Object.keys(adminDocument().paths).join(', ')}.`;
