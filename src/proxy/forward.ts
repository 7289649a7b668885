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
  const asked = new Tap(settings.longestBody);
  const answered = new Tap(settings.longestBody);
  const startedAt = performance.now();
  let isDone = false;
  asked.on(req);

  const passed = (answer: Passed['answer']): void => {
    if (isDone) return;
    isDone = true;
    const { method = '', rawHeaders } = req;
    const url = upstream.origin + path;
    const requestBody = asked.bytes();
    const endedAt = performance.now();
    settings.onPassed({
      method,
      url,
      requestHeaders: rawHeaders,
      requestBody,
      startedAt,
      endedAt,
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

  const send = (triesLeft: number): void => {
    const out = upstream.request({
      host: upstream.host,
      port: upstream.port,
      method: req.method,
      path,
      headers: requestHeaders(req, upstream),
      agent: upstream.agent,
    });
    let hasAnswered = false;
    out.setTimeout(settings.timeoutMs, () => {
      if (!hasAnswered) out.destroy(new Error(`it took more than ${settings.timeoutMs} ms`));
    });
    if (settings.expectsContinue) out.on('continue', () => res.writeContinue());
    out.on('response', (answer) => {
      hasAnswered = true;
      answered.on(answer);
      // Node would add the time of its own.
      res.sendDate = false;
      res.writeHead(
        answer.statusCode ?? 502,
        answer.statusMessage ?? '',
        endToEnd(answer.rawHeaders),
      );
      answer.on('end', () => res.addTrailers(pairs(answer.rawTrailers)));
      answer.pipe(res);
      answer.on('end', () => {
        const body = answered.bytes();
        passed({ status: answer.statusCode ?? 0, headers: answer.rawHeaders, body });
      });
      answer.on('error', fail);
      answer.on('aborted', () => fail(new Error('it hung up in the middle of its answer')));
    });
    out.on('error', (error: NodeJS.ErrnoException) => {
      const isStale = out.reusedSocket && error.code === 'ECONNRESET' && !res.headersSent;
      if (isStale && triesLeft > 0 && isRepeatable(req) && !isDone) send(triesLeft - 1);
      else fail(error);
    });
    res.on('close', () => {
      if (res.writableFinished || isDone) return;
      passed({ failure: 'client hung up' });
      out.destroy();
    });
    if (isRepeatable(req)) {
      out.end();
      return;
    }
    req.on('end', () => out.addTrailers(pairs(req.rawTrailers)));
    req.pipe(out);
  };
  send(1);
}
