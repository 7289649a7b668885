import type { Request } from 'express';

/** Programs accept anything; browsers prefer HTML. */
export function isPerson(req: Request): boolean {
  return req.accepts(['json', 'html']) === 'html';
}
