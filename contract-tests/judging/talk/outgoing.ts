import { calledPath } from '../../../src/values/path-template.ts';
import { withoutTrailingSlashes } from '../../../src/values/url.ts';
import type { CalledService } from '../called-service.ts';
import type { Ask } from './ask.ts';
import { encodings } from './body-text.ts';
import type { Exchange } from './exchange.ts';

export function requestUrlOf(service: CalledService, { operation, about, way }: Ask): string {
  const called = service.operations.of(operation);
  const base = withoutTrailingSlashes(new URL(service.urlOf(called.area)).href);
  return base + (way?.rawPath ?? calledPath(called, about));
}

/** The requests of one client as they are sent: every third GET accepts compressed responses. */
export class OutgoingRequests {
  readonly #service: CalledService;
  #gets = 0;

  constructor(service: CalledService) {
    this.#service = service;
  }

  requestFor(ask: Ask): Exchange['request'] {
    const { method = this.#service.operations.of(ask.operation).method } = ask;
    const { caller, contentType, body, accept = 'application/json' } = ask;
    if (method === 'GET') this.#gets += 1;
    const usual = method === 'GET' && this.#gets % 3 === 0 ? encodings : '';
    const { encoding = usual } = ask;
    const headers = {
      ...(accept !== '' && { accept }),
      ...(encoding !== '' && { 'accept-encoding': encoding }),
      'user-agent': 'abuse-feed-kit',
      ...(caller.authorization !== undefined && { authorization: caller.authorization }),
      ...(contentType !== undefined && { 'content-type': contentType }),
      ...ask.way?.headers,
    };
    const url = requestUrlOf(this.#service, ask);
    return { method, url, headers, ...(body !== undefined && { body }) };
  }
}
