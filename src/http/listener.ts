import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { textOf } from './delivery.ts';
import { type ProtocolRefusal, protocolReply } from './protocol-refusal.ts';
import { reasonFor, reasonHeader } from './reason.ts';

/** A listening server. */
export interface Listener {
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
  // Node's own refusal has no body.
  requireHostHeader: false,
};

export async function listen(app: RequestListener, host: string, port: number): Promise<Listener> {
  const answer = (req: IncomingMessage, res: ServerResponse) => {
    if (req.headers.host === undefined && req.httpVersion === '1.1') {
      const { status, text, reason } = written({ kind: 'malformed-http' });
      res.statusCode = status;
      res.setHeader('Content-Type', contentType);
      res.setHeader(reasonHeader, reason);
      res.end(text);
      return;
    }
    req.url = originForm(req.url ?? '/');
    app(req, res);
  };
  const server = createServer(limits, answer);
  server.on('clientError', refuse);
  // Expectations other than 100-continue: RFC 9110, 10.1.1 lets a server pass over them.
  server.on('checkExpectation', answer);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  server.removeAllListeners('error');
  return { host, port: (server.address() as AddressInfo).port, close: () => close(server) };
}

/** RFC 9112, 3.2.2: a server takes the absolute form, which proxies send, as well. */
const originForm = (url: string): string => url.replace(/^https?:\/\/[^/?#]*\/?/i, '/');

/** What Node's own parser turns away never reaches the app; it gets the same kind of body. */
function refuse(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, text, reason } = written({
    kind: kinds[error.code ?? ''] ?? 'malformed-http',
  });
  socket.end(
    `HTTP/1.1 ${status} ${reasons[status]}\r\n` +
      `Content-Type: ${contentType}\r\n${reasonHeader}: ${reason}\r\n` +
      `Content-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
  );
}

const contentType = 'application/json; charset=utf-8';

function written(refusal: ProtocolRefusal): { status: number; text: string; reason: string } {
  const { status, body } = protocolReply(refusal);
  return { status, text: textOf(body), reason: reasonFor(undefined, refusal.kind) ?? '' };
}

const kinds: {
  [code: string]: Extract<
    ProtocolRefusal['kind'],
    'malformed-http' | 'headers-too-large' | 'request-timeout'
  >;
} = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
};
const reasons: { [status: number]: string } = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

/** Requests get this long to finish; a stand-in that hangs on exit is worse than a cut connection. */
const patience = 700;

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), patience);
  await closed;
  clearTimeout(timer);
}
