import { createServer, type IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { closeServer } from '../net/close-server.ts';
import { hostFlaw, hostName, isLoopback, isMeantFor } from '../net/host.ts';
import { originForm } from '../net/request-target.ts';
import { Connections } from './connections.ts';
import { type ForwardSettings, forward, maxHeaderSize, type Upstream } from './forward.ts';
import { refuse } from './refusal.ts';

export interface ProxyOptions extends ForwardSettings {
  /** Where the feed is, and the rest. */
  readonly baseUrl: string;
  /** Where the lookup is. */
  readonly analysisUrl: string;
  /** The certificate of an authority to trust besides those that everybody trusts, as PEM. */
  readonly authority?: string | undefined;
  readonly host: string;
  readonly port: number;
  /** Whether the control plane of a stand-in can be reached through it. */
  readonly passesAdmin?: boolean | undefined;
}

export interface RunningProxy {
  readonly url: string;
  close(): Promise<void>;
}

/** Whoever sends slowly may take this long; a body has no limit of time, since it is only passed on. */
const limits = {
  maxHeaderSize,
  headersTimeout: 60_000,
  requestTimeout: 0,
  keepAliveTimeout: 65_000,
  // Node's own refusal has no body.
  requireHostHeader: false,
};

const upstreamOf = (url: string, authority: string | undefined): Upstream => {
  const { host, origin, pathname } = new URL(url);
  return {
    connections: new Connections(new URL(url), authority),
    hostHeader: host,
    origin,
    prefix: pathname.replace(/\/+$/, ''),
  };
};

/** Listens, and passes on what comes to the target, unchanged, and the answers back. */
export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  const feed = upstreamOf(options.baseUrl, options.authority);
  const lookup = upstreamOf(options.analysisUrl, options.authority);
  const refusalOf = refusing(options, [feed, lookup]);
  const latest = new WeakMap<Socket, ServerResponse>();
  const handle = (req: IncomingMessage, res: ServerResponse) => {
    latest.set(req.socket, res);
    const refusal = refusalOf(req);
    if (refusal) {
      refuse(res, ...refusal);
      return;
    }
    if (!req.url?.startsWith('/')) req.url = originForm(req.url ?? '/');
    forward(req, res, req.url.startsWith('/private/sample/') ? lookup : feed, options);
  };
  const server = createServer(limits, handle);
  server.maxHeadersCount = 0;
  server.on('checkContinue', handle);
  server.on('checkExpectation', handle);
  server.on('connect', (req: IncomingMessage, socket: Socket) => {
    socket.on('error', () => {});
    const answer = () => {
      const res = new ServerResponse(req);
      res.assignSocket(socket);
      res.shouldKeepAlive = false;
      res.on('finish', () => socket.end());
      refuse(res, 501, noOtherProtocol);
    };
    // Pipelined requests are answered in order.
    const before = latest.get(socket);
    if (before?.writableFinished === false) before.once('close', answer);
    else answer();
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
      await closeServer(server);
      feed.connections.destroy();
      lookup.connections.destroy();
    },
  };
}

const noOtherProtocol = 'A tunnel or another protocol is not passed on, only HTTP/1.1.';

/** What is not passed on, with its status and a sentence for the client. */
function refusing({ host, passesAdmin = false }: ProxyOptions, upstreams: readonly Upstream[]) {
  const isLocal = isLoopback(host);
  const behind = upstreams.map(({ hostHeader }) => hostName(hostHeader));
  return (req: IncomingMessage): [status: number, sentence: string] | undefined => {
    const { headers, url = '/' } = req;
    const flaw = hostFlaw(req);
    if (flaw !== undefined) return [400, `The request is malformed: ${flaw}.`];
    // Who offers HTTP/2 on the way, as some clients always do, is answered in HTTP/1.1 (RFC 9110, 7.8).
    if (headers.upgrade !== undefined && !/^\s*h2c\s*$/i.test(headers.upgrade))
      return [501, noOtherProtocol];
    // The whole URL has the last word on the host (RFC 9112, 3.2.2).
    const [, called = headers.host] = /^https?:\/\/([^/?#]*)/i.exec(url) ?? [];
    const isOurs = called === undefined || isMeantFor(called, host);
    if (isLocal && !isOurs && !behind.includes(hostName(called)))
      return [403, `The request is for "${called}". Call this machine by ${host}.`];
    if (!passesAdmin && isControlPlane(url))
      return [
        403,
        'The control plane is passed on only where listen is started with --pass-admin.',
      ];
    return undefined;
  };
}

/** In any spelling that a server might read so: the control plane hands out every token. */
const isControlPlane = (url: string): boolean =>
  originForm(url)
    .replace(/[?#].*$/s, '')
    .replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .toLowerCase()
    .split(/[/\\;]/)
    .includes('__admin');
