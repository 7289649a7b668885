import type { Request } from 'express';

/** The validator's match: the routes of Express have other names for parameters. */
export function pathParams(req: Request): { readonly [name: string]: string } {
  return (req as unknown as { openapi: { pathParams: { [name: string]: string } } }).openapi
    .pathParams;
}
