import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Request, Response } from 'express';
import type { Document } from '../../contract/document.ts';
import { expressApp } from '../express-app.ts';
import { validatorError } from './validator.ts';

/** Shows a request to the validator, which gets ready only when it has seen one. */
export async function prepareValidator(document: Document): Promise<void> {
  const url = '/private/sample/x';
  const req = Object.assign(new IncomingMessage(new Socket()), {
    ...{ method: 'GET', url, originalUrl: url, path: url },
    ...{ query: {}, params: {}, app: expressApp() },
  });
  await validatorError(
    document,
    req as unknown as Request,
    new ServerResponse(req) as unknown as Response,
  );
}
