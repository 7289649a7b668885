import { plural } from '../../../spec/listed.ts';
import { curl, inLines } from '../../../spec/traffic/curl.ts';
import type { SeenRequest } from '../../../spec/traffic/seen-request.ts';

/** Headers that curl sets itself, or that only describe the original connection. */
const own =
  /^(host|connection|content-length|transfer-encoding|accept-encoding|user-agent|expect|keep-alive|origin|referer|sec-.*)$/;

/** Whether the caller set the header, not the HTTP client. */
const isOurs = (name: string, value: string): boolean =>
  !own.test(name) && !(name === 'accept' && value === '*/*');

/** Request headers set by the caller, not by the HTTP client. */
export const ownHeaders = ({ requestHeaders }: SeenRequest): [string, string][] =>
  Object.entries(requestHeaders).filter(([name, value]) => isOurs(name, value));

/** The server keeps this much of a body. */
const longestBody = 16 * 1024;

/** Whether only the beginning of the request body was kept. */
export const isCut = ({ truncated, requestBody = '' }: SeenRequest): boolean =>
  truncated === true && requestBody.length >= longestBody;

/** The request as a curl command. Tokens are never kept, so it uses $TOKEN. */
export function requestCurl(
  request: SeenRequest,
  { baseUrl, prefix }: { readonly baseUrl: string; readonly prefix: string },
): string {
  const { method, url, outcome, requestBody: body } = request;
  const headers = Object.fromEntries(ownHeaders(request));
  const line = curl(
    {
      ...{ method, url: baseUrl + url, headers, body },
      ...(outcome !== 'no-token' && { authorization: `${prefix}$TOKEN` }),
    },
    inLines,
  );
  if (isCut(request)) {
    return `# The body was longer: only its first ${plural(longestBody, 'character')} are kept.\n${line}`;
  }
  return request.bodyNotRead
    ? `# A body was sent and not read: add yours with --data-raw.\n${line}`
    : line;
}
