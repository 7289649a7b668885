import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { closeServer } from '../http/close-server.ts';
import { hostFlaw, hostName, isLoopback, isMeantFor, originForm } from '../http/host.ts';
import { operationPlaces } from '../spec/operations.ts';
import { withoutTrailingSlashes } from '../values/url.ts';
import { Connections } from './connections.ts';
import { type ForwardSettings, forward, maxHeaderSize, type Upstream } from './forward.ts';
import { refuse } from './refusal.ts';

export interface ProxyOptions extends ForwardSettings {
  /** URL of the feed and everything else. */
  readonly baseUrl: string;
  /** URL of the lookup. */
  readonly analysisUrl: string;
  /** An additional certificate authority to trust, as PEM. */
  readonly authority?: string | undefined;
  readonly host: string;
  readonly port: number;
}

export interface RunningProxy {
  readonly url: string;
  close(): Promise<void>;
}

/** Time limits for headers; bodies have none, as they are only forwarded. */
const limits = {
  maxHeaderSize,
  headersTimeout: 60_000,
  requestTimeout: 0,
  keepAliveTimeout: 65_000,
  // Node's own rejection has no body.
  requireHostHeader: false,
  // How much is read ahead of a slow reader: Node's default depends on its version.
  highWaterMark: 64 * 1024,
};

function upstreamOf(url: string, authority: string | undefined): Upstream {
  const { host, origin, pathname } = new URL(url);
  return {
    connections: new Connections(new URL(url), authority),
    hostHeader: host,
    origin,
    prefix: withoutTrailingSlashes(pathname),
  };
}

const lookups = operationPlaces.flatMap(({ area, path }) =>
  area === 'lookup' ? [path.slice(0, path.indexOf('{'))] : [],
);

function isLookup(url: string): boolean {
  return lookups.some((path) => url.startsWith(path));
}

/** Forwards requests to the target and its responses back, unchanged. */
export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  const proxy = new ForwardingProxy(options);
  await proxy.listen();
  return proxy;
}

class ForwardingProxy implements RunningProxy {
  readonly #options: ProxyOptions;
  readonly #feed: Upstream;
  readonly #lookup: Upstream;
  readonly #refusalOf: (req: IncomingMessage) => Refusal | undefined;
  readonly #server: Server;
  /** The response in progress on a connection. */
  readonly #latest = new WeakMap<Socket, ServerResponse>();

  constructor(options: ProxyOptions) {
    this.#options = options;
    this.#feed = upstreamOf(options.baseUrl, options.authority);
    this.#lookup = upstreamOf(options.analysisUrl, options.authority);
    this.#refusalOf = refusing(options, [this.#feed, this.#lookup]);
    this.#server = createServer(limits, this.#handle);
    // A client that has said everything still gets its answer; whether it has hung up shows when it is written to.
    Object.assign(this.#server, { httpAllowHalfOpen: true });
    this.#server.maxHeadersCount = 0;
    this.#server.on('checkContinue', this.#handle);
    this.#server.on('checkExpectation', this.#handle);
    this.#server.on('connect', this.#refuseTunnel);
  }

  get url(): string {
    const { port } = this.#server.address() as AddressInfo;
    const { host } = this.#options;
    return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  }

  async listen(): Promise<void> {
    const server = this.#server;
    const { port, host } = this.#options;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
    server.removeAllListeners('error');
    // For example a connection that cannot be accepted because no file descriptors are left.
    server.on('error', () => {});
  }

  async close(): Promise<void> {
    await closeServer(this.#server);
    this.#feed.connections.destroy();
    this.#lookup.connections.destroy();
  }

  readonly #handle = (req: IncomingMessage, res: ServerResponse): void => {
    this.#latest.set(req.socket, res);
    const refusal = this.#refusalOf(req);
    if (refusal) {
      refuse(res, ...refusal);
      return;
    }
    if (!req.url?.startsWith('/')) req.url = originForm(req.url ?? '/');
    forward(req, res, isLookup(req.url) ? this.#lookup : this.#feed, this.#options);
  };

  readonly #refuseTunnel = (req: IncomingMessage, socket: Socket): void => {
    socket.on('error', () => {});
    const answer = () => {
      const res = new ServerResponse(req);
      res.assignSocket(socket);
      res.shouldKeepAlive = false;
      res.on('finish', () => socket.end());
      refuse(res, 501, noOtherProtocol);
    };
    // Responses to pipelined requests keep their order.
    const before = this.#latest.get(socket);
    if (before?.writableFinished === false) before.once('close', answer);
    else answer();
  };
}

type Refusal = readonly [status: number, sentence: string];

const noOtherProtocol = 'Tunnels and protocol upgrades are not forwarded, only HTTP/1.1.';

/** Requests that are not forwarded, with status and message. */
function refusing({ host }: ProxyOptions, upstreams: readonly Upstream[]) {
  const isLocal = isLoopback(host);
  const behind = upstreams.map(({ hostHeader }) => hostName(hostHeader));
  return (req: IncomingMessage): Refusal | undefined => {
    const { headers, url = '/' } = req;
    const flaw = hostFlaw(req);
    if (flaw !== undefined) return [400, `The request is malformed: ${flaw}.`];
    // Some clients always offer an upgrade to HTTP/2: ignored (RFC 9110, 7.8).
    if (headers.upgrade !== undefined && !/^\s*h2c\s*$/i.test(headers.upgrade))
      return [501, noOtherProtocol];
    // The absolute form overrides the Host header (RFC 9112, 3.2.2).
    const [, called = headers.host] = /^https?:\/\/([^/?#]*)/i.exec(url) ?? [];
    const isOurs = called === undefined || isMeantFor(called, host);
    if (isLocal && !isOurs && !behind.includes(hostName(called)))
      return [403, `The request is for "${called}". Use ${host} as the host name.`];
    if (isControlPlane(url))
      return [403, 'The control plane is not forwarded. Send this to the stand-in itself.'];
    return undefined;
  };
}

/** Any spelling that a server might accept: the control plane exposes every token. */
function isControlPlane(url: string): boolean {
  return originForm(url)
    .replace(/[?#].*$/s, '')
    .replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .toLowerCase()
    .split(/[/\\;]/)
    .includes('__admin');
}
