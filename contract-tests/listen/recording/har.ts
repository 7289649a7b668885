import { isObject, type JsonBody } from '../../talk/answer.ts';
import type { Headers } from '../captured-exchange.ts';
import type { RecordingEntry } from './entry.ts';

const headersIn = (list: unknown): Headers => {
  const headers: { [name: string]: string } = Object.create(null);
  for (const one of Array.isArray(list) ? list : []) {
    if (!isObject(one) || typeof one.name !== 'string') continue;
    const name = one.name.toLowerCase();
    // HTTP/2 pseudo-headers.
    if (name.startsWith(':')) continue;
    const value = String(one.value ?? '');
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  return headers;
};

const object = (value: unknown): JsonBody => (isObject(value) ? value : {});

/** The text of a body; undefined where it was not recorded. */
const recorded = (part: JsonBody, size: unknown): Buffer | string | undefined => {
  if (typeof part.text === 'string')
    return part.encoding === 'base64' ? Buffer.from(part.text, 'base64') : part.text;
  return typeof size === 'number' && size > 0 ? undefined : '';
};

/** Entries of a HAR file, as written by browsers, mitmproxy, Charles and Playwright. */
export const harEntries = (entries: readonly unknown[]): RecordingEntry[] => entries.map(entryOf);

const entryOf = (raw: unknown): RecordingEntry => {
  const entry = object(raw);
  const { request, response } = {
    request: object(entry.request),
    response: object(entry.response),
  };
  const { method, url } = request;
  const status = Number(response.status);
  const began = Date.parse(String(entry.startedDateTime));
  if (typeof method !== 'string' || typeof url !== 'string' || Number.isNaN(began))
    return { skipped: 'is no entry' };
  // Skips cached responses: the server did not send them again.
  if (entry._fromCache ?? entry.fromCache ?? response._fromCache ?? response.fromServiceWorker)
    return { skipped: 'came from a cache' };
  if (!(status >= 100)) return { skipped: 'was not answered' };
  const content = object(response.content);
  const body = recorded(content, content.size);
  const sent = request.postData === undefined ? '' : recorded(object(request.postData), 1);
  if (body === undefined || sent === undefined) return { skipped: 'has no body in the recording' };
  // Recorded bodies are decompressed already.
  const { 'content-encoding': _, ...responseHeaders } = headersIn(response.headers);
  const { 'content-encoding': __, ...requestHeaders } = headersIn(request.headers);
  const startedAt = began - performance.timeOrigin;
  return {
    method: method.toUpperCase(),
    url,
    requestHeaders,
    ...(sent.length > 0 && { requestBody: sent }),
    status,
    responseHeaders,
    responseBody: body,
    startedAt,
    endedAt: startedAt + Math.max(0, Number(entry.time) || 0),
  };
};
