import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Handling } from '../connection-handling.ts';
import type { Json } from '../mutant.ts';
import type { OperationName } from '../server.ts';

/** The exchanges on one connection, in order. */
export interface Connection {
  readonly exchanges: FrontExchange[];
}

export interface FrontRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly connection: Connection;
  readonly operation: OperationName | undefined;
  readonly token: string | undefined;
  readonly service: string;
  readonly id: string;
  readonly hash: string;
  readonly draft: Json;
}

export interface FrontResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Whether the connection is closed when half of the body is sent. */
  readonly endsEarly?: boolean;
  /** Called when all is sent. */
  readonly onSent?: () => void;
}

export interface FrontExchange {
  readonly request: FrontRequest;
  readonly response: FrontResponse;
  /** When the response was sent. */
  readonly at: number;
}

/** A report as created, whatever is returned of it later. */
export interface Made {
  readonly id: string;
  readonly nth: number;
  readonly service: string;
  readonly by: string | undefined;
  readonly draft: Json;
  readonly at: number;
}

/** A deleted report, and the response to a fetch before that. */
export interface Gone {
  readonly at: number;
  readonly shown: FrontResponse;
  /** Whether it was being fetched at the same time. */
  readonly isRaced: boolean;
}

export interface FrontState {
  /** In milliseconds. */
  readonly now: () => number;
  /** About as long as a database takes. */
  readonly pause: (ms?: number) => Promise<void>;
  /** Sends a request to the honest server. */
  readonly pass: Handler;
  /** The exchanges as clients saw them. */
  readonly history: FrontExchange[];
  /** Requests in progress, in order of arrival. */
  readonly running: Set<FrontRequest>;
  readonly made: Map<string, Made>;
  readonly gone: Map<string, Gone>;
}

export type Handler = (request: FrontRequest) => Promise<FrontResponse>;
/** Middleware between clients and a server. Called once per server, so that its state is not shared. */
export type Layer = (
  world: FrontState,
) => (request: FrontRequest, next: Handler) => Promise<FrontResponse>;

export function jsonOf({ body }: { readonly body: Buffer }): Json {
  try {
    return JSON.parse(body.toString()) ?? {};
  } catch {
    return {};
  }
}

/** Parses a request as the server does. */
export function requestOf(
  sent: Pick<FrontRequest, 'method' | 'url' | 'headers' | 'body' | 'connection'>,
): FrontRequest {
  const { pathname, searchParams } = new URL(sent.url, 'http://front.example');
  const [, area, named = '', end] = pathname.split('/').map(decoded);
  const isFeed = area === 'feed' && end === 'api';
  const isLookup = area === 'private' && named === 'sample' && sent.method === 'GET';
  const operations = { POST: 'create', GET: 'fetch', DELETE: 'delete' } as const;
  return {
    ...sent,
    operation: isLookup
      ? 'lookup'
      : isFeed
        ? operations[sent.method as keyof typeof operations]
        : undefined,
    token: sent.headers.authorization,
    service: isFeed ? named : '',
    id: searchParams.get('report') ?? '',
    hash: isLookup ? (end ?? '') : '',
    draft: sent.method === 'POST' ? jsonOf(sent) : {},
  };
}

/** A text with a stray percent sign stays unchanged. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const ofOneHop = [
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'host',
  'expect',
];

function lasting(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ofOneHop.includes(name)));
}

/** Forwards requests, and records reports created and deleted. */
function passing(to: () => string, agent: Agent, world: () => FrontState): Handler {
  return async (asked) => {
    const onward = async ({ method, url, headers, body }: FrontRequest): Promise<FrontResponse> => {
      const sent = request(new URL(url, to()), { method, agent, headers: lasting(headers) });
      sent.end(body);
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      const { statusCode = 0, headers: given } = answer;
      return { status: statusCode, headers: lasting(given), body: await buffer(answer) };
    };
    const { now, made, gone, running } = world();
    const { operation, id, service, token: by, draft } = asked;
    const isRaced = [...running].some((one) => one.operation === 'fetch' && one.id === id);
    const stored = operation === 'delete' ? made.get(id) : undefined;
    const shown = stored && (await onward({ ...asked, method: 'GET' }));
    const response = await onward(asked);
    if (response.status >= 300) return response;
    if (shown) gone.set(id, { at: now(), shown, isRaced });
    if (operation === 'create') {
      const newId = String(jsonOf(response).id);
      made.set(newId, { id: newId, nth: made.size, service, by, draft, at: now() });
    }
    return response;
  };
}

function pause(ms = 5): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Listens in front of a server with these layers, the first one outermost. Another server may take its place. */
export async function startFront(
  to: string | (() => string),
  layers: readonly Layer[],
  { prepare, closesAfter, isSilent = false }: Handling = {},
) {
  const agent = new Agent({ keepAlive: true });
  const world: FrontState = {
    now: Date.now,
    pause,
    pass: passing(typeof to === 'string' ? () => to : to, agent, () => world),
    history: [],
    running: new Set(),
    made: new Map(),
    gone: new Map(),
  };
  const handle = layers.reduceRight<Handler>((next, layer) => {
    const through = layer(world);
    return (asked) => through(asked, next);
  }, world.pass);
  const connections = new WeakMap<object, Connection>();
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { socket, method = '', url = '', headers } = incoming;
    const connection = connections.get(socket) ?? { exchanges: [] };
    connections.set(socket, connection);
    const asked = requestOf({ method, url, headers, connection, body: await buffer(incoming) });
    world.running.add(asked);
    const response = await handle(asked);
    world.running.delete(asked);
    const exchange = { request: asked, response, at: world.now() };
    world.history.push(exchange);
    connection.exchanges.push(exchange);
    const closes = closesAfter?.(connection.exchanges.length) ?? false;
    outgoing.writeHead(response.status, {
      'content-length': String(response.body.length),
      ...response.headers,
      ...(closes && !isSilent && { connection: 'close' }),
    });
    outgoing.once('close', () => response.onSent?.());
    if (response.endsEarly) {
      const half = response.body.subarray(0, response.body.length / 2);
      outgoing.write(half, () => socket.end());
      return;
    }
    outgoing.end(response.body, () => closes && isSilent && socket.end());
  };
  const sockets = new Set<Socket>();
  const listen = async (port = 0): Promise<Server> => {
    const server = createServer((incoming, outgoing) => {
      serve(incoming, outgoing).catch(() => outgoing.destroy());
    });
    prepare?.(server);
    server.prependListener('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket)).on('error', () => undefined);
    });
    await once(server.listen(port, '127.0.0.1'), 'listening');
    return server;
  };
  let server = await listen();
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}`;
  return {
    baseUrl,
    analysisUrl: baseUrl,
    get isListening(): boolean {
      return server.listening;
    },
    /** Ends as a process does: with its listener and all connections. */
    hangUp(): void {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
    async listenAgain(): Promise<void> {
      server = await listen(port);
    },
    async close(): Promise<void> {
      const closed = server.listening && once(server, 'close');
      this.hangUp();
      agent.destroy();
      await closed;
    },
  };
}
