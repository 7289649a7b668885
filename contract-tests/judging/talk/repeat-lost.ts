import type { CalledService } from '../called-service.ts';
import type { Answer } from './answer.ts';
import type { Ask } from './ask.ts';
import type { Exchange } from './exchange.ts';
import type { Liveness } from './liveness.ts';
import { NoAnswer } from './no-answer.ts';
import { requestUrlOf } from './outgoing.ts';

interface SenderOptions {
  readonly service: CalledService;
  readonly liveness: Liveness;
  /** Sends once; a repetition uses a new connection. */
  readonly send: (ask: Ask, isAgain: boolean) => Promise<Answer>;
  readonly onLost: ((exchange: Exchange) => void) | undefined;
}

const cutOff = { code: 'UND_ERR_SOCKET', message: 'the response was cut off' };

/** Sends requests, and those without a response once more where that changes nothing. */
export class RepeatingSender {
  readonly #options: SenderOptions;

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  async send(ask: Ask, isAgain: boolean): Promise<Answer> {
    const first = await this.#attempt(ask, isAgain);
    if (!this.#mayRepeat(ask, isAgain, first)) return this.#conclude(ask, first);
    if (!(first instanceof NoAnswer)) this.#options.onLost?.(first.exchange);
    return this.#conclude(ask, await this.#attempt(ask, true));
  }

  /** A response, which may be cut off, or why there is none. */
  async #attempt(ask: Ask, isAgain: boolean): Promise<Answer | NoAnswer> {
    const { service, liveness, send } = this.#options;
    try {
      await liveness.untilReady(requestUrlOf(service, ask));
      return await send(ask, isAgain);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      return error.isRefused && !error.outage ? liveness.explained(error) : error;
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

  /** Only the last attempt says something about the server. */
  async #conclude(ask: Ask, end: Answer | NoAnswer): Promise<Answer> {
    const { service, liveness } = this.#options;
    if (end instanceof NoAnswer)
      throw end.outage || end.isRefused ? end : await liveness.explained(end);
    if (!end.exchange.response.cut) return end;
    const error = await liveness.explained(new NoAnswer(requestUrlOf(service, ask), cutOff));
    if (error.outage) throw error;
    return end;
  }
}
