import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Request, Response } from 'express';
import type { Caller } from '../domain/caller.ts';
import type { OperationName } from '../domain/operation.ts';
import type { Outcome, Refusal } from '../domain/refusal.ts';
import type { Operation } from '../operations/operation.ts';
import { type HttpExchange, headersOf } from '../traffic/exchange.ts';
import type { World } from '../worlds/world.ts';
import type { ActiveFaults } from '../worlds/world-faults.ts';
import { splitWorld, type Worlds, worldsPath } from '../worlds/worlds.ts';
import type { Cors } from './cors.ts';
import type { Pause } from './reply/delivery.ts';
import type { ProtocolRefusal } from './reply/protocol-reply.ts';
import type { Reply } from './reply/reply.ts';
import type { CommonHeaders } from './reply/written.ts';
import { type SentHeaders, sentHeaders } from './request/sent-headers.ts';
import type { LogWriter } from './request-log.ts';
import { withoutTokens } from './without-tokens.ts';
import type { Mutation, WorldApi } from './world-api.ts';

/** A request as passed on by the listener. */
export interface ArrivedRequest extends IncomingMessage {
  /** The URL as sent, where the router gets an escaped one instead. */
  sentUrl?: string | undefined;
  /** Whether the client waits for 100 Continue before it sends the body (RFC 9110, 10.1.1). */
  awaitsContinue?: boolean;
  /** Whether it was rejected while still being read: a reply from the app is discarded. */
  isRejected?: boolean;
  /** The TCP socket below a TLS connection: only it can be reset. */
  carrier?: Socket | undefined;
}

/** How a connection ends without a response, and what is recorded of that. */
export interface Ending {
  readonly outcome: string;
  readonly why: string;
  readonly end: (context: RequestContext) => void;
}

/** What becomes of a request: a reply, a refusal that is still to be put into one, or no response at all. */
export type Decision = Reply | Refusal | ProtocolRefusal | Ending;

/** One step on the way of a request. Undefined where it leaves the decision to those that follow. */
export type RequestStep = (
  context: RequestContext,
) => Decision | undefined | Promise<Decision | undefined>;

/** Called after every response, with the operation, if any, and the name of the outcome. */
export type OnAnswer = (
  operation: OperationName | undefined,
  outcome: string,
  request: RequestContext,
) => void;

/** What a server is started with. Each of its parts is given all of it. */
export interface ServerSettings {
  /** The listen address, as configured. */
  readonly host: string;
  readonly log: LogWriter;
  /** Whether pages of other origins may call the API. */
  readonly cors: Cors;
  /** How delays and slow bodies wait, and the answer to a wrong guess of the admin token. */
  readonly pause: Pause;
  readonly onAnswer?: OnAnswer | undefined;
  /** The public base URL, without a trailing slash; undefined where clients connect directly. */
  readonly publicUrl?: string | undefined;
  /** The token required by the control plane. */
  readonly adminToken?: string | undefined;
  /** Tokens that no page shows. */
  readonly hiddenTokens?: ReadonlySet<string> | undefined;
  readonly mutant?: Mutation | undefined;
  /** Answers requests from a recording. */
  readonly replay?: RequestStep | undefined;
}

/** Shared by all requests to a server. */
export interface ServerContext extends ServerSettings {
  readonly worlds: Worlds;
  readonly apiOf: (world: World) => WorldApi;
  /** Sent with every API response to this request. */
  readonly headersFor: (req: Request) => CommonHeaders;
}

/** A request in progress: its world, its caller and the results so far. */
export class RequestContext {
  readonly arrived = performance.now();
  readonly server: ServerContext;
  readonly req: Request;
  readonly res: Response;
  /** The default world where the id is unknown. */
  readonly world: World;
  readonly worldId: string | undefined;
  readonly isKnownWorld: boolean;
  /** The URL as sent; `url` is relative to the base URL of the world. */
  readonly sentUrl: string;
  readonly url: string;
  readonly headers: SentHeaders;
  /** Undefined where the URL matches none. */
  operation: Operation | undefined;
  /** Set once, before any other check. */
  caller: Outcome<Caller> | undefined;
  /** Faults of the world that apply to this request. */
  interference: ActiveFaults | undefined;
  /** For the log, and for the client where it gets an error and `isTold`. */
  remark: { readonly text: string; readonly isTold: boolean } | undefined;
  /** Values for `Preference-Applied`. */
  applied: readonly string[] = none;
  /** The parsed body, and its text as it was sent, even if that is no JSON. */
  body: unknown;
  bodyText: string | undefined;
  /** The raw body, or why there is none, once somebody has asked for it. */
  bytes: Promise<Buffer | Refusal> | undefined;
  /** Set once the response is decided: the reply of the operation, even where a fault replaced it. */
  reply: Reply | undefined;
  /** Set once the validator is asked about the request: it knows then how to check its reply, or throws. */
  checkReply: (<Value>(status: number, value: Value) => Value) | undefined;
  #api: WorldApi | undefined;

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
  }

  /** The path prefix of the world. */
  get baseUrl(): string {
    return this.worldId === undefined ? '' : `${worldsPath}/${this.worldId}`;
  }

  /** That of the world at the time of first use: a change of dialect does not affect requests in progress. */
  get api(): WorldApi {
    this.#api ??= this.server.apiOf(this.world);
    return this.#api;
  }

  /** The caller's id, where known. */
  get callerId(): string | undefined {
    return this.caller?.ok ? this.caller.value.id : undefined;
  }

  /** A text of or about the request, for the log and for what is kept: without tokens. */
  readonly withoutTokens = (text: string): string => {
    const sent = { url: this.sentUrl, headers: headersOf(this.req.rawHeaders) };
    return withoutTokens(text, this.world, sent);
  };

  /** The request as far as it is known, with its token. */
  get sent(): HttpExchange['request'] {
    const { req, url, bodyText } = this;
    return {
      method: req.method,
      url,
      headers: headersOf(req.rawHeaders),
      ...(bodyText !== undefined && { body: bodyText }),
    };
  }

  /** Milliseconds since the request arrived. */
  get elapsed(): number {
    return performance.now() - this.arrived;
  }
}

const none: readonly string[] = [];
