import { operationPath, operationPlace } from '../../service/operations/operations.ts';
import type { Target } from '../../service/target/target.ts';
import type { Ask } from './ask.ts';
import { encodings } from './body-text.ts';
import type { Exchange } from './exchange.ts';

/** Where an area is served. */
export const baseOf = ({ baseUrl, analysisUrl = baseUrl }: Target, area: string): string =>
  area === 'lookup' ? analysisUrl : baseUrl;

export const requestUrlOf = (target: Target, { operation, about, way }: Ask): string => {
  const base = baseOf(target, operationPlace(operation).area);
  return new URL(base).href.replace(/\/+$/, '') + (way?.rawPath ?? operationPath(operation, about));
};

/** The requests of one client as they are sent: every third GET accepts compressed responses. */
export const outgoingRequests = (target: Target) => {
  let gets = 0;
  return (ask: Ask): Exchange['request'] => {
    const { method = operationPlace(ask.operation).method, accept = 'application/json' } = ask;
    const { caller, contentType, body } = ask;
    if (method === 'GET') gets += 1;
    const { encoding = method === 'GET' && gets % 3 === 0 ? encodings : '' } = ask;
    const headers = {
      ...(accept !== '' && { accept }),
      ...(encoding !== '' && { 'accept-encoding': encoding }),
      'user-agent': 'abuse-feed-kit',
      ...(caller.authorization !== undefined && { authorization: caller.authorization }),
      ...(contentType !== undefined && { 'content-type': contentType }),
      ...ask.way?.headers,
    };
    return { method, url: requestUrlOf(target, ask), headers, ...(body !== undefined && { body }) };
  };
};
