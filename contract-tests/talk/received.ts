import { longestJudgedBody } from './exchange.ts';

/** In bytes. Longer bodies are read one at a time, to bound memory. */
const long = 256 * 1024;

/** A body beyond the limit, compressed or not. */
export class TooLong extends Error {
  constructor() {
    super(`the answer is longer than ${longestJudgedBody / 1024 / 1024} MiB`);
  }
}

/** The part of a body received, and why it ended early. */
export interface ReceivedBody {
  readonly bytes: Buffer;
  readonly error?: unknown;
}

/** Reads the bodies of one client. */
export class BodyReader {
  #last: Promise<void> = Promise.resolve();

  async read(body: AsyncIterable<Buffer>): Promise<ReceivedBody> {
    const chunks: Buffer[] = [];
    let size = 0;
    let done = (): void => {};
    try {
      for await (const chunk of body) {
        const before = size;
        size += chunk.length;
        if (size > longestJudgedBody) throw new TooLong();
        if (before <= long && size > long) {
          const turn = this.#last;
          this.#last = new Promise((resolve) => (done = resolve));
          await turn;
        }
        chunks.push(chunk);
      }
      return { bytes: Buffer.concat(chunks) };
    } catch (error) {
      return { bytes: Buffer.concat(chunks), error };
    } finally {
      done();
    }
  }
}
