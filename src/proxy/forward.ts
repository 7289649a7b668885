import type {
  ClientRequest,
  Agent as HttpAgent,
  IncomingMessage,
  RequestOptions,
  ServerResponse,
} from 'node:http';
import { endToEnd, has, type RawHeaders } from './hop-by-hop.ts';
import { errorBody, oursHeader, whyNoAnswer } from './refusal.ts';
import { Tap } from './tap.ts';

/** A place to pass requests on to. */
export interface Upstream {
  readonly request: (options: RequestOptions) => ClientRequest;
  readonly agent: HttpAgent;
  readonly host: string;
  readonly port: number;
  readonly hostHeader: string;
  readonly origin: string;
  /** The path of its URL, without a slash at its end. */
  readonly prefix: string;
  /** A name and a password in its URL. */
  readonly auth?: string;
}

/** One exchange that has been passed on. */
export interface Passed {
  readonly method: string;
  /** At the target. */
  readonly url: string;
  readonly requestHeaders: RawHeaders;
  /** Absent where it was too large to be kept. */
  readonly requestBody: Buffer | undefined;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly answer:
    | {
        readonly status: number;
        readonly headers: RawHeaders;
        /** Absent where it was too large to be kept. */
        readonly body: Buffer | undefined;
      }
    /** The target did not answer, or the client did not wait for it. */
    | { readonly failure: 'no answer' | 'cut short' | 'client hung up'; readonly why?: string };
}

export interface ForwardSettings {
  readonly timeoutMs: number;
  readonly longestBody: number;
  readonly expectsContinue: boolean;
  readonly onPassed: (passed: Passed) => void;
}

/** RFC 9110, 9.2.2: these may be sent again when a connection turns out to be closed. */
const isRepeatable = (req: IncomingMessage): boolean =>
  (req.method === 'GET' || req.method === 'HEAD') &&
  req.headers['content-length'] === undefined &&
  req.headers['transfer-encoding'] === undefined;

/** Methods for which Node sends no body unless it is told of one. */
const bodiless = ['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE'];

/** Bytes of a body that are worth to be copied for being written together with the headers. */
const inOnePiece = 16 * 1024;

const pairs = (raw: RawHeaders): [string, string][] => {
  const list: [string, string][] = [];
  for (let i = 0; i < raw.length; i += 2) list.push([raw[i] as string, raw[i + 1] as string]);
  return list;
};

/** As they came, but for what is about this connection, and with the host that they go to. */
function requestHeaders(req: IncomingMessage, upstream: Upstream): string[] {
  const headers = endToEnd(req.rawHeaders);
  const host = headers.findIndex((name, i) => i % 2 === 0 && name.toLowerCase() === 'host');
  if (host >= 0) headers[host + 1] = upstream.hostHeader;
  else headers.unshift('Host', upstream.hostHeader);
  if (upstream.auth !== undefined && !has(headers, 'authorization'))
    headers.push('Authorization', `Basic ${Buffer.from(upstream.auth).toString('base64')}`);
  if (req.headers['transfer-encoding'] !== undefined) headers.push('Transfer-Encoding', 'chunked');
  // Node would send an empty body in chunks instead.
  else if (req.headers['content-length'] === undefined && !bodiless.includes(req.method ?? ''))
    headers.push('Content-Length', '0');
  return headers;
}

/** Passes one request on and its answer back, as they come. */
export function forward(
  req: IncomingMessage,
  res: ServerResponse,
  upstream: Upstream,
  settings: ForwardSettings,
): void {
  const path = upstream.prefix + req.url;
  const isBodiless = isRepeatable(req);
  const asked = new Tap(settings.longestBody);
  const answered = new Tap(settings.longestBody);
  const startedAt = performance.now();
  let isDone = false;

  const passed = (answer: Passed['answer']): void => {
    if (isDone) return;
    isDone = true;
    settings.onPassed({
      method: req.method ?? '',
      url: upstream.origin + path,
      requestHeaders: req.rawHeaders,
      requestBody: asked.bytes(),
      startedAt,
      endedAt: performance.now(),
      answer,
    });
    asked.release();
    answered.release();
  };

  const fail = (error: NodeJS.ErrnoException): void => {
    if (isDone) return;
    const why = whyNoAnswer(error, upstream.origin);
    if (res.headersSent) {
      passed({ failure: 'cut short', why });
      res.destroy();
      return;
    }
    passed({ failure: 'no answer', why });
    const body = errorBody(why);
    // What is left of the request is not read, so the connection cannot be used again.
    if (!req.complete) res.setHeader('Connection', 'close');
    res.writeHead(502, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      [oursHeader]: 'no-answer',
    });
    res.end(body);
  };

  const send = (triesLeft: number): ClientRequest => {
    const out = upstream.request({
      host: upstream.host,
      port: upstream.port,
      method: req.method,
      path,
      headers: requestHeaders(req, upstream),
      agent: upstream.agent,
    });
    const waiting = setTimeout(
      () => out.destroy(new Error(`it took more than ${settings.timeoutMs} ms`)),
      settings.timeoutMs,
    );
    if (settings.expectsContinue) out.on('continue', () => res.writeContinue());
    out.on('response', (answer) => {
      clearTimeout(waiting);
      passBack(answer, res, answered, fail, () =>
        passed({
          status: answer.statusCode ?? 0,
          headers: answer.rawHeaders,
          body: answered.bytes(),
        }),
      );
    });
    out.on('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(waiting);
      const isStale = out.reusedSocket && error.code === 'ECONNRESET' && !res.headersSent;
      if (isStale && triesLeft > 0 && isBodiless && !isDone) under = send(triesLeft - 1);
      else fail(error);
    });
    if (isBodiless) out.end();
    else {
      // Whoever sends a long body slowly is not waiting for the answer yet.
      req.on('data', () => waiting.refresh());
      req.on('end', () => out.addTrailers(pairs(req.rawTrailers)));
      req.pipe(out);
    }
    return out;
  };

  if (!isBodiless) asked.on(req);
  let under = send(1);
  res.on('close', () => {
    if (res.writableFinished || isDone) return;
    passed({ failure: 'client hung up' });
    under.destroy();
  });
}

/** The answer, as it comes. */
function passBack(
  answer: IncomingMessage,
  res: ServerResponse,
  tap: Tap,
  onFailure: (error: Error) => void,
  onEnd: () => void,
): void {
  // Node would add the time of its own.
  res.sendDate = false;
  res.writeHead(answer.statusCode ?? 502, answer.statusMessage ?? '', endToEnd(answer.rawHeaders));
  const length = Number(answer.headers['content-length']);
  answer.on('data', (chunk: Buffer) => {
    tap.take(chunk);
    // All of it is written at once, in one piece with the headers.
    if (chunk.length === length && length <= inOnePiece) res.end(chunk.toString('latin1'), 'latin1');
    else if (!res.write(chunk)) {
      answer.pause();
      res.once('drain', () => answer.resume());
    }
  });
  answer.on('end', () => {
    if (!res.writableEnded) {
      if (answer.rawTrailers.length > 0) res.addTrailers(pairs(answer.rawTrailers));
      res.end();
    }
    onEnd();
  });
  answer.on('error', onFailure);
  answer.on('aborted', () => onFailure(new Error('it hung up in the middle of its answer')));
}
