import type { Redactor } from '../../../src/traffic/redactor.ts';
import type { AnswerOutcome, Operations } from '../operation.ts';
import { isObject, type JsonBody, jsonIn } from './body.ts';
import { keptText } from './body-text.ts';
import type { Exchange } from './exchange.ts';

export { isObject, type JsonBody, jsonIn } from './body.ts';

/**
 * A response, interpreted by its body: no status is specified for any outcome, and an error may have 200. The
 * status decides only where the body does not.
 */
export interface Answer {
  /** As it is kept: long bodies are abridged. Everything else here is of the whole body. */
  readonly exchange: Exchange;
  readonly outcome: AnswerOutcome;
  readonly text: string;
  /** Absent where the body is not JSON. */
  readonly json?: unknown;
  /** The body if it is an object; empty otherwise. */
  readonly body: JsonBody;
}

/** An exchange whose response nobody has read yet. */
export type ReceivedExchange = Omit<Exchange, 'outcome'>;

/** A parsed body; empty where it is not JSON. */
interface ParsedBody {
  readonly json?: unknown;
}

function parsed({ response }: ReceivedExchange): ParsedBody {
  return response.garbled ? {} : jsonIn(response.body);
}

export function outcomeOf(
  operations: Operations,
  exchange: ReceivedExchange,
  { json }: ParsedBody = parsed(exchange),
): AnswerOutcome {
  const operation = operations.of(exchange.operation);
  const body = isObject(json) ? json : {};
  if (operation.describesErrors && !isObject(json)) return 'unreadable';
  const { status } = exchange.response;
  return operation.succeeded({ json, body, status }) ? 'success' : 'refusal';
}

/** The response of an exchange. */
export function readAnswer(exchange: Exchange, { json }: ParsedBody = parsed(exchange)): Answer {
  return {
    exchange,
    outcome: exchange.outcome,
    text: exchange.response.body,
    body: isObject(json) ? json : {},
    ...(json !== undefined && { json }),
  };
}

/** Reads the whole response, then abridges the exchange, without secrets. */
export function judgeable(
  operations: Operations,
  whole: ReceivedExchange,
  { theirPieces }: Redactor,
): Answer {
  const read = parsed(whole);
  const outcome = outcomeOf(operations, whole, read);
  const answer = readAnswer({ ...whole, outcome }, read);
  const { request, response } = whole;
  const sent = request.body === undefined ? undefined : keptText(request.body, theirPieces);
  const shown = keptText(response.body, theirPieces);
  if (sent === request.body && shown === response.body) return answer;
  return {
    ...answer,
    exchange: {
      ...answer.exchange,
      ...(sent !== request.body && { sentLength: request.body?.length ?? 0 }),
      request: { ...request, ...(sent !== undefined && { body: sent }) },
      response: { ...response, body: shown },
    },
  };
}
