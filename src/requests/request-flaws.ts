import {
  type CalledOperation,
  isNearContract,
  operationsAt,
  pathAndQuery,
} from '../spec/called-operation.ts';
import type { OperationPlace } from '../spec/operations.ts';
import type { HttpExchange } from '../traffic/exchange.ts';
import { breach, type Flaw, reliesOn } from '../traffic/flaw.ts';
import type { ParameterValues } from '../values/path-template.ts';
import { quoted } from '../values/quoted.ts';
import { bodyFlaws } from './body-flaws.ts';
import { valueFlaws } from './value-flaws.ts';

type SentRequest = HttpExchange['request'];

/** What is known about the token of a request; the token itself is not. */
export interface SentToken {
  /** Undefined where it is unknown whether there was a token. */
  readonly hasToken: boolean | undefined;
  /** The scheme before the token. */
  readonly scheme?: string | undefined;
  readonly isRepeated?: boolean | undefined;
}

/**
 * Of a request with a URL relative to the base URL. Undefined where it is not meant for the API: beyond the paths
 * of the contract, that has to be known.
 */
export function requestFlaws(
  request: SentRequest,
  token: SentToken,
  isMeant = false,
): Flaw[] | undefined {
  const { method, url } = request;
  const [path, query] = pathAndQuery(url);
  const there = operationsAt(() => path);
  const called = there.find(({ place }) => place.method === method);
  if (called) {
    const { place } = called;
    return [
      ...tokenFlaws(token, place),
      ...parameterFlaws(called, new URLSearchParams(query)),
      ...bodyFlaws(request, place),
    ];
  }
  // Ignores preflights, and paths that do not resemble the API.
  if (method === 'OPTIONS') return undefined;
  if (there.length > 0)
    return [breach('no-operation', `${quoted(method, 20)} is no operation of this path (4).`)];
  return isMeant || isNearContract(path)
    ? [breach('wrong-path', 'No operation has this path (4).')]
    : undefined;
}

function tokenFlaws(
  { hasToken, scheme, isRepeated }: SentToken,
  { isPublic }: OperationPlace,
): Flaw[] {
  return [
    ...(isRepeated
      ? [breach('several-tokens', 'The Authorization header is sent more than once (5).')]
      : []),
    ...(hasToken === false && !isPublic
      ? [breach('no-token', 'There is no token in the Authorization header (5).')]
      : []),
    ...(scheme === undefined
      ? []
      : [reliesOn('auth.prefix', `The token is sent with ${quoted(scheme, 20)} before it.`)]),
  ];
}

function parameterFlaws({ place, named }: CalledOperation, params: URLSearchParams): Flaw[] {
  return [...pathFlaws(place, named), ...queryFlaws(place, params), ...unknownFlaws(place, params)];
}

function pathFlaws({ parameters, section }: OperationPlace, named: ParameterValues): Flaw[] {
  return parameters
    .filter((parameter) => parameter.in === 'path')
    .flatMap((parameter) => valueFlaws(parameter, named[parameter.name] ?? '', section));
}

function queryFlaws({ parameters, section }: OperationPlace, params: URLSearchParams): Flaw[] {
  return parameters
    .filter((parameter) => parameter.in === 'query')
    .flatMap((parameter) => {
      const { name, isRequired } = parameter;
      const [value = '', ...more] = params.getAll(name);
      if (more.length > 0)
        return [reliesOn('feed.repeated-parameters', `The query names ${name} more than once.`)];
      if (value === '' && isRequired)
        return [breach(`no-${name}`, `The query names no ${name} (${section}).`)];
      return params.has(name) ? valueFlaws(parameter, value, section) : [];
    });
}

function unknownFlaws({ query, area }: OperationPlace, params: URLSearchParams): Flaw[] {
  return [...params.keys()].some((name) => !query.includes(name))
    ? [reliesOn(`${area}.unknown-parameters`, 'The query has parameters that do not exist.')]
    : [];
}
