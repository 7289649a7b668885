import type { Headers, SeenRequest } from '../worlds/seen-request.ts';

/** HAR 1.2, as browsers and proxies write it. */
export interface Har {
  readonly log: {
    readonly version: '1.2';
    readonly creator: object;
    readonly entries: readonly object[];
  };
}

const listed = (headers: Headers) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

/** Tokens are not kept: a placeholder per caller keeps callers apart. */
const authorizationOf = ({ caller, scheme, outcome }: SeenRequest): Headers => {
  if (caller === undefined && outcome === 'no-token') return {};
  const stand = `token-of-${caller ?? 'a-stranger'}`;
  return { authorization: scheme === undefined ? stand : `${scheme} ${stand}` };
};

/** The answered HTTP requests as HAR. The console uses the same code. */
export const harOf = (
  requests: readonly SeenRequest[],
  { baseUrl, version }: { readonly baseUrl: string; readonly version: string },
): Har => ({
  log: {
    version: '1.2',
    creator: { name: 'abuse-feed-kit', version },
    entries: requests
      .filter(({ status, url }) => status !== undefined && url !== '-')
      .map((one) => entryOf(one, baseUrl)),
  },
});

function entryOf(seen: SeenRequest, baseUrl: string): object {
  const { method, url, requestBody, status, responseBody = '', ms } = seen;
  const sent = { ...seen.requestHeaders, ...authorizationOf(seen) };
  const query = [...new URL(url, 'http://x').searchParams];
  const sizes = { cookies: [], headersSize: -1, bodySize: -1, httpVersion: 'HTTP/1.1' };
  return {
    startedDateTime: new Date(Date.parse(seen.time) - ms).toISOString(),
    time: ms,
    request: {
      ...{ method, url: `${baseUrl}${url}`, headers: listed(sent), ...sizes },
      queryString: query.map(([name, value]) => ({ name, value })),
      ...(requestBody !== undefined && {
        postData: { mimeType: seen.requestHeaders['content-type'] ?? '', text: requestBody },
      }),
    },
    response: {
      ...{
        status,
        statusText: '',
        headers: listed(seen.responseHeaders),
        redirectURL: '',
        ...sizes,
      },
      content: {
        size: new TextEncoder().encode(responseBody).length,
        mimeType: seen.responseHeaders['Content-Type'] ?? '',
        text: responseBody,
      },
    },
    cache: {},
    timings: { send: 0, wait: ms, receive: 0 },
  };
}
