import type { Request, Response } from 'express';
import type { OperationName } from '../domain/operation.ts';
import { identify } from '../service/callers.ts';
import type { Interference } from '../worlds/faults.ts';
import type { World } from '../worlds/world.ts';
import { type SentHeaders, sentHeaders } from './request/sent-headers.ts';
import type { Serving } from './serving.ts';

/** One request on its way. It is bound to a world and to what this speaks when it is matched. */
export class Exchange {
  readonly arrived = performance.now();
  readonly req: Request;
  readonly res: Response;
  readonly world: World;
  readonly serving: Serving;
  /** Undefined where the request is for none. */
  readonly operation: OperationName | undefined;
  /** As it was sent, and the same below the base URL of the world. */
  readonly sentUrl: string;
  readonly url: string;
  readonly headers: SentHeaders;
  /** What the faults of the world do to it. */
  interference: Interference | undefined;
  /** A body that is no JSON, as it was sent. */
  unreadBody: string | undefined;

  constructor(
    req: Request,
    res: Response,
    operation: OperationName | undefined,
    { world, serving, sentUrl, url }: Pick<Exchange, 'world' | 'serving' | 'sentUrl' | 'url'>,
  ) {
    this.req = req;
    this.res = res;
    this.operation = operation;
    this.world = world;
    this.serving = serving;
    this.sentUrl = sentUrl;
    this.url = url;
    this.headers = sentHeaders(req.rawHeaders);
  }

  /** Milliseconds since the request was matched. */
  get elapsed(): number {
    return performance.now() - this.arrived;
  }

  /** The id of the caller, where there is one token and it is somebody's. */
  get caller(): string | undefined {
    const { authorization } = this.headers;
    if (authorization.length !== 1) return undefined;
    const known = identify(this.serving.basis, authorization[0]);
    return known.ok ? known.value.id : undefined;
  }
}
