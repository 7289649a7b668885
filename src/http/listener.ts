import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Express, Request, Response } from 'express';
import { closeServer } from '../net/close-server.ts';
import { hostFlaw } from '../net/host.ts';
import { originForm } from '../net/request-target.ts';
import type { ArrivedRequest } from './context.ts';
import { messageClasses } from './express-app.ts';
import { flawOf, type RejectedEarly, requestIn } from './rejected-early.ts';
import { type ProtocolRefusal, protocolReply } from './reply/protocol-reply.ts';
import { fallbackReply, type Reply } from './reply/reply.ts';
import { send, serialize } from './reply/written.ts';
import { escapeMalformedUrl } from './request/escape-malformed-url.ts';

/** A listening server. */
export interface HttpListener {
  readonly host: string;
  readonly port: number;
  /** Finishes what is in flight, then hangs up. */
  close(): Promise<void>;
}

/** How long a sender may take, so that slow ones cannot hold connections for ever. */
const limits = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  // By default Node looks only twice a minute.
  connectionsCheckingInterval: 5_000,
  // Node's own refusal has no body.
  requireHostHeader: false,
};

/** What an encrypted connection is made with, as PEM. */
export interface TlsKeys {
  readonly key: string;
  readonly cert: string;
}

/** What a listener tells of what the app does not answer. */
export interface ListenerEvents {
  /** A request never reached the app, or did so in part only. */
  readonly rejectedEarly: (one: RejectedEarly) => void;
  /** An exception that nobody in the app foresaw. */
  readonly bug: (problem: unknown) => void;
}

export async function startListening(
  app: Express,
  host: string,
  port: number,
  { rejectedEarly, bug }: ListenerEvents,
  { tls, ...patience }: Partial<typeof limits> & { readonly tls?: TlsKeys | undefined } = {},
): Promise<HttpListener> {
  /** The answer that a connection waits for, and what carries it where it is encrypted. */
  const latest = new WeakMap<Socket, ServerResponse>();
  const carriers = new WeakMap<Socket, Socket>();
  const answer = (req: ArrivedRequest, res: ServerResponse) => {
    latest.set(req.socket, res);
    // Node ends the process for an error that nobody listens to.
    res.on('error', bug);
    const problem = hostFlaw(req);
    if (problem !== undefined) {
      const reply = protocolReply({ kind: 'malformed-http', problem });
      rejectedEarly({ request: sighted(req), reply });
      send(res, reply.status, serialize(reply));
      return;
    }
    if (!req.url?.startsWith('/')) req.url = originForm(req.url ?? '/');
    escapeMalformedUrl(req);
    if (tls) req.carrier = carriers.get(req.socket);
    // Called at the end of all routes, which answer everything, or with what went wrong in them.
    app(req as Request, res as Response, (error: unknown) => {
      bug(error ?? `nothing answers ${req.method} ${req.url}`);
      if (res.headersSent) res.destroy();
      else send(res, fallbackReply.status, serialize(fallbackReply));
    });
  };
  const options = { ...limits, ...patience, ...messageClasses(app) };
  const server = tls
    ? await encrypted({ ...options, ...tls }, answer, carriers)
    : createServer(options, answer);
  server.on('clientError', (error: ParserError, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const res = latest.get(socket);
    const reading = res?.req.complete === false ? res.req : undefined;
    if (reading && res?.headersSent) {
      // It was answered without its body, which turns out to be no HTTP: there is no second answer.
      socket.destroySoon();
      return;
    }
    if (reading) (reading as ArrivedRequest).isRejected = true;
    const reply = protocolReply(parserRefusal(error));
    const request = reading ? sighted(reading) : requestIn(error.rawPacket, error.bytesParsed);
    const isSilent = socket.bytesRead === 0;
    const refuse = () => {
      rejectedEarly({ request, reply, isSilent });
      socket.end(writtenOut(reply));
    };
    // Pipelined requests are answered in order.
    if (res && !reading && !res.writableFinished) res.once('close', refuse);
    else refuse();
  });
  server.on('checkContinue', (req: ArrivedRequest, res: ServerResponse) => {
    req.awaitsContinue = true;
    answer(req, res);
  });
  // Expectations other than 100-continue: RFC 9110, 10.1.1 lets a server pass over them.
  server.on('checkExpectation', answer);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  server.removeAllListeners('error');
  // Such as a connection that cannot be accepted for want of handles.
  server.on('error', bug);
  return { host, port: (server.address() as AddressInfo).port, close: () => closeServer(server) };
}

async function encrypted(
  options: ServerOptions & TlsKeys,
  answer: (req: IncomingMessage, res: ServerResponse) => void,
  carriers: WeakMap<Socket, Socket>,
): Promise<Server> {
  const https = await import('node:https');
  const server = https.createServer(options, answer);
  // Who fails to agree on keys cannot be told anything: Node would have it answered like bad HTTP.
  server.removeAllListeners('tlsClientError');
  server.on('tlsClientError', (_error: Error, socket: TLSSocket) => socket.destroy());
  const connected = new Map<string, Socket>();
  const placeOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`;
  server.on('connection', (carrier: Socket) => {
    const place = placeOf(carrier);
    connected.set(place, carrier);
    carrier.once('close', () => connected.delete(place));
  });
  server.on('secureConnection', (socket: TLSSocket) => {
    const carrier = connected.get(placeOf(socket));
    if (carrier) carriers.set(socket, carrier);
  });
  return server;
}

const sighted = ({
  method = '',
  url = '',
  rawHeaders,
}: IncomingMessage): RejectedEarly['request'] => ({
  method,
  url: originForm(url),
  rawHeaders,
});

/** What Node's own parser says of a request that it does not take. */
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

/** The whole answer, for a connection that nobody else writes to any more. */
function writtenOut(reply: Reply): string {
  const { text, head } = serialize(reply);
  let lines = '';
  for (let i = 0; i < head.length; i += 2) lines += `${head[i]}: ${head[i + 1]}\r\n`;
  const { status } = reply;
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}Connection: close\r\n\r\n${text}`;
}
