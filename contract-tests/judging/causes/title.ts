import { abridged } from '../../../src/values/quoted.ts';
import type { Operations } from '../operation.ts';
import { isObject, readAnswer } from '../talk/answer.ts';
import type { Exchange } from '../talk/exchange.ts';
import { formatValue } from '../talk/format.ts';
import type { Finding } from '../verdict/evidence.ts';

/** The name of a field is not changed. */
function capital(text: string): string {
  return /^\w+(\[\d+\])?: /.test(text) ? text : text.replace(/^./, (first) => first.toUpperCase());
}

/** A field of the body, or of an object in it. */
function shownIn(field: string, exchange: Exchange): unknown {
  const { body } = readAnswer(exchange);
  const holders = [body, ...Object.values(body).filter(isObject)];
  return holders.find((one) => field in one)?.[field];
}

/** `413 text/html`: of a body that is no JSON, its beginning says less. */
function responseKind({ response }: Exchange): string {
  const type = response.headers['content-type']?.split(';')[0]?.trim();
  return `${response.status} ${type || 'without a type'}`;
}

/** One line on what is missing, more or other, in which response, and what was expected. */
export function titleOf(
  operations: Operations,
  { expected, actual, title, sign, exchange }: Omit<Finding, 'clause'>,
): string {
  if (title !== undefined || !exchange) return capital(title ?? actual);
  const { operation, caller, outcome } = exchange;
  const { cut, garbled } = exchange.response;
  const isRead = outcome !== 'unreadable' || cut || garbled;
  if (!isRead && readAnswer(exchange).json === undefined)
    return `The response to a ${operation} is ${responseKind(exchange)} (as ${caller})`;
  const { words } = operations.of(operation);
  const [answer] = words.answer;
  const where = outcome === 'refusal' ? `the refusal of a ${operation}` : answer;
  if (!sign) return `In ${where}: ${actual}; expected ${expected}`;
  // A server error says nothing about what was asked for.
  if ('shows' in sign && sign.shows === 'refusal' && exchange.response.status >= 500)
    return `The response to a ${operation} is ${exchange.response.status} (as ${caller})`;
  if ('shows' in sign)
    return sign.shows === 'refusal'
      ? `${words.refused} (as ${caller})`
      : `A ${operation} as ${caller} succeeds that must be refused`;
  if ('header' in sign) return `${capital(where)} comes as ${actual}; expected ${expected}`;
  const { field } = sign;
  const value = shownIn(field, exchange);
  if (value === undefined) return `${field} is missing in ${where}`;
  const wanted =
    'wants' in sign ? `, not ${abridged(formatValue(sign.wants))}` : `; expected ${expected}`;
  return `${field} is ${abridged(formatValue(value))} in ${where}${wanted}`;
}
