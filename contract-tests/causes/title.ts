import type { Finding } from '../model/evidence.ts';
import { isObject, readAnswer } from '../talk/answer.ts';
import type { Exchange, OperationId } from '../talk/exchange.ts';
import { formatValue } from '../talk/format.ts';

/** What a response contains, singular and plural. */
const things: { readonly [operation in OperationId]: readonly [one: string, many: string] } = {
  create: ['the response to a create', 'Responses to creates'],
  fetch: ['a fetched report', 'Fetched reports'],
  delete: ['the response to a delete', 'Responses to deletes'],
  lookup: ['an analysis', 'Analyses'],
};

const refusals: { readonly [operation in OperationId]: string } = {
  create: 'A create is refused',
  fetch: 'A stored report is not found',
  delete: 'A delete is refused',
  lookup: 'A known file is not found',
};

/** The name of a field is not changed. */
const capital = (text: string): string =>
  /^\w+(\[\d+\])?: /.test(text) ? text : text.replace(/^./, (first) => first.toUpperCase());

const shownIn = (field: string, exchange: Exchange): unknown => {
  const { body } = readAnswer(exchange);
  return isObject(body.report) && !(field in body) ? body.report[field] : body[field];
};

/** One line on what happened: not the clause, which says what should happen. */
export const titleOf = ({ actual, sign, exchange }: Omit<Finding, 'clause'>): string => {
  if (!sign || !exchange) return capital(actual);
  const { operation, caller } = exchange;
  if ('shows' in sign)
    return sign.shows === 'refusal'
      ? `${refusals[operation]} (as ${caller})`
      : `A ${operation} as ${caller} succeeds that must be refused`;
  const [one, many] = things[operation];
  if ('header' in sign) return `${capital(one)} comes as ${actual}`;
  const { field } = sign;
  const value = shownIn(field, exchange);
  if (value === undefined) return `${many} have no ${field}`;
  const wanted = 'wants' in sign ? `, not ${formatValue(sign.wants)}` : '';
  return `${field} of ${one} is ${formatValue(value)}${wanted}`;
};
