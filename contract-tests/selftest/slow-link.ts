import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What is late on a link, in milliseconds; between two different limits it varies. */
export interface LinkDelay {
  readonly what: 'answers' | 'connections';
  readonly least: number;
  readonly most: number;
}

type Sleep = (ms: number) => Promise<void>;
interface Addresses {
  readonly baseUrl: string;
  readonly analysisUrl: string;
}

const sleep: Sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const golden = 0.618;

/**
 * A slow link to a server, below HTTP: each connection has one of its own behind it, so that all that a
 * server does with connections is as it was. What is late stays in order.
 */
export async function startSlowLink(
  server: Addresses,
  { what, least, most }: LinkDelay,
  wait: Sleep = sleep,
) {
  const { hostname: host, port } = new URL(server.baseUrl);
  const sockets = new Set<Socket>();
  let nth = 0;
  const delay = (): number => least + (most - least) * ((nth++ * golden) % 1);
  /** Each runs after its delay and after those before it. */
  const inOrder = () => {
    let last = Promise.resolve();
    return (run: () => void): void => {
      const waited = wait(delay());
      last = last.then(() => waited).then(run);
    };
  };
  const opened = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.setNoDelay().once('close', () => sockets.delete(socket));
  };
  const join = (client: Socket): void => {
    const upstream = opened(connect({ host, port: Number(port), allowHalfOpen: true }));
    const later = what === 'answers' ? inOrder() : (run: () => void): void => run();
    client.pipe(upstream);
    client.on('close', () => upstream.destroy());
    upstream.on('data', (chunk) => later(() => client.writable && client.write(chunk)));
    upstream.on('end', () => later(() => client.end()));
    upstream.on('error', () => later(() => client.destroy()));
  };
  const link = createServer({ allowHalfOpen: true }, (client) => {
    opened(client).on('error', () => client.destroy());
    if (what === 'connections') inOrder()(() => !client.destroyed && join(client));
    else join(client);
  }).listen(0, '127.0.0.1');
  await once(link, 'listening');
  const through = (url: string): string =>
    url.replace(/^http:\/\/[^/]+/, `http://127.0.0.1:${(link.address() as AddressInfo).port}`);
  return {
    baseUrl: through(server.baseUrl),
    analysisUrl: through(server.analysisUrl),
    close: async (): Promise<void> => {
      const closed = once(link.close(), 'close');
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
