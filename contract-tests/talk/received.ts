import { longestBody } from './exchange.ts';

/** In bytes. Longer bodies would add up in memory, so only a few of them come at a time. */
const long = 256 * 1024;
const mostAtOnce = 2;

/** What is longer than it may be, packed or not. */
export class TooLong extends Error {
  constructor() {
    super(`the answer is longer than ${longestBody / 1024 / 1024} MiB`);
  }
}

/** What has come of a body, and what ended it before its end. */
export interface Received {
  readonly bytes: Buffer;
  readonly error?: unknown;
}

/** Reads the bodies of one client. */
export class Receiving {
  #free = mostAtOnce;
  readonly #waiting: (() => void)[] = [];

  async read(body: AsyncIterable<Buffer>): Promise<Received> {
    const chunks: Buffer[] = [];
    let size = 0;
    try {
      for await (const chunk of body) {
        const before = size;
        size += chunk.length;
        if (size > longestBody) throw new TooLong();
        if (before <= long && size > long) await this.#turn();
        chunks.push(chunk);
      }
      return { bytes: Buffer.concat(chunks) };
    } catch (error) {
      return { bytes: Buffer.concat(chunks), error };
    } finally {
      if (size > long) this.#next();
    }
  }

  async #turn(): Promise<void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #next(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}
