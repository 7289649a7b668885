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

/** A field of the body, or of an object in it, in words; one that lies deeper is what was found wrong. */
function shownIn(field: string, actual: string, exchange: Exchange): string | undefined {
  const { body } = readAnswer(exchange);
  const holders = [body, ...Object.values(body).filter(isObject)];
  const holder = holders.find((one) => field in one);
  if (holder) return formatValue(holder[field]);
  return /[.[]/.test(field) ? withoutName(field, actual) : undefined;
}

/** The rest of `tags[0].heat: "x"`; undefined where that does not begin with the name. */
function withoutName(field: string, text: string): string | undefined {
  return text.startsWith(`${field}: `) ? text.slice(field.length + 2) : undefined;
}

/** `no JSON: 413 text/html`: of a body that is no JSON, its beginning says less. */
function responseKind({ response }: Exchange): string {
  const type = response.headers['content-type']?.split(';')[0]?.trim();
  const what = response.body.trim() === '' ? 'empty' : 'no JSON';
  return `${what}: ${response.status} ${type || 'without a type'}`;
}

/** A field of what an operation returns is called by that, and one beside it is of the response. */
function placeOf(operations: Operations, { clause, exchange }: Shown, field: string): string {
  const { operation, outcome } = exchange;
  if (outcome === 'refusal') return `the refusal of a ${operation}`;
  const { body } = readAnswer(exchange);
  const isInside = Object.values(body).some((one) => isObject(one) && field in one);
  return clause.startsWith(`${operation}/`) && !isInside
    ? `the response to a ${operation}`
    : operations.of(operation).words.answer[0];
}

/** A finding with the exchange that shows it. */
type Shown = Finding & { readonly exchange: Exchange };

/** One line on what is missing, more or other, in which response, and what was expected. */
export function titleOf(operations: Operations, finding: Finding): string {
  const { expected, actual, title, sign, exchange } = finding;
  if (title !== undefined || !exchange) return capital(title ?? actual);
  const { operation, caller, outcome } = exchange;
  const { cut, garbled } = exchange.response;
  const isRead = outcome !== 'unreadable' || cut || garbled;
  if (!isRead && readAnswer(exchange).json === undefined)
    return `The response to a ${operation} is ${responseKind(exchange)} (as ${caller})`;
  const { words } = operations.of(operation);
  const [call, response] =
    outcome === 'refusal'
      ? [`refused ${operation}`, `refusal of a ${operation}`]
      : [operation, `response to a ${operation}`];
  if (!sign) return `A ${call} returns ${actual}; expected ${expected}`;
  // A server error says nothing about what was asked for.
  if ('shows' in sign && sign.shows === 'refusal' && exchange.response.status >= 500)
    return `The response to a ${operation} is ${exchange.response.status} (as ${caller})`;
  if ('shows' in sign)
    return sign.shows === 'refusal'
      ? `${words.refused} (as ${caller})`
      : `A ${operation} as ${caller} succeeds that must be refused`;
  if ('header' in sign) return `The ${response} comes as ${actual}; expected ${expected}`;
  const { field } = sign;
  const where = placeOf(operations, { ...finding, exchange }, field);
  const value = shownIn(field, actual, exchange);
  if (value === undefined) return `${field} is missing in ${where}`;
  const wanted =
    'wants' in sign
      ? `, not ${abridged(formatValue(sign.wants))}`
      : `; expected ${withoutName(field, expected) ?? expected}`;
  return `${field} is ${abridged(value)} in ${where}${wanted}`;
}
