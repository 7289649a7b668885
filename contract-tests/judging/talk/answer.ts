import { kitOperation, operationPlace } from '../../service/operations/operations.ts';
import { isObject, type JsonBody, jsonIn } from './body.ts';
import { keptText } from './body-text.ts';
import type { AnswerOutcome, Exchange } from './exchange.ts';

export {
  analysisIn,
  isObject,
  type JsonBody,
  jsonIn,
  looksLikeAnalysis,
} from './body.ts';

/**
 * A response, interpreted by its body: no status is specified for any outcome (4, 7), and an error may
 * have 200. The status decides only where the body does not.
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

export const readAnswer = (exchange: Exchange, read?: { readonly json?: unknown }): Answer => {
  const { operation, response } = exchange;
  const { json } = response.garbled ? {} : (read ?? jsonIn(response.body));
  const body = isObject(json) ? json : {};
  const base = { exchange, text: response.body, body, ...(json !== undefined && { json }) };
  if (response.outcome !== undefined) return { ...base, outcome: response.outcome };
  if (operationPlace(operation).describesErrors && !isObject(json))
    return { ...base, outcome: 'unreadable' };
  const isSuccess = kitOperation(operation).succeeded({ json, body, status: response.status });
  return { ...base, outcome: isSuccess ? 'success' : 'refusal' };
};

/** Reads the whole response, then abridges the exchange. An already parsed body may be passed. */
export const judgeable = (whole: Exchange, read?: { readonly json?: unknown }): Answer => {
  const answer = readAnswer(whole, read);
  const { request, response } = whole;
  const [sent, shown] = [request.body && keptText(request.body), keptText(response.body)];
  if (sent === request.body && shown === response.body) return answer;
  return {
    ...answer,
    exchange: {
      ...whole,
      request: { ...request, ...(sent !== undefined && { body: sent }) },
      response:
        shown === response.body ? response : { ...response, body: shown, outcome: answer.outcome },
    },
  };
};

/** The form of a refused lookup, which 4.4 leaves open: an answer to `lookup.error-body`, or none of them. */
export const errorBodyOf = ({ text, json, body }: Answer): string => {
  if (text === '') return 'empty';
  if (json === undefined) return 'text';
  if ('error' in body) return 'successful' in body ? 'error-and-flag' : 'error';
  return 'message' in body ? 'message' : 'other';
};
