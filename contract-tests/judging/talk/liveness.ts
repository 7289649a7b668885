import type { CalledService } from '../called-service.ts';
import type { Answer } from './answer.ts';
import type { Ask } from './ask.ts';
import { asksToWait, type Exchange } from './exchange.ts';
import type { KnownRequests } from './known-requests.ts';
import { isHangUp, NoAnswer } from './no-answer.ts';
import type { Outage } from './outage.ts';
import { requestUrlOf } from './outgoing.ts';
import type { Clock } from './pace/clock.ts';
import { comingBack } from './pace/time-limits.ts';
import { isListening, type Sending, ServerRecord } from './server-record.ts';

export interface LivenessOptions {
  readonly service: CalledService;
  /** Requests that found something, to see whether it is still there. */
  readonly known: KnownRequests;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  /** How long a server may take to accept a connection; to come back, twice as long. */
  readonly timeoutMs: number;
  /** Sends once; a repetition uses a new connection. */
  readonly send: (ask: Ask, isAgain: boolean) => Promise<Answer>;
  /** Sends a request only to find out whether its server answers. */
  readonly sendTrial: (ask: Ask) => Promise<Answer>;
  /** Called for a response that is cut off, and asked for again. */
  readonly onLost?: ((exchange: Exchange) => void) | undefined;
  /** Called when a server has stopped answering, before it is waited for. */
  readonly onDown?: ((outage: Outage) => void) | undefined;
  /** Called when a server has come back: it may have lost what it had stored. */
  readonly onRestart?: ((origin: string) => void) | undefined;
}

/** Each may take as long as the server takes to start; a run must end. */
const mostOutages = 50;

/** forgetful: up, but what was there is not found. */
type ServerState = 'up' | 'forgetful' | 'down';

const cutOff = { code: 'UND_ERR_SOCKET', message: 'the response was cut off' };

/**
 * Sends requests, and those without a whole response once more where that changes nothing. Tells a server that hangs up
 * on one request from one that is gone; while that is found out, nothing else is sent to it.
 */
export class Liveness {
  readonly outages: Outage[] = [];
  readonly #options: LivenessOptions;
  readonly #servers = new Map<string, ServerRecord>();

  constructor(options: LivenessOptions) {
    this.#options = options;
  }

  /** Takes over what another client knows. */
  learnFrom(other: Liveness): void {
    this.#options.known.learnFrom(other.#options.known);
    for (const { origin, control, dead, isKnown } of other.#servers.values()) {
      const server = this.#at(origin);
      Object.assign(server, { isKnown, dead });
      if (control) server.control = control;
    }
  }

  sending(ask: Ask, request: Exchange['request']): Sending {
    this.#options.known.noteSending(ask);
    return this.#at(request.url).sending(ask, request, this.#options.clock.now());
  }

  noteAnswer(one: Sending, answer: Answer): void {
    this.#options.known.noteAnswer(one.ask, answer);
    this.#at(one.named.url).noteAnswer(one, answer, this.#options.clock.now());
  }

  noteNoAnswer(one: Sending, isSent = true): void {
    this.#at(one.named.url).noteNoAnswer(one, isSent, this.#options.clock.now());
  }

  /** The response to a request, which may be cut off again. */
  async send(ask: Ask, isAgain: boolean): Promise<Answer> {
    let end = await this.#attempt(ask, isAgain);
    if (this.#mayRepeat(ask, isAgain, end)) {
      if (!(end instanceof NoAnswer)) this.#options.onLost?.(end.exchange);
      end = await this.#attempt(ask, true);
    }
    // Only the last attempt says something about the server.
    if (!(end instanceof NoAnswer) && !end.exchange.response.cut) return end;
    const url = requestUrlOf(this.#options.service, ask);
    const error = end instanceof NoAnswer ? end : new NoAnswer(url, cutOff);
    const told = error.outage || error.isRefused ? error : await this.#explained(error);
    if (told.outage || end instanceof NoAnswer) throw told;
    return end;
  }

  async #attempt(ask: Ask, isAgain: boolean): Promise<Answer | NoAnswer> {
    const { service, send } = this.#options;
    try {
      await this.#untilReady(requestUrlOf(service, ask));
      return await send(ask, isAgain);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      return error.isRefused && !error.outage ? this.#explained(error) : error;
    }
  }

