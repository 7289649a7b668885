import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Request, Response } from 'express';
import { expressApp } from '../express-app.ts';

/** Shows a request to a validator, which gets ready only when it has seen one; returns what it has against it. */
export function prepareValidator(
  url: string,
  validate: (req: Request, res: Response) => Promise<unknown>,
): Promise<unknown> {
  const req = Object.assign(new IncomingMessage(new Socket()), {
    ...{ method: 'GET', url, originalUrl: url, path: url },
    ...{ query: {}, params: {}, app: expressApp() },
  });
  return validate(req as unknown as Request, new ServerResponse(req) as unknown as Response);
}
