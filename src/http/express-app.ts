import { IncomingMessage, type ServerOptions, ServerResponse } from 'node:http';
import express, { type Express } from 'express';

export function expressApp(): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  // Only pages have validators (`sendPage`), so no request of the API is conditional (RFC 9110, 13):
  // Express would answer 304 to `If-None-Match: *`.
  Object.defineProperty(app.request, 'fresh', { value: false });
  app.enable('case sensitive routing');
  app.enable('strict routing');
  return app;
}

type MessageClasses = Required<Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>>;

/**
 * Requests and responses that are born with the prototypes of the app. Express gives every one that
 * comes without them another prototype, which costs more than all the rest it does. They have to be
 * classes that extend Node's: only then does V8 know from the start how large they get.
 */
export function messageClasses(app: Express): MessageClasses {
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  app.request = AppRequest.prototype as unknown as Express['request'];
  app.response = AppResponse.prototype as unknown as Express['response'];
  return {
    IncomingMessage: AppRequest,
    ServerResponse: AppResponse as unknown as typeof ServerResponse,
  };
}
