import { createSecureContext, rootCertificates } from 'node:tls';
import { Agent, type Dispatcher, Client as OneConnection } from 'undici';
import type { JudgedTarget } from '../target.ts';

interface ConnectionOptions {
  readonly connect: NonNullable<Agent.Options['connect']>;
  readonly headersTimeout: number;
  readonly bodyTimeout: number;
}

/** The connections of one client: a new one for each request, and those that a few requests share on purpose. */
export class Connections {
  readonly #options: ConnectionOptions;
  readonly #shared = new Set<SharedConnection>();
  #opened = 0;
  /** Closes each connection after its response: one that stays idle would keep others waiting at some servers. */
  readonly fresh: Dispatcher;

  constructor({ authority, pace }: JudgedTarget) {
    const { timeoutMs } = pace;
    // Parsing the certificates takes longer than everything else, so that connections share the result.
    const secureContext =
      authority === undefined
        ? undefined
        : createSecureContext({ ca: [...rootCertificates, authority] });
    this.#options = {
      connect: { timeout: timeoutMs, ...(secureContext && { secureContext }) },
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    };
    this.fresh = new Agent({ ...this.#options, pipelining: 0 });
  }

  /** A connection that is opened by its first request; `onClose` is called once, when it is no longer used. */
  share(onClose: () => void): SharedConnection {
    const shared = new SharedConnection(this.#opened, this.#options, () => {
      this.#shared.delete(shared);
      onClose();
    });
    this.#opened += 1;
    this.#shared.add(shared);
    return shared;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#shared].map((one) => one.close()));
    await this.fresh.destroy();
  }
}

/** One connection, for several requests one after the other. It ends when either side closes it. */
export class SharedConnection {
  readonly #number: number;
  readonly #options: ConnectionOptions;
  readonly #onClose: () => void;
  #connection: OneConnection | undefined;
  #origin: string | undefined;
  #timesOpened = 0;
  #isEnded = false;
  #isClosed = false;

  constructor(number: number, options: ConnectionOptions, onClose: () => void) {
    this.#number = number;
    this.#options = options;
    this.#onClose = onClose;
  }

  /** Undefined if the server has closed the connection, or it leads to another server. */
  dispatcherTo(origin: string): Dispatcher | undefined {
    if (this.#isEnded || this.#isClosed) return undefined;
    this.#connection ??= this.#open(origin);
    return origin === this.#origin ? this.#connection : undefined;
  }

  /** What its exchanges have in common; undefined where a second connection had to be opened. */
  get number(): number | undefined {
    return this.#timesOpened === 1 ? this.#number : undefined;
  }

  /** Whether it was closed here: requests that name it have connections of their own. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    // Bun replaces undici's dispatchers by its own, which have no events, and nothing to close.
    await this.#connection?.destroy?.();
    this.#onClose();
  }

  #open(origin: string): OneConnection {
    const connection = new OneConnection(origin, this.#options);
    connection.on?.('connect', () => {
      this.#timesOpened += 1;
    });
    connection.on?.('disconnect', () => {
      this.#isEnded = true;
    });
    this.#origin = origin;
    return connection;
  }
}
