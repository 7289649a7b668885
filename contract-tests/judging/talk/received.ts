import type { Dispatcher } from 'undici';
import { bodyTextOf } from './body-text.ts';
import { type Exchange, longestJudgedBody } from './exchange.ts';

/** In bytes. Longer bodies are read one at a time, to bound memory. */
const longBodyBytes = 256 * 1024;

/** A body beyond the limit, compressed or not. */
class TooLong extends Error {
  constructor() {
    super(`the response is longer than ${longestJudgedBody / 1024 / 1024} MiB`);
  }
}

/** The part of a body received, and why it ended early. */
interface ReceivedBody {
  readonly bytes: Buffer;
  readonly error?: unknown;
}

/** Whether the client, not the server, ended a body because of its duration or length. */
function isOurs(error: unknown): boolean {
  return error instanceof TooLong || (error as { code?: string }).code === 'UND_ERR_BODY_TIMEOUT';
}

/** Reads the responses of one client. */
export class BodyReader {
  #last: Promise<void> = Promise.resolve();

  async response(
    { statusCode: status, headers, body }: Dispatcher.ResponseData,
    signal: AbortSignal,
    asked: string | undefined,
  ): Promise<Exchange['response']> {
    const { bytes, error } = await this.#read(body);
    const flat = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]),
    );
    if (error !== undefined && (signal.aborted || isOurs(error))) throw error;
    const read = bodyTextOf(bytes, flat, { most: longestJudgedBody, asked });
    if (read === 'too long') throw new TooLong();
    const strange = `it is ${flat['content-encoding']}, asked for was ${asked ?? 'nothing'}`;
    const text = read === 'unknown' ? { body: bytes.toString(), garbled: strange } : read;
    // RFC 9110, 15.3.5: a 204 ends with its headers, whatever length they announce.
    const isCut = error !== undefined && status !== 204;
    return { status, headers: flat, ...text, ...(isCut && { cut: true as const }) };
  }

  async #read(body: AsyncIterable<Buffer>): Promise<ReceivedBody> {
    const chunks: Buffer[] = [];
    let size = 0;
    let done = (): void => {};
    try {
      for await (const chunk of body) {
        const before = size;
        size += chunk.length;
        if (size > longestJudgedBody) throw new TooLong();
        if (before <= longBodyBytes && size > longBodyBytes) {
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
