import { IncomingMessage, type ServerOptions, ServerResponse } from 'node:http';
import express, { type Express } from 'express';

export function expressApp(): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  return app;
}

type MessageClasses = Required<Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>>;

/**
 * Requests and responses that are born with the prototypes of the app. Express gives every one that
 * comes without them another prototype, which costs more than all the rest it does. It has to be
 * `call`: with `Reflect.construct`, or a class, nothing is gained.
 */
export function messageClasses(app: Express): MessageClasses {
  function AppRequest(this: IncomingMessage, ...args: unknown[]): void {
    constructorOf(IncomingMessage).apply(this, args);
  }
  AppRequest.prototype = app.request;
  function AppResponse(this: ServerResponse, ...args: unknown[]): void {
    constructorOf(ServerResponse).apply(this, args);
  }
  AppResponse.prototype = app.response;
  return {
    IncomingMessage: AppRequest as unknown as typeof IncomingMessage,
    ServerResponse: AppResponse as unknown as typeof ServerResponse,
  };
}

/** Node's own are functions, though their types say that they are classes. */
const constructorOf = (made: unknown): ((this: unknown, ...args: unknown[]) => void) =>
  made as (this: unknown, ...args: unknown[]) => void;
