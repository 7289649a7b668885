import { isObject, type JsonBody, jsonIn } from '../operations/body.ts';
import { kitOperation } from '../operations/operations.ts';
import type { Exchange } from './exchange.ts';

export {
  analysisIn,
  isObject,
  type JsonBody,
  jsonIn,
  looksLikeAnalysis,
} from '../operations/body.ts';

/**
 * A response, interpreted by its body: no status is specified for any outcome (4, 7), and an error may
 * have 200. The status decides only where the body does not.
 */
export interface Answer {
  readonly exchange: Exchange;
  readonly outcome: 'success' | 'refusal' | 'unreadable';
  /** Absent where the body is not JSON. */
  readonly json?: unknown;
  /** The body if it is an object; empty otherwise. */
  readonly body: JsonBody;
}

/** An already parsed body may be passed. */
export const readAnswer = (exchange: Exchange, read?: { readonly json?: unknown }): Answer => {
  const { operation, response } = exchange;
  const { json } = response.garbled ? {} : (read ?? jsonIn(response.body));
  const body = isObject(json) ? json : {};
  const base = { exchange, body, ...(json !== undefined && { json }) };
  const { succeeded, describesErrors } = kitOperation(operation);
  if (describesErrors && !isObject(json)) return { ...base, outcome: 'unreadable' };
  const isSuccess = succeeded({ json, body, status: response.status });
  return { ...base, outcome: isSuccess ? 'success' : 'refusal' };
};

/** The form of a refused lookup, which 4.4 leaves open: an answer to `lookup.error-body`, or none of them. */
export const errorBodyOf = ({ exchange, json, body }: Answer): string => {
  if (exchange.response.body === '') return 'empty';
  if (json === undefined) return 'text';
  if ('error' in body) return 'successful' in body ? 'error-and-flag' : 'error';
  return 'message' in body ? 'message' : 'other';
};
