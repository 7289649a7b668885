import {
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
  { timeoutMs, longestBody, onPassed }: ForwardSettings,
): void {
  const { method = '' } = req;
  const path = upstream.prefix + req.url;
  const asked = new Tap(longestBody);
  const answered = new Tap(longestBody);
  const startedAt = performance.now();
  let isDone = false;
  let isWhole = () => false;
  let head: Pick<HttpExchange['response'], 'status' | 'headers'> | undefined;

  const passed = (failure?: HttpExchange['failure'], cut?: true): void => {
    isDone = true;
    clearTimeout(waiting);
    // A target that responds early does not want the rest of the request.
    const sent = !hasBody(req) || under.writableEnded ? asked.bytes() : undefined;
    const received = answered.bytes();
    const missing = failure ?? (sent && received ? undefined : 'too large');
    const { status, headers } = (!failure && head) || { status: 0, headers: {} };
    onPassed({
      request: {
        method,
        url: upstream.origin + path,
        headers: headersOf(req.rawHeaders),
        ...(sent && sent.length > 0 && { body: sent }),
      },
      response: { status, headers, body: received ?? nothing, ...(cut && { cut }) },
      startedAt,
      endedAt: performance.now(),
      ...(missing && { failure: missing }),
    });
    asked.release();
    answered.release();
  };

  const fail = (error: NodeJS.ErrnoException): void => {
    if (isDone) return;
    const why = whyNoAnswer(error, upstream.origin, under.reusedSocket && !head);
    if (head) passed(undefined, true);
    // A client that ended its side may be gone, and the target may have noticed.
    else passed(req.socket.readableEnded ? 'client hung up' : 'no response');
    under.destroy();
    if (head) res.destroy();
    else refuse(res, 502, why);
  };

  const { connections: agent } = upstream;
  const headers = requestHeaders(req, upstream);
  const under = request({ agent, method, path, headers, maxHeaderSize });
  under.maxHeadersCount = 0;
  const waiting = setTimeout(() => fail(new Error(`it took more than ${timeoutMs} ms`)), timeoutMs);
  // Bytes after the end of a response are ignored.
  under.on('error', (error) => void (isWhole() || fail(error)));
  // No upgrade was requested.
  under.on('upgrade', (_answer, socket) => socket.destroy(notHttp()) && fail(notHttp()));
  under.on('information', (interim) => passInterim(interim, res));
  under.on('response', (answer) => {
    clearTimeout(waiting);
    const { statusCode: status = 0, statusMessage, rawHeaders } = answer;
    if (status < 200) {
      fail(notHttp());
      return;
    }
    // Node would add its own Date.
    res.sendDate = false;
    try {
      res.writeHead(status, statusMessage, endToEnd(answer, codingFor(res, answer)));
    } catch (error) {
      fail(error as Error);
      return;
    }
    head = { status, headers: headersOf(rawHeaders) };
    isWhole = () => answer.complete;
    answer.on('error', fail);
    answer.on('data', (chunk: Buffer) => {
      answered.take(chunk);
      if (!res.write(chunk)) answer.pause();
    });
    res.on('drain', () => answer.resume());
    answer.on('end', () => {
      if (isDone) return;
      res.addTrailers(pairs(answer.rawTrailers));
      res.end();
      passed();
      if (under.writableEnded) return;
      under.destroy();
      req.resume();
    });
    flushSoon(res, answered);
  });
  res.on('close', () => {
    if (isDone) return;
    passed('client hung up');
    under.destroy();
  });
  if (!hasBody(req)) {
    under.end();
    return;
  }
  req.on('data', (chunk: Buffer) => {
    if (isDone) return;
    asked.take(chunk);
    // Starts when the request is complete: a client may send a long body slowly.
    if (!res.headersSent) waiting.refresh();
    if (!under.write(chunk)) req.pause();
  });
  under.on('drain', () => req.resume());
  req.on('end', () => {
    under.addTrailers(pairs(req.rawTrailers));
    under.end();
  });
  flushSoon(under, asked);
}
