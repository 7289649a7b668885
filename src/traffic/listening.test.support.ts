import { once } from 'node:events';
import { createServer, Server as HttpServer, type RequestListener } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { onTestFinished } from 'vitest';

/** Has a server listen on a free port until the test has ended; returns its URL. */
export async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
    if (server instanceof HttpServer) server.closeAllConnections();
  });
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A server with one request listener for everything, until the test has ended; returns its URL. */
export function answering(listener: RequestListener): Promise<string> {
  return listening(createServer(listener));
}
