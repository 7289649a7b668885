import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, isIP, type Socket } from 'node:net';
import { createSecureContext, rootCertificates, connect as secureConnect } from 'node:tls';
import { Connections } from './connections.ts';
import { forward, type Passed, type Upstream } from './forward.ts';
import { refusal } from './refusal.ts';

export type { Passed } from './forward.ts';

export interface ProxyOptions {
  /** Where the feed is, and the rest. */
  readonly baseUrl: string;
  /** Where the lookup is. */
  readonly analysisUrl: string;
  /** The certificate of an authority to trust besides those that everybody trusts, as PEM. */
  readonly authority?: string | undefined;
  readonly host: string;
  readonly port: number;
  /** How long the target may take to begin its answer. */
  readonly timeoutMs: number;
  /** Bodies that are longer are passed on and not kept. */
  readonly longestBody: number;
  /** Told of each exchange when its answer has been passed on. */
  readonly onPassed: (passed: Passed) => void;
}

export interface RunningProxy {
  readonly url: string;
  close(): Promise<void>;
}

/** Whoever sends slowly may take this long; a body has no limit of time, since it is only passed on. */
const limits = {
  maxHeaderSize: 64 * 1024,
  headersTimeout: 60_000,
  requestTimeout: 0,
  keepAliveTimeout: 65_000,
  requireHostHeader: false,
};

/** The context is made once: to read some hundred certificates for every connection would take longer than the rest. */
const secureSocket = (host: string, port: number, authority: string | undefined) => {
  const secureContext =
    authority === undefined
      ? undefined
      : createSecureContext({ ca: [...rootCertificates, authority] });
  const options = {
    ...{ host, port, ALPNProtocols: ['http/1.1'] },
    ...(isIP(host) === 0 && { servername: host }),
    ...(secureContext && { secureContext }),
  };
  return (): Socket => secureConnect(options).setNoDelay();
};

const upstreamOf = (url: string, authority: string | undefined): Upstream => {
  const { protocol, hostname, host, origin, pathname } = new URL(url);
  const isSecure = protocol === 'https:';
  const name = hostname.replace(/^\[|\]$/g, '');
  const port = Number(new URL(url).port || (isSecure ? 443 : 80));
  return {
    connections: new Connections(
      isSecure
        ? secureSocket(name, port, authority)
        : () => connect({ host: name, port, noDelay: true }),
    ),
    hostHeader: host,
    origin,
    prefix: pathname.replace(/\/+$/, ''),
  };
};

/** Listens, and passes on what comes to the target, unchanged, and the answers back. */
export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  const feed = upstreamOf(options.baseUrl, options.authority);
  const lookup = upstreamOf(options.analysisUrl, options.authority);
  const settings = {
    timeoutMs: options.timeoutMs,
    longestBody: options.longestBody,
    onPassed: options.onPassed,
  };
  const handle = (expectsContinue: boolean) => {
    const passing = { ...settings, expectsContinue };
    return (req: IncomingMessage, res: ServerResponse) => {
      if (!req.url?.startsWith('/')) req.url = originForm(req.url ?? '/');
      if (asksForMore(req)) {
        req.socket.end(refusal(noOtherProtocol));
        return;
      }
      forward(req, res, req.url.startsWith('/private/sample/') ? lookup : feed, passing);
    };
  };
  const server = createServer(limits, handle(false));
  server.on('checkContinue', handle(true));
  server.on('checkExpectation', handle(false));
  server.on('connect', (_req: IncomingMessage, socket: Socket) => {
    socket.on('error', () => {});
    socket.end(refusal(noOtherProtocol));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  server.removeAllListeners('error');
  // Such as a connection that cannot be accepted for want of handles.
  server.on('error', () => {});
  const { port } = server.address() as AddressInfo;
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  return {
    url: `http://${host}:${port}`,
    close: async () => {
      await close(server);
      feed.connections.close();
      lookup.connections.close();
    },
  };
}

const noOtherProtocol = 'A tunnel or another protocol is not passed on, only HTTP/1.1.';

/** Who offers HTTP/2 on the way, as some clients always do, is answered in HTTP/1.1 (RFC 9110, 7.8). */
const asksForMore = ({ headers }: IncomingMessage): boolean =>
  headers.upgrade !== undefined && !/^\s*h2c\s*$/i.test(headers.upgrade);

/** Whoever takes it for a proxy that is asked by name sends the whole URL. */
const originForm = (url: string): string => url.replace(/^https?:\/\/[^/?#]*\/?/i, '/');

/** Requests under way get this long. */
const longestGoodbye = 700;

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), longestGoodbye);
  await closed;
  clearTimeout(timer);
}
