import type { Exchange } from './exchange.ts';
import { type Outage, outageSummary } from './outage.ts';

const hungUp = /^(UND_ERR_SOCKET|ECONNRESET|EPIPE)$/;

/** The server closed a connection instead of responding. */
export function isHangUp(code: string): boolean {
  return hungUp.test(code);
}

interface Circumstances {
  readonly lost?: Exchange;
  /** The server has stopped answering altogether. */
  readonly outage?: Outage;
}

/** No response: not a verdict about a clause, unless it persists. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  readonly code: string;
  readonly url: string;
  /** The request, where the server closed the connection instead of responding, and answers others. */
  readonly dropped: Exchange | undefined;
  readonly outage: Outage | undefined;

  constructor(url: string, cause: unknown, { lost, outage }: Circumstances = {}) {
    const error = cause as { code?: string; message?: string; cause?: { code?: string } };
    super(outage ? outageSummary(outage) : error.message || error.code || String(cause));
    this.code = error.code ?? error.cause?.code ?? '';
    this.url = url;
    this.dropped = isHangUp(this.code) ? lost : undefined;
    this.outage = outage;
  }

  /** The server had stopped, and has come back. */
  get isOver(): boolean {
    return this.outage?.hasComeBack ?? false;
  }

  /** Nobody listens. */
  get isRefused(): boolean {
    return this.code === 'ECONNREFUSED';
  }
}
