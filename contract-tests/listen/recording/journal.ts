import { isObject, type JsonBody } from '../../talk/answer.ts';
import type { Headers } from '../captured-exchange.ts';
import type { RecordingEntry } from './entry.ts';

const headersIn = (value: unknown): Headers =>
  Object.fromEntries(
    Object.entries(isObject(value) ? value : {}).map(([name, one]) => [
      name.toLowerCase(),
      String(one),
    ]),
  );

/** The requests seen by a stand-in, as listed by /__admin/requests. */
export const journalEntries = (requests: readonly JsonBody[]): RecordingEntry[] =>
  requests.map(entryOf);

const entryOf = (request: JsonBody): RecordingEntry => {
  const { method, url, status, caller, requestBody, responseBody } = request;
  if (request.faults !== undefined) return { skipped: 'was changed by a fault' };
  if (typeof status !== 'number') return { skipped: 'was not answered' };
  if (request.truncated === true) return { skipped: 'has no body in the recording' };
  const requestHeaders = headersIn(request.requestHeaders);
  // Recorded when the response is sent.
  const endedAt = Date.parse(String(request.time)) - performance.timeOrigin;
  return {
    method: String(method),
    url: `http://${requestHeaders.host ?? 'stand-in.invalid'}${String(url)}`,
    requestHeaders,
    ...(typeof requestBody === 'string' && { requestBody }),
    status,
    responseHeaders: headersIn(request.responseHeaders),
    responseBody: typeof responseBody === 'string' ? responseBody : '',
    startedAt: endedAt - (Number(request.ms) || 0),
    endedAt,
    // Only the caller's id is recorded, not the token; without it the caller is unknown.
    caller: typeof caller === 'string' ? caller : null,
  };
};
