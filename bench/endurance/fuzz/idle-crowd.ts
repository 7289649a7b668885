import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Connections that are there and do nothing, or next to nothing. */
export class IdleCrowd {
  readonly #port: number;
  readonly #sockets = new Set<Socket>();
  /** Most that were open at once. */
  most = 0;
  refused: string | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  get open(): number {
    return this.#sockets.size;
  }

  /** Opens them in groups, so that the queue of the listener is not what is tried. */
  async gather(count: number): Promise<void> {
    for (let left = count; left > 0 && this.refused === undefined; left -= 200) {
      await Promise.all(Array.from({ length: Math.min(200, left) }, (_, n) => this.#one(n)));
    }
  }

  leave(count = this.#sockets.size): void {
    for (const socket of [...this.#sockets].slice(0, count)) socket.destroy();
  }

  /** Waits until the server has hung up on all of them, but not longer than that. */
  async dismissed(withinMs: number): Promise<boolean> {
    const end = performance.now() + withinMs;
    while (this.#sockets.size > 0 && performance.now() < end) {
      await pause(100);
    }
    return this.#sockets.size === 0;
  }

  #one(n: number): Promise<void> {
    return new Promise((resolve) => {
      const socket = connect(this.#port, '127.0.0.1');
      socket.on('connect', () => {
        this.#sockets.add(socket);
        this.most = Math.max(this.most, this.#sockets.size);
        // A third says nothing, a third begins, a third stops in the middle of a header.
        if (n % 3 === 1) socket.write('GET ');
        if (n % 3 === 2) socket.write('GET / HTTP/1.1\r\nHost: feed.exa');
        resolve();
      });
      socket.on('error', (error: NodeJS.ErrnoException) => {
        if (!this.#sockets.has(socket)) this.refused = error.code ?? error.message;
        resolve();
      });
      socket.on('data', () => {});
      socket.on('close', () => this.#sockets.delete(socket));
    });
  }
}
