import type { components } from '../admin.generated.ts';
import { instantIn } from '../instant.ts';
import { type HttpExchange, headersOf } from './exchange.ts';

/** A request and its outcome, as the control plane shows it. The token is never stored, only the caller's id. */
export type SeenRequest = components['schemas']['Request'];

export type NewSeenRequest = Omit<SeenRequest, 'id'>;

/** The exchange, at this base URL. It is seen when the response is sent. */
export const exchangeOf = (seen: SeenRequest, baseUrl = ''): HttpExchange => {
  const { method, url, requestBody, status = 0, responseBody = '', caller, time, ms } = seen;
  const realTime = instantIn(seen.realTime ?? time);
  const endedAt = realTime - performance.timeOrigin;
  return {
    request: {
      ...{
        method,
        url: baseUrl + url,
        headers: headersOf(Object.entries(seen.requestHeaders).flat()),
      },
      ...(requestBody !== undefined && { body: requestBody }),
    },
    response: {
      ...{ status, headers: headersOf(Object.entries(seen.responseHeaders).flat()) },
      body: responseBody,
      ...(seen.cut && { cut: true as const }),
    },
    caller: caller ?? null,
    startedAt: endedAt - ms,
    endedAt,
    ...(seen.realTime !== undefined && { ahead: instantIn(time) - realTime }),
  };
};
