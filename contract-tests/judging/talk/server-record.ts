import { connect } from 'node:net';
import { effectOf, operationPlace } from '../../service/operations/operations.ts';
import type { Answer } from './answer.ts';
import type { Ask } from './ask.ts';
import type { Exchange } from './exchange.ts';
import { type NamedRequest, namedRequest, type Outage } from './outage.ts';
import { Breaker } from './pace/breaker.ts';
import { asksToWait } from './pace/throttle-retry.ts';

/** A request under way. */
export interface Sending {
  readonly ask: Ask;
  readonly named: NamedRequest;
  readonly startedAt: number;
  failedAt?: number;
  readonly ended: Promise<void>;
  readonly end: () => void;
}

const mostFound = 8;
const mostRecent = 3;

/** What the requests to one origin have shown about the server behind it. */
export class ServerRecord {
  readonly origin: string;
  readonly breaker: Breaker;
  readonly underWay = new Set<Sending>();
  /** Requests without an answer, since when nothing that was sent later was answered. */
  failed: Sending[] = [];
  /** The last requests that were answered: a server may stop just after its answer. */
  recent: Sending[] = [];
  /** A request without side effects that was answered. */
  control?: Ask;
  /** Fetches of reports that nobody has deleted since. */
  found: Ask[] = [];
  /** Also those deleted while a fetch of them was under way. */
  readonly #deleted = new Set<string>();
  /** It has accepted a connection: where nobody has ever listened, no server has stopped. */
  isKnown = false;
  outages = 0;
  /** What is being found out, after a request without an answer. */
  examined?: Promise<Outage | undefined> | undefined;
  /** Set when it has stopped for good. */
  dead?: Outage | undefined;

  constructor(origin: string, now: number) {
    this.origin = origin;
    this.breaker = new Breaker(now);
  }

  sending(ask: Ask, request: Exchange['request'], startedAt: number): Sending {
    if (effectOf(ask.operation) === 'deletes') this.#deleting(ask);
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

  answered(one: Sending, { exchange, outcome }: Answer, now: number): void {
    const { ask, startedAt } = one;
    this.isKnown = true;
    this.recent = [...this.recent, one].slice(-mostRecent);
    this.breaker.answered(now);
    this.failed = this.failed.filter(({ failedAt = 0 }) => failedAt >= startedAt);
    if (!isControl(ask) || asksToWait(exchange)) return;
    const isFree = effectOf(ask.operation) === 'nothing';
    if (isFree || !this.control) this.control = ask;
    if (isFree && outcome === 'success' && !this.#deleted.has(idOf(ask)))
      this.found = [...this.found.filter((one) => one !== ask), ask].slice(-mostFound);
  }

  /** A request without a connection has not reached the server. */
  notAnswered(one: Sending, isSent: boolean, now: number): void {
    this.breaker.failed(now);
    if (!isSent) return;
    one.failedAt = now;
    if (this.failed.every(({ ask }) => ask !== one.ask)) this.failed.push(one);
  }

  /** Without an id, or in an odd form, it may delete any. */
  #deleting(ask: Ask): void {
    const isPlain = ask.about.report !== undefined && !ask.way;
    this.#deleted.add(idOf(ask));
    this.found = isPlain ? this.found.filter((one) => idOf(one) !== idOf(ask)) : [];
  }

  /** Those that may have stopped the server, oldest first. */
  suspects(): Sending[] {
    return [...this.failed, ...this.underWay].sort((a, b) => a.startedAt - b.startedAt);
  }
}

const idOf = ({ about }: Ask): string => (about.report ?? '').toLowerCase();

/** No side effects, no cost, and nothing odd about it. */
const isControl = ({ operation, once, way, method, inFront }: Ask): boolean =>
  !operationPlace(operation).changes && !once && !way && !method && !inFront;

/** Whether somebody accepts connections. */
export const isListening = (origin: string, timeoutMs: number): Promise<boolean> => {
  const { protocol, hostname, port } = new URL(origin);
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || (protocol === 'https:' ? 443 : 80),
      timeout: timeoutMs,
    });
    const ends = (isThere: boolean) => (): void => {
      socket.destroy();
      resolve(isThere);
    };
    socket.on('connect', ends(true)).on('timeout', ends(false)).on('error', ends(false));
  });
};
