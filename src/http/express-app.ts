import { IncomingMessage, type ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import express, { type Express } from 'express';
import type { ArrivedRequest, RequestContext } from './context.ts';

declare module 'express-serve-static-core' {
  interface Request
    extends Pick<ArrivedRequest, 'sentUrl' | 'awaitsContinue' | 'isRejected' | 'carrier'> {
    /** Set by the first handler of the app. */
    context: RequestContext;
  }
}

export function expressApp(): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  // Only pages and the contract have validators (`etagOf`), so no API request is conditional (RFC 9110, 13):
  // Express would answer 304 to `If-None-Match: *`.
  Object.defineProperty(app.request, 'fresh', { value: false });
  app.enable('case sensitive routing');
  app.enable('strict routing');
  return app;
}

type MessageClasses = Required<Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>>;

/**
 * Requests and responses created with the app's prototypes. Express would otherwise replace the
 * prototype of each one, which costs more than everything else it does. They have to be classes that
 * extend Node's: only then does V8 know from the start how large they get with the properties that
 * Express and the validator add.
 */
export function messageClasses(app: Express): MessageClasses {
  class AppRequest extends IncomingMessage implements ArrivedRequest {
    context: RequestContext | undefined = undefined;
    sentUrl: string | undefined = undefined;
    awaitsContinue = false;
    isRejected = false;
    carrier: Socket | undefined = undefined;
    res: unknown = undefined;
    next: unknown = undefined;
    baseUrl: unknown = undefined;
    originalUrl: unknown = undefined;
    params: unknown = undefined;
    route: unknown = undefined;
    openapi: unknown = undefined;
    body: unknown = undefined;
    _parsedUrl: unknown = undefined;
  }
  class AppResponse extends ServerResponse<AppRequest> {
    locals: unknown = undefined;
  }
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  app.request = AppRequest.prototype as unknown as Express['request'];
  app.response = AppResponse.prototype as unknown as Express['response'];
  return {
    IncomingMessage: AppRequest,
    ServerResponse: AppResponse as unknown as typeof ServerResponse,
  };
}