  #mayRepeat(ask: Ask, isAgain: boolean, end: Answer | NoAnswer): boolean {
    const { method } = this.#options.service.operations.of(ask.operation);
    const isRead = method === 'GET' && !ask.once;
    if (!(end instanceof NoAnswer)) return isRead && end.exchange.response.cut === true;
    // A server may close a shared connection whenever it likes, also when the next request is on its way.
    const isClosed = ask.connection !== undefined && !isAgain && end.dropped !== undefined;
    return isRead || isClosed;
  }

  /** Resolves when a request may be sent; rejects if it would not be answered. */
  async #untilReady(url: string): Promise<void> {
    const server = this.#at(url);
    while (server.examined) await server.examined;
    if (server.dead) throw lostIn(server.dead, url);
    if (server.isSilent) throw new NoAnswer(url, new Error('nothing gets a response there'));
  }

  /** The same error, or a better one if the server has stopped answering altogether. */
  async #explained(error: NoAnswer): Promise<NoAnswer> {
    const server = this.#at(error.url);
    server.isKnown ||= isHangUp(error.code);
    const isSign = isHangUp(error.code) || error.isRefused;
    if (server.isKnown && (isSign || server.isSilent))
      server.examined ??= this.#examine(server, error).finally(() => {
        server.examined = undefined;
      });
    const outage = await server.examined;
    return outage ? lostIn(outage, error.url) : error;
  }

  isDead(url: string): boolean {
    return this.#at(url).dead !== undefined;
  }

  /** Asks a server that had stopped for good once more. */
  async revive(url: string): Promise<void> {
    const server = this.#at(url);
    if (!server.dead || (await this.#findState(server)) === 'down') return;
    server.dead = undefined;
    this.#options.onRestart?.(server.origin);
  }

  #at(url: string): ServerRecord {
    const { origin } = new URL(url);
    const { service, clock } = this.#options;
    const server = this.#servers.get(origin) ?? new ServerRecord(service, origin, clock.now());
    this.#servers.set(origin, server);
    return server;
  }

  async #examine(server: ServerRecord, error: NoAnswer): Promise<Outage | undefined> {
    const { clock, signal, onDown } = this.#options;
    const suspects = server.suspects();
    const last = server.lastAnswered;
    const state = await this.#findState(server);
    server.endSilence(clock.now());
    if (state === 'up') return undefined;
    await Promise.all([...server.underWay].map(({ ended }) => ended));
    const lost = suspects.filter(({ failedAt }) => failedAt !== undefined);
    // It may have stopped just after its answer.
    const answered = last ? [{ ...last.named, isAnswered: true }] : [];
    const begun: Outage = {
      origin: server.origin,
      error: errorInWords(error),
      inFlight: [...lost.map(({ named }) => named), ...answered],
      hasComeBack: false,
      hasForgotten: false,
      waitedMs: 0,
    };
    if (state === 'down') onDown?.(begun);
    server.outages += 1;
    const since = clock.now();
    const back = state === 'down' ? await this.#waitForReturn(server) : state;
    const outage: Outage = {
      ...begun,
      hasComeBack: back !== 'down' && server.outages <= mostOutages,
      hasForgotten: back === 'forgetful',
      waitedMs: clock.now() - since,
    };
    server.failed = [];
    server.endSilence(clock.now());
    // What fails after a stop shows nothing; that the server was gone before is known.
    if (signal?.aborted && back !== 'down') return undefined;
    if (!outage.hasComeBack) server.dead = outage;
    this.outages.push(outage);
    return outage;
  }

  async #waitForReturn(server: ServerRecord): Promise<ServerState> {
    const { clock, signal, timeoutMs, onRestart } = this.#options;
    const since = clock.now();
    while (!signal?.aborted && clock.now() - since < comingBack.times * timeoutMs) {
      await clock.sleep(comingBack.pollMs, signal).catch(() => undefined);
      const state = await this.#findState(server);
      if (state === 'down' || signal?.aborted) continue;
      onRestart?.(server.origin);
      return state;
    }
    return 'down';
  }

  /** Without a request that was answered before, a server that is silent counts as gone; a request that was stopped shows nothing. */
  async #findState(server: ServerRecord): Promise<ServerState> {
    const { sendTrial, known, timeoutMs, signal, onRestart } = this.#options;
    if (!(await isListening(server.origin, timeoutMs))) return 'down';
    const found = known.at(server.origin);
    const control = found ?? server.control;
    if (!control) return server.isSilent ? 'down' : 'up';
    const answer = await sendTrial(control).catch(() => undefined);
    if (!answer) return signal?.aborted ? 'up' : 'down';
    const isGone =
      found !== undefined &&
      answer.outcome === 'refusal' &&
      answer.exchange.response.status < 500 &&
      !asksToWait(answer.exchange);
    if (!isGone) return 'up';
    known.forgetAt(server.origin);
    onRestart?.(server.origin);
    return 'forgetful';
  }
}

function lostIn(outage: Outage, url: string): NoAnswer {
  return new NoAnswer(url, outage.error, { outage });
}

function errorInWords({ code, isRefused, message }: NoAnswer): string {
  if (isHangUp(code)) return 'connection closed';
  return isRefused ? 'connection refused' : message;
}
