import type { Exchange } from './exchange.ts';

const hungUp = /^(UND_ERR_SOCKET|ECONNRESET|EPIPE)$/;

/** No response: not a verdict about a clause, unless it persists. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  readonly code: string;
  readonly url: string;
  /** The request, where the server closed the connection instead of responding. */
  readonly dropped: Exchange | undefined;
  constructor(url: string, cause: unknown, dropped?: Exchange) {
    const error = cause as { code?: string; message?: string; cause?: { code?: string } };
    super(error.message || error.code || String(cause));
    this.code = error.code ?? error.cause?.code ?? '';
    this.url = url;
    this.dropped = hungUp.test(this.code) ? dropped : undefined;
  }
}
