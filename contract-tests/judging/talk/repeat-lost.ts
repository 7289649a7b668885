import type { CalledService } from '../service.ts';
import type { Answer } from './answer.ts';
import type { Ask } from './ask.ts';
import type { Exchange } from './exchange.ts';
import type { Liveness } from './liveness.ts';
import { NoAnswer } from './no-answer.ts';
import { requestUrlOf } from './outgoing.ts';

interface Sender {
  readonly service: CalledService;
  readonly liveness: Liveness;
  readonly send: (ask: Ask, isAgain: boolean) => Promise<Answer>;
  readonly onLost: ((exchange: Exchange) => void) | undefined;
}

const cutOff = { code: 'UND_ERR_SOCKET', message: 'the response was cut off' };

/** Sends requests, and those without an answer once more where that changes nothing. */
export const repeatingLost = ({ service, liveness, send, onLost }: Sender) => {
  /** A kept connection may have been closed meanwhile: only the last attempt says something about the server. */
  const sendIfUp = async (ask: Ask, isAgain: boolean, isLast: boolean): Promise<Answer> => {
    const url = requestUrlOf(service, ask);
    await liveness.ready(url, ask);
    try {
      const answer = await send(ask, isAgain);
      if (!answer.exchange.response.cut || !isLast) return answer;
      const error = await liveness.explained(new NoAnswer(url, cutOff), ask);
      if (!error.outage) return answer;
      throw error;
    } catch (error) {
      if (!(error instanceof NoAnswer) || error.outage) throw error;
      throw isLast || error.isRefused ? await liveness.explained(error, ask) : error;
    }
  };

  return async (ask: Ask, isAgain: boolean): Promise<Answer> => {
    const { method } = service.operations.of(ask.operation);
    const isHarmless = ask.kept || (method === 'GET' && !ask.once);
    try {
      const answer = await sendIfUp(ask, isAgain, !isHarmless);
      if (!answer.exchange.response.cut || !isHarmless) return answer;
      onLost?.(answer.exchange);
    } catch (error) {
      if (!(error instanceof NoAnswer) || error.isCulprit || !isHarmless) throw error;
      // The server has closed the shared connection, as it may: the next one takes its place.
      if (ask.kept && !isAgain && error.dropped)
        return sendIfUp(ask, false, false).catch(() => sendIfUp(ask, true, true));
    }
    return sendIfUp(ask, true, true);
  };
};
