import type { Socket } from 'node:net';

/** What carries an encrypted connection, which alone can be reset. */
const carriers = new WeakMap<Socket, Socket>();

/** Says what carries an encrypted connection. */
export function carriedBy(encrypted: Socket, carrier: Socket): void {
  carriers.set(encrypted, carrier);
}

/** RFC 9293, 3.5.2: the other side hears that the connection was reset, instead of its end. */
export function resetConnection(socket: Socket): void {
  (carriers.get(socket) ?? socket).resetAndDestroy();
}
