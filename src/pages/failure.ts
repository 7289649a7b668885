import type { ErrorRequestHandler } from 'express';

/** The last error handler of pages: reports a failure without details. */
export const pageFailure =
  (bug: (problem: unknown) => void): ErrorRequestHandler =>
  (error: unknown, _req, res, next) => {
    if (res.headersSent) return next(error);
    bug(error);
    res.status(500).type('text/plain').send('The server failed. Its log says more.\n');
  };
