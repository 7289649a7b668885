import type { ServerOptions } from 'node:http';
import type { Server } from 'node:https';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { TlsKeys } from './tls-keys.ts';

/** An HTTPS server that knows the TCP socket below each TLS one. */
export interface TlsServer {
  readonly server: Server;
  carrierOf(socket: Socket): Socket | undefined;
}

export async function tlsServer(options: ServerOptions & TlsKeys): Promise<TlsServer> {
  const { createServer } = await import('node:https');
  const server = createServer(options);
  const carriers = new WeakMap<Socket, Socket>();
  const connected = new Map<string, Socket>();
  // A failed handshake cannot be answered: Node would treat it as malformed HTTP.
  server.removeAllListeners('tlsClientError');
  server.on('tlsClientError', (_error: Error, socket: TLSSocket) => socket.destroy());
  server.on('connection', (carrier: Socket) => {
    const place = placeOf(carrier);
    connected.set(place, carrier);
    carrier.once('close', () => connected.delete(place));
  });
  server.on('secureConnection', (socket: TLSSocket) => {
    const carrier = connected.get(placeOf(socket));
    if (carrier) carriers.set(socket, carrier);
  });
  return { server, carrierOf: (socket) => carriers.get(socket) };
}

function placeOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
