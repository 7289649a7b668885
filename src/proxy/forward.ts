import {
  type ClientRequest,
  type IncomingMessage,
  type InformationEvent,
  type OutgoingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import { type HttpExchange, headersOf } from '../traffic/exchange.ts';
import type { Connections } from './connections.ts';
import { endToEnd, pairs } from './hop-by-hop.ts';
import { refuse, whyNoAnswer } from './refusal.ts';
import { Tap } from './tap.ts';

/** A target to forward to. */
export interface Upstream {
  readonly connections: Connections;
  readonly hostHeader: string;
  readonly origin: string;
  /** The path of its URL, without a trailing slash. */
  readonly prefix: string;
}

export interface ForwardSettings {
  readonly timeoutMs: number;
  readonly longestBody: number;
  readonly onPassed: (passed: HttpExchange<Buffer>) => void;
}

export const maxHeaderSize = 64 * 1024;

/** Methods without a body unless one is announced. */
const bodiless = ['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE'];

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

function isOld({ httpVersionMinor }: IncomingMessage): boolean {
  return httpVersionMinor === 0;
}

/** All headers except hop-by-hop ones, with the host of the target. */
function requestHeaders(req: IncomingMessage, { hostHeader }: Upstream): string[] {
  const headers = endToEnd(req, req.headers['transfer-encoding']);
  const host = headers.findIndex((name, i) => i % 2 === 0 && name.toLowerCase() === 'host');
  if (host >= 0) headers[host + 1] = hostHeader;
  else headers.unshift('Host', hostHeader);
  if (!hasBody(req) && !bodiless.includes(req.method ?? '')) headers.push('Content-Length', '0');
  return headers;
}

/** RFC 9112, 6.1: a message without a body is not chunked, and HTTP/1.0 clients cannot read chunks. */
function codingFor({ req }: ServerResponse, answer: IncomingMessage): string | undefined {
  const coding = answer.headers['transfer-encoding'];
  const isEmpty = req.method === 'HEAD' || [204, 304].includes(answer.statusCode ?? 0);
  if (coding === undefined || isEmpty) return undefined;
  if (!isOld(req)) return coding;
  if (!/^\s*chunked\s*$/i.test(coding)) throw new Error(`${coding} is not for HTTP/1.0`);
  return undefined;
}

/** An interim response (RFC 9110, 15.2), which HTTP/1.0 does not have. */
function passInterim(
  { statusCode, statusMessage, rawHeaders }: InformationEvent,
  res: ServerResponse,
) {
  if (isOld(res.req) || res.headersSent) return;
  const lines = pairs(rawHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
  if (statusCode === 100) res.writeContinue();
  // A pipelined response gets its socket when its turn comes.
  else
    res.socket?.write(`HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join('')}\r\n`, 'latin1');
}

const nothing = Buffer.alloc(0);

/** Sends the headers before a slow body; flushHeaders would encode them as UTF-8. */
function flushSoon(message: OutgoingMessage, body: Tap): void {
  setImmediate(() => {
    if (body.isEmpty && !message.writableEnded && !message.destroyed) message.write(nothing);
  });
}

function notHttp(): Error {
  return Object.assign(new Error(), { code: 'HPE_INVALID_STATUS' });
}

/** Forwards one request and its response, streaming both. Never retries. */
export function forward(
  req: IncomingMessage,
  res: ServerResponse,
  upstream: Upstream,
  settings: ForwardSettings,
): void {
  new Forwarding(req, res, upstream, settings).begin();
}

/** A request of a client on its way to the target, and the response on its way back. */
class Forwarding {
  readonly #req: IncomingMessage;
  readonly #res: ServerResponse;
  readonly #upstream: Upstream;
  readonly #settings: ForwardSettings;
  readonly #method: string;
  readonly #path: string;
  readonly #startedAt = performance.now();
  /** The request to the target. */
  readonly #onward: ClientRequest;
  /** What has passed so far. */
  readonly #asked: Tap;
  readonly #answered: Tap;
  /** The response of the target, once its head has been passed on. */
  #answer: IncomingMessage | undefined;
  /** Waits for the response. */
  readonly #waiting: NodeJS.Timeout;
  #isDone = false;

  constructor(
    req: IncomingMessage,
    res: ServerResponse,
    upstream: Upstream,
    settings: ForwardSettings,
  ) {
    const { timeoutMs, longestBody } = settings;
    this.#req = req;
    this.#res = res;
    this.#upstream = upstream;
    this.#settings = settings;
    this.#method = req.method ?? '';
    this.#path = upstream.prefix + req.url;
    this.#asked = new Tap(longestBody);
    this.#answered = new Tap(longestBody);
    this.#onward = request({
      agent: upstream.connections,
      method: this.#method,
      path: this.#path,
      headers: requestHeaders(req, upstream),
      maxHeaderSize,
    });
    this.#onward.maxHeadersCount = 0;
    this.#waiting = setTimeout(() => {
      this.#fail(new Error(`it took more than ${timeoutMs} ms`));
    }, timeoutMs);
  }

  begin(): void {
    const onward = this.#onward;
    onward.on('error', (error) => {
      // Bytes after the end of a response are ignored.
      if (!this.#answer?.complete) this.#fail(error);
    });
    onward.on('upgrade', (_answer, socket) => {
      // None was requested.
      socket.destroy(notHttp());
      this.#fail(notHttp());
    });
    onward.on('information', (interim) => passInterim(interim, this.#res));
    onward.on('response', (answer) => this.#passResponse(answer));
    this.#res.on('close', () => this.#hangUp());
    this.#passRequest();
  }

  #passRequest(): void {
    const req = this.#req;
    const onward = this.#onward;
    if (!hasBody(req)) {
      onward.end();
      return;
    }
    req.on('data', (chunk: Buffer) => {
      if (this.#isDone) return;
      this.#asked.take(chunk);
      // Starts when the request is complete: a client may send a long body slowly.
      if (!this.#res.headersSent) this.#waiting.refresh();
      if (!onward.write(chunk)) req.pause();
    });
    onward.on('drain', () => req.resume());
    req.on('end', () => {
      onward.addTrailers(pairs(req.rawTrailers));
      onward.end();
    });
    flushSoon(onward, this.#asked);
  }

  #passResponse(answer: IncomingMessage): void {
    clearTimeout(this.#waiting);
    const res = this.#res;
    const { statusCode: status = 0, statusMessage } = answer;
    if (status < 200) {
      this.#fail(notHttp());
      return;
    }
    // Node would add its own Date.
    res.sendDate = false;
    try {
      res.writeHead(status, statusMessage, endToEnd(answer, codingFor(res, answer)));
    } catch (error) {
      this.#fail(error as Error);
      return;
    }
    this.#answer = answer;
    answer.on('error', (error) => this.#fail(error));
    answer.on('data', (chunk: Buffer) => {
      this.#answered.take(chunk);
      if (!res.write(chunk)) answer.pause();
    });
    res.on('drain', () => answer.resume());
    answer.on('end', () => this.#end(answer));
    flushSoon(res, this.#answered);
  }

  #end(answer: IncomingMessage): void {
    if (this.#isDone) return;
    this.#res.addTrailers(pairs(answer.rawTrailers));
    this.#res.end();
    this.#reportPassed();
    if (this.#onward.writableEnded) return;
    this.#onward.destroy();
    this.#req.resume();
  }

  /** Whoever asked has gone. */
  #hangUp(): void {
    if (this.#isDone) return;
    this.#reportPassed('client hung up');
    this.#onward.destroy();
  }

  #fail(error: NodeJS.ErrnoException): void {
    if (this.#isDone) return;
    const { origin } = this.#upstream;
    const why = whyNoAnswer(error, origin, this.#onward.reusedSocket && !this.#answer);
    if (this.#answer) this.#reportPassed(undefined, true);
    // A client that ended its side may be gone, and the target may have noticed.
    else this.#reportPassed(this.#req.socket.readableEnded ? 'client hung up' : 'no response');
    this.#onward.destroy();
    if (this.#answer) this.#res.destroy();
    else refuse(this.#res, 502, why);
  }

  /** Reports what passed, once. */
  #reportPassed(failure?: HttpExchange['failure'], cut?: true): void {
    this.#isDone = true;
    clearTimeout(this.#waiting);
    // A target that responds early does not want the rest of the request.
    const isSent = !hasBody(this.#req) || this.#onward.writableEnded;
    const sent = isSent ? this.#asked.bytes() : undefined;
    const received = this.#answered.bytes();
    const missing = failure ?? (sent && received ? undefined : 'too large');
    const answer = failure ? undefined : this.#answer;
    this.#settings.onPassed({
      request: {
        method: this.#method,
        url: this.#upstream.origin + this.#path,
        headers: headersOf(this.#req.rawHeaders),
        ...(sent && sent.length > 0 && { body: sent }),
      },
      response: {
        status: answer?.statusCode ?? 0,
        headers: headersOf(answer?.rawHeaders ?? []),
        body: received ?? nothing,
        ...(cut && { cut }),
      },
      startedAt: this.#startedAt,
      endedAt: performance.now(),
      ...(missing && { failure: missing }),
    });
    this.#asked.release();
    this.#answered.release();
  }
}
