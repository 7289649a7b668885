import { connect } from 'node:net';
import type { CalledService } from '../called-service.ts';
import type { Answer } from './answer.ts';
import type { Ask } from './ask.ts';
import { asksToWait, type Exchange } from './exchange.ts';
import { isPlain } from './known-requests.ts';
import { type NamedRequest, namedRequest, type Outage } from './outage.ts';
import { silence } from './pace/time-limits.ts';

/** A request under way. */
export interface Sending {
  readonly ask: Ask;
  readonly named: NamedRequest;
  readonly startedAt: number;
  failedAt?: number;
  readonly ended: Promise<void>;
  readonly end: () => void;
}

/** What the requests to one origin have shown about the server behind it. */
export class ServerRecord {
  readonly origin: string;
  readonly #service: CalledService;
  readonly underWay = new Set<Sending>();
  /** Requests without an answer, since when nothing that was sent later was answered. */
  failed: Sending[] = [];
  /** The last request that was answered: a server may stop just after its answer. */
  lastAnswered?: Sending;
  /** A request without side effects that was answered. */
  control?: Ask;
  /** It has accepted a connection: where nobody has ever listened, no server has stopped. */
  isKnown = false;
  outages = 0;
  /** Nothing is sent any more: every request to a dead server would wait for its timeout. */
  isSilent = false;
  #failures = 0;
  #answeredAt: number;
  /** What is being found out, after a request without an answer. */
  examined?: Promise<Outage | undefined> | undefined;
  /** Set when it has stopped for good. */
  dead?: Outage | undefined;

  constructor(service: CalledService, origin: string, now: number) {
    this.#service = service;
    this.origin = origin;
    this.#answeredAt = now;
  }

  sending(ask: Ask, request: Exchange['request'], startedAt: number): Sending {
    let resolveEnded = (): void => {};
    const ended = new Promise<void>((resolve) => (resolveEnded = resolve));
    const named = namedRequest({ request, caller: ask.caller.key });
    const end = (): void => {
      this.underWay.delete(one);
      resolveEnded();
    };
    const one: Sending = { ask, named, startedAt, ended, end };
    this.underWay.add(one);
    return one;
  }

  noteAnswer(one: Sending, answer: Answer, now: number): void {
    const { ask, startedAt } = one;
    this.isKnown = true;
    this.lastAnswered = one;
    this.#failures = 0;
    this.#answeredAt = now;
    this.failed = this.failed.filter(({ failedAt = 0 }) => failedAt >= startedAt);
    const { changes, effect } = this.#service.operations.of(ask.operation);
    if (changes || !isPlain(ask) || asksToWait(answer.exchange)) return;
    if (effect === 'nothing' || !this.control) this.control = ask;
  }

  /** A request without a connection has not reached the server. */
  noteNoAnswer(one: Sending, isSent: boolean, now: number): void {
    this.#failures += 1;
    const silentMs = now - this.#answeredAt;
    this.isSilent ||= silence.eitherOf.some(
      (limit) => this.#failures >= limit.failures && silentMs >= limit.silentMs,
    );
    if (!isSent) return;
    one.failedAt = now;
    if (this.failed.every(({ ask }) => ask !== one.ask)) this.failed.push(one);
  }

  /** Called when it was found out what the silence means. A response is too late for that. */
  endSilence(now: number): void {
    this.isSilent = false;
    this.#failures = 0;
    this.#answeredAt = now;
  }

  /** Those that may have stopped the server, oldest first. */
  suspects(): Sending[] {
    return [...this.failed, ...this.underWay].sort((a, b) => a.startedAt - b.startedAt);
  }
}

/** Whether somebody accepts connections. */
export function isListening(origin: string, timeoutMs: number): Promise<boolean> {
  const { protocol, hostname, port } = new URL(origin);
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || (protocol === 'https:' ? 443 : 80),
      timeout: timeoutMs,
    });
    const end = (isThere: boolean): void => {
      socket.destroy();
      resolve(isThere);
    };
    socket.on('connect', () => end(true));
    socket.on('timeout', () => end(false));
    socket.on('error', () => end(false));
  });
}
