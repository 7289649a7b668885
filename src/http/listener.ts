import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Express, Request, Response } from 'express';
import { type HttpExchange, headersOf } from '../traffic/exchange.ts';
import { closeServer } from './close-server.ts';
import type { ArrivedRequest } from './context.ts';
import { messageClasses } from './express-app.ts';
import { hostFlaw, originForm } from './host.ts';
import { flawOf, type RejectedEarly, requestIn } from './rejected-early.ts';
import { type ProtocolRefusal, protocolReply } from './reply/protocol-reply.ts';
import { fallbackReply, type Reply } from './reply/reply.ts';
import { send, serialize } from './reply/written.ts';
import type { TlsKeys } from './tls/tls-keys.ts';
import { type TlsServer, tlsServer } from './tls/tls-server.ts';

/** Time limits for clients, so that slow ones cannot occupy connections indefinitely. */
const limits = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  // Node checks only every 30 seconds by default.
  connectionsCheckingInterval: 5_000,
  // Node's own rejection has no body.
  requireHostHeader: false,
  // How much a client that does not read holds in memory: Node's default depends on its version.
  highWaterMark: 64 * 1024,
};

/** Called for requests that the app does not answer. */
export interface ListenerEvents {
  /** A request was rejected before the app received all of it. */
  readonly rejectedEarly: (one: RejectedEarly) => void;
  /** An exception that the app did not handle. */
  readonly bug: (problem: unknown) => void;
}

export interface ListenerSettings {
  readonly host: string;
  /** Serves HTTPS. */
  readonly tls?: TlsKeys | undefined;
}

export async function createListener(
  app: Express,
  { host, tls }: ListenerSettings,
  events: ListenerEvents,
  patience: Partial<typeof limits> = {},
): Promise<HttpListener> {
  const options = { ...limits, ...patience, ...messageClasses(app) };
  const encrypted = tls && (await tlsServer({ ...options, ...tls }));
  const server = encrypted?.server ?? createServer(options);
  return new HttpListener(app, host, server, events, encrypted?.carrierOf);
}

/** A server that hands requests to the app, and answers those that are no HTTP. */
export class HttpListener {
  readonly #host: string;
  readonly #app: Express;
  readonly #server: Server;
  readonly #events: ListenerEvents;
  readonly #carrierOf: TlsServer['carrierOf'] | undefined;
  /** The response in progress on a connection. */
  readonly #latest = new WeakMap<Socket, ServerResponse>();

  constructor(
    app: Express,
    host: string,
    server: Server,
    events: ListenerEvents,
    carrierOf: TlsServer['carrierOf'] | undefined,
  ) {
    this.#app = app;
    this.#host = host;
    this.#server = server;
    this.#events = events;
    this.#carrierOf = carrierOf;
    server.on('request', this.#answer);
    server.on('clientError', this.#refuse);
    server.on('checkContinue', (req: ArrivedRequest, res: ServerResponse) => {
      req.awaitsContinue = true;
      this.#answer(req, res);
    });
    // RFC 9110, 10.1.1: expectations other than 100-continue may be ignored.
    server.on('checkExpectation', this.#answer);
  }

  /** Where it listens. */
  get url(): string {
    const host = this.#host.includes(':') ? `[${this.#host}]` : this.#host;
    const { port } = this.#server.address() as AddressInfo;
    return `${this.#carrierOf ? 'https' : 'http'}://${host}:${port}`;
  }

  async listen(port: number): Promise<void> {
    const server = this.#server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, this.#host, resolve);
    });
    server.removeAllListeners('error');
    // For example a connection that cannot be accepted because no file descriptors are left.
    server.on('error', this.#events.bug);
  }

  /** Finishes requests in progress, then closes the connections. */
  close(): Promise<void> {
    return closeServer(this.#server);
  }

  readonly #answer = (req: ArrivedRequest, res: ServerResponse): void => {
    const { rejectedEarly, bug } = this.#events;
    this.#latest.set(req.socket, res);
    // Node exits on an `error` event without a listener.
    res.on('error', bug);
    const problem = hostFlaw(req);
    if (problem !== undefined) {
      const reply = protocolReply({ kind: 'malformed-http', problem });
      rejectedEarly({ request: requestOf(req), reply });
      send(res, reply.status, serialize(reply));
      return;
    }
    if (!req.url?.startsWith('/')) req.url = originForm(req.url ?? '/');
    escapeMalformedUrl(req);
    req.carrier = this.#carrierOf?.(req.socket);
    // Reached only by a bug: the routes answer every request and handle every error.
    this.#app(req as Request, res as Response, (error: unknown) => {
      bug(error ?? `no route handled ${req.method} ${req.url}`);
      if (res.headersSent) res.destroy();
      else send(res, fallbackReply.status, serialize(fallbackReply));
    });
  };

  /** Answers what Node's parser rejects. */
  readonly #refuse = (error: ParserError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const res = this.#latest.get(socket);
    const reading = res?.req.complete === false ? res.req : undefined;
    if (reading && res?.headersSent) {
      // The response was sent before the body turned out to be malformed: there is no second one.
      socket.destroySoon();
      return;
    }
    if (reading) (reading as ArrivedRequest).isRejected = true;
    const reply = protocolReply(parserRefusal(error));
    const request = reading ? requestOf(reading) : requestIn(error.rawPacket, error.bytesParsed);
    const isSilent = socket.bytesRead === 0;
    const refuse = () => {
      this.#events.rejectedEarly({ request, reply, isSilent });
      socket.end(writtenOut(reply));
    };
    // Responses to pipelined requests keep their order.
    if (res && !reading && !res.writableFinished) res.once('close', refuse);
    else refuse();
  };
}

/**
 * Makes the URL readable for the router. One with invalid percent-encoding is routed with its `%`
 * escaped, so that the operation is known, and refused there.
 */
function escapeMalformedUrl(req: ArrivedRequest): void {
  const { url = '/' } = req;
  if (!url.includes('%') || isReadable(url)) return;
  req.sentUrl = url;
  req.url = url.replaceAll('%', '%25');
}

function isReadable(url: string): boolean {
  const end = url.indexOf('?');
  try {
    decodeURIComponent(end < 0 ? url : url.slice(0, end));
    return true;
  } catch {
    return false;
  }
}

function requestOf({
  method = '',
  url = '',
  rawHeaders,
}: IncomingMessage): HttpExchange['request'] {
  return {
    method,
    url: originForm(url),
    headers: headersOf(rawHeaders),
  };
}

/** Errors of Node's HTTP parser, as refusals. */
interface ParserError extends NodeJS.ErrnoException {
  readonly reason?: string;
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
}

function parserRefusal({ code, reason, rawPacket }: ParserError): ProtocolRefusal {
  if (code === 'HPE_HEADER_OVERFLOW') return { kind: 'headers-too-large' };
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { kind: 'request-timeout' };
  const problem = flawOf(rawPacket, reason);
  return { kind: 'malformed-http', ...(problem !== undefined && { problem }) };
}

/** A complete response, for a socket without a ServerResponse. */
function writtenOut(reply: Reply): string {
  const { text, head } = serialize(reply);
  let lines = '';
  for (let i = 0; i < head.length; i += 2) lines += `${head[i]}: ${head[i + 1]}\r\n`;
  const { status } = reply;
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}Connection: close\r\n\r\n${text}`;
}
