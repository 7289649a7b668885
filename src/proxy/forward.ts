import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AnswerHead } from './answer-reader.ts';
import type { Connection, Connections } from './connections.ts';
import { endToEnd, has, type RawHeaders } from './hop-by-hop.ts';
import { errorBody, oursHeader, whyNoAnswer } from './refusal.ts';
import { Tap } from './tap.ts';

/** A place to pass requests on to. */
export interface Upstream {
  readonly connections: Connections;
  readonly hostHeader: string;
  readonly origin: string;
  /** The path of its URL, without a slash at its end. */
  readonly prefix: string;
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

/** Methods that have no body unless they tell of one. */
const bodiless = ['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE'];

/** Bytes of a body that are worth to be copied for being written together with the headers. */
const inOnePiece = 16 * 1024;

const pairs = (raw: RawHeaders): [string, string][] => {
  const list: [string, string][] = [];
  for (let i = 0; i < raw.length; i += 2) list.push([raw[i] as string, raw[i + 1] as string]);
  return list;
};

const lines = (raw: RawHeaders): string => {
  let text = '';
  for (let i = 0; i < raw.length; i += 2) text += `${raw[i]}: ${raw[i + 1]}\r\n`;
  return text;
};

/** As they came, but for what is about this connection, and with the host that they go to. */
function requestHeaders(req: IncomingMessage, upstream: Upstream, isChunked: boolean): string[] {
  const headers = endToEnd(req.rawHeaders);
  const host = headers.findIndex((name, i) => i % 2 === 0 && name.toLowerCase() === 'host');
  if (host >= 0) headers[host + 1] = upstream.hostHeader;
  else headers.unshift('Host', upstream.hostHeader);
  if (isChunked) headers.push('Transfer-Encoding', 'chunked');
  else if (!bodiless.includes(req.method ?? '') && !has(headers, 'content-length'))
    headers.push('Content-Length', '0');
  headers.push('Connection', 'keep-alive');
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
    clearTimeout(waiting);
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

  const send = (triesLeft: number): Connection => {
    const connection = upstream.connections.take();
    let answer: AnswerHead | undefined;
    connection.begin(req.method ?? '', {
      onContinue: () => {
        if (settings.expectsContinue) res.writeContinue();
      },
      onHead: (head) => {
        answer = head;
        clearTimeout(waiting);
        // Node would add the time of its own.
        res.sendDate = false;
        res.writeHead(head.status, head.message, endToEnd(head.headers));
      },
      onBody: (chunk) => {
        answered.take(chunk);
        if (passBack(chunk, res, answer)) return;
        connection.pause();
        res.once('drain', () => connection.resume());
      },
      onEnd: (trailers) => {
        if (isBodiless || req.readableEnded) connection.free();
        else {
          // Who answers before all was sent does not want the rest.
          connection.destroy();
          req.resume();
        }
        if (trailers.length > 0) res.addTrailers(pairs(trailers));
        if (!res.writableEnded) res.end();
        const { status = 0, headers = [] } = answer ?? {};
        passed({ status, headers, body: answered.bytes() });
      },
      onDrain: () => req.resume(),
      onFailure: (error) => {
        const isStale =
          connection.isReused && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
        if (isStale && triesLeft > 0 && isBodiless && !isDone) under = send(triesLeft - 1);
        else fail(error);
      },
    });
    const isChunked = req.headers['transfer-encoding'] !== undefined;
    const headers = requestHeaders(req, upstream, isChunked);
    if (!isBodiless && !settings.expectsContinue) connection.gather();
    connection.write(`${req.method} ${path} HTTP/1.1\r\n${lines(headers)}\r\n`);
    if (!isBodiless) sendBody(req, connection, isChunked);
    return connection;
  };

  const waiting = setTimeout(() => {
    under.destroy();
    fail(new Error(`it took more than ${settings.timeoutMs} ms`));
  }, settings.timeoutMs);
  if (!isBodiless)
    req.on('data', (chunk: Buffer) => {
      asked.take(chunk);
      // Whoever sends a long body slowly is not waiting for the answer yet.
      if (!res.headersSent) waiting.refresh();
    });
  let under = send(1);
  res.on('close', () => {
    if (res.writableFinished || isDone) return;
    passed({ failure: 'client hung up' });
    under.destroy();
  });
}

/** False where the client has to catch up first. */
function passBack(chunk: Buffer, res: ServerResponse, answer: AnswerHead | undefined): boolean {
  const isAll = chunk.length === answer?.length;
  // In one piece with the headers.
  if (isAll && chunk.length <= inOnePiece) res.end(chunk.toString('latin1'), 'latin1');
  else return res.write(chunk);
  return true;
}

function sendBody(req: IncomingMessage, connection: Connection, isChunked: boolean): void {
  req.on('data', (chunk: Buffer) => {
    if (isChunked) connection.write(`${chunk.length.toString(16)}\r\n`);
    const goesOn = connection.write(chunk);
    if (isChunked) connection.write('\r\n');
    if (!goesOn) req.pause();
  });
  if (isChunked) req.on('end', () => connection.write(`0\r\n${lines(req.rawTrailers)}\r\n`));
}
