import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Request, RequestHandler, Response } from 'express';
import type { Caller } from '../domain/caller.ts';
import type { Outcome } from '../domain/refusal.ts';
import type { Operation } from '../operations/operation.ts';
import type { ActiveFaults } from '../worlds/faults.ts';
import type { World } from '../worlds/world.ts';
import { splitWorld, type Worlds, worldsPath } from '../worlds/worlds.ts';
import type { OnAnswer } from './on-answer.ts';
import type { Pause } from './reply/delivery.ts';
import type { Reply } from './reply/reply.ts';
import type { CommonHeaders } from './reply/written.ts';
import { type SentHeaders, sentHeaders } from './request/sent-headers.ts';
import type { LogWriter } from './request-log.ts';
import type { Service } from './service.ts';

/** A request as the listener hands it on. */
export interface ArrivedRequest extends IncomingMessage {
  /** Its URL as it was sent, where the router is given another that it can read. */
  sentUrl?: string | undefined;
  /** Whether its sender waits to be told to go on before it sends a body (RFC 9110, 10.1.1). */
  awaitsContinue?: boolean;
  /** Whether it was refused while it was still being read: what the app makes of it reaches nobody. */
  isRejected?: boolean;
  /** What carries its connection, where that is encrypted: it alone can be reset. */
  carrier?: Socket | undefined;
}

declare module 'express-serve-static-core' {
  interface Request
    extends Pick<ArrivedRequest, 'sentUrl' | 'awaitsContinue' | 'isRejected' | 'carrier'> {
    /** Set by the first handler of the app. */
    context: RequestContext;
  }
}

/** What all requests to a server share. */
export interface ServerContext {
  readonly worlds: Worlds;
  readonly serviceOf: (world: World) => {
    readonly service: Service;
    readonly handle: RequestHandler;
  };
  readonly log: LogWriter;
  readonly onAnswer: OnAnswer | undefined;
  /** How delays and slow bodies wait. */
  readonly pause: Pause;
  /** Where the server is for others, without a slash at its end; undefined where it is called directly. */
  readonly publicUrl: string | undefined;
  /** On every answer of the API. */
  readonly headers: CommonHeaders;
}

/** One request on its way: its world, its caller, and what has become of it so far. */
export class RequestContext {
  readonly arrived = performance.now();
  readonly server: ServerContext;
  readonly req: Request;
  readonly res: Response;
  /** The first world where there is none of that id. */
  readonly world: World;
  readonly worldId: string | undefined;
  readonly isKnownWorld: boolean;
  /** As it was sent, and the same below the base URL of the world. */
  readonly sentUrl: string;
  readonly url: string;
  readonly headers: SentHeaders;
  /** Undefined where the request is for none. */
  operation: Operation | undefined;
  /** Identified once, before anything else happens. */
  caller: Outcome<Caller> | undefined;
  /** What the faults of the world do to it. */
  interference: ActiveFaults | undefined;
  /** The preferences that were followed. */
  applied: readonly string[] = none;
  /** Its body, or the text of one that is no JSON. */
  body: unknown;
  unreadBody: string | undefined;
  /** The same as it came, where it was read before it was needed. */
  bytes: Buffer | undefined;
  /** Whether its body is being read, or was. */
  isReading = false;
  /** The answer, once there is one. */
  reply: Reply | undefined;
  #serving: ReturnType<ServerContext['serviceOf']> | undefined;

  constructor(server: ServerContext, req: Request, res: Response) {
    this.server = server;
    this.req = req;
    this.res = res;
    this.sentUrl = req.sentUrl ?? req.url;
    const place = splitWorld(this.sentUrl);
    const world = place && server.worlds.use(place.id);
    this.worldId = place?.id;
    this.isKnownWorld = !place || world !== undefined;
    this.world = world ?? server.worlds.first;
    this.url = world && place ? place.below : this.sentUrl;
    this.headers = sentHeaders(req.rawHeaders);
    this.operation = undefined;
    this.caller = undefined;
    this.interference = undefined;
    this.body = undefined;
    this.unreadBody = undefined;
    this.bytes = undefined;
    this.reply = undefined;
  }

  /** The path of its world. */
  get baseUrl(): string {
    return this.worldId === undefined ? '' : `${worldsPath}/${this.worldId}`;
  }

  /** What its world speaks when it is first asked for: a request ends as it began. */
  get service(): Service {
    return this.#served.service;
  }

  /** The validator, and what comes after it. */
  get handle(): RequestHandler {
    return this.#served.handle;
  }

  get #served() {
    this.#serving ??= this.server.serviceOf(this.world);
    return this.#serving;
  }

  /** The id of the caller, where it is known. */
  get callerId(): string | undefined {
    return this.caller?.ok ? this.caller.value.id : undefined;
  }

  /** Milliseconds since the request arrived. */
  get elapsed(): number {
    return performance.now() - this.arrived;
  }
}

const none: readonly string[] = [];
