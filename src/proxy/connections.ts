import type { Socket } from 'node:net';
import { AnswerReader, type AnswerSink } from './answer-reader.ts';

/** What wants to know of one exchange on a connection. */
export interface Exchange extends AnswerSink {
  /** More of the request may be sent. */
  onDrain(): void;
  /** The answer will not come, or not all of it. */
  onFailure(error: NodeJS.ErrnoException): void;
}

/** Below what servers close idle connections after, so that few requests meet one that is being closed. */
const longestIdle = 4_000;
const mostIdle = 256;

/**
 * One connection to a target, for one exchange at a time. What a client of HTTP does beyond that is in the
 * way of a proxy: undici refuses `Expect` and sends no trailers, and takes a third more time for the rest.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #reader = new AnswerReader();
  readonly #onFree: (connection: Connection) => void;
  #exchange: Exchange | undefined;
  #error: NodeJS.ErrnoException | undefined;
  /** Whether it has carried an exchange before, and nothing has come since. */
  isReused = false;
  idleSince = 0;

  constructor(socket: Socket, onFree: (connection: Connection) => void, onClose: () => void) {
    this.#socket = socket;
    this.#onFree = onFree;
    socket.on('data', (bytes: Buffer) => this.#read(bytes));
    socket.on('drain', () => this.#exchange?.onDrain());
    socket.on('error', (error) => (this.#error = error));
    socket.on('close', () => {
      onClose();
      this.#closed();
    });
  }

  /** Whether it can carry another exchange. */
  get isOpen(): boolean {
    return !this.#socket.destroyed && this.#socket.writable && !this.#socket.readableEnded;
  }

  begin(method: string, exchange: Exchange): void {
    this.#exchange = exchange;
    this.#reader.begin(method, {
      onContinue: () => exchange.onContinue(),
      onHead: (head) => exchange.onHead(head),
      onBody: (chunk) => exchange.onBody(chunk),
      onEnd: (trailers) => {
        this.#exchange = undefined;
        exchange.onEnd(trailers);
      },
    });
  }

  /** False where more should wait for onDrain; to whom is gone, nothing has to wait. */
  write(text: string | Buffer): boolean {
    if (this.#socket.destroyed) return true;
    return typeof text === 'string' ? this.#socket.write(text, 'latin1') : this.#socket.write(text);
  }

  /** What is written until the next turn goes out together. */
  gather(): void {
    this.#socket.cork();
    setImmediate(() => this.#socket.uncork());
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  /** The exchange is over on both sides; it may carry another one. */
  free(): void {
    if (!this.#reader.isLasting || !this.isOpen) this.destroy();
    else {
      this.isReused = true;
      this.#socket.resume();
      this.#onFree(this);
    }
  }

  /** Nobody is told of anything any more. */
  destroy(): void {
    this.#exchange = undefined;
    this.#socket.destroy();
  }

  #read(bytes: Buffer): void {
    if (this.#socket.destroyed) return;
    this.isReused = false;
    try {
      this.#reader.read(bytes);
    } catch (error) {
      this.#socket.destroy(error as Error);
    }
  }

  #closed(): void {
    if (!this.#error && this.#exchange && this.#reader.close()) return;
    const exchange = this.#exchange;
    this.#exchange = undefined;
    exchange?.onFailure(
      this.#error ?? Object.assign(new Error('it hung up'), { code: 'ECONNRESET' }),
    );
  }
}

/** The connections to one target, kept for the next request. */
export class Connections {
  readonly #connect: () => Socket;
  readonly #all = new Set<Connection>();
  #idle: Connection[] = [];
  readonly #sweeping: NodeJS.Timeout;

  constructor(connect: () => Socket) {
    this.#connect = connect;
    this.#sweeping = setInterval(() => this.#sweep(), longestIdle / 4).unref();
  }

  take(): Connection {
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) if (idle.isOpen) return idle;
    const connection: Connection = new Connection(
      this.#connect(),
      (one) => this.#keep(one),
      () => this.#forget(connection),
    );
    this.#all.add(connection);
    return connection;
  }

  close(): void {
    clearInterval(this.#sweeping);
    for (const connection of this.#all) connection.destroy();
  }

  #keep(connection: Connection): void {
    connection.idleSince = performance.now();
    if (this.#idle.length < mostIdle) this.#idle.push(connection);
    else connection.destroy();
  }

  #forget(connection: Connection): void {
    this.#all.delete(connection);
    this.#idle = this.#idle.filter((one) => one !== connection);
  }

  /** The one that was used last is taken first, so the oldest come first here. */
  #sweep(): void {
    const since = performance.now() - longestIdle;
    for (const connection of [...this.#idle]) {
      if (connection.idleSince > since) break;
      connection.destroy();
    }
  }
}
