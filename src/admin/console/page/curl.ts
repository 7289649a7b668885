import { plural } from '../../../spec/listed.ts';
import type { SeenRequest } from '../../../worlds/seen-request.ts';

/** Headers that curl sets itself, or that only describe the original connection. */
const own =
  /^(host|connection|content-length|transfer-encoding|accept-encoding|user-agent|expect|keep-alive|origin|referer|sec-.*)$/;

/** Whether the caller set the header, not the HTTP client. */
export const isOurs = (name: string, value: string): boolean =>
  !own.test(name) && !(name === 'accept' && value === '*/*');

/** The server keeps this much of a body. */
const longestBody = 16 * 1024;

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Whether only the beginning of the request body was kept. */
export const isCut = ({ truncated, requestBody = '' }: SeenRequest): boolean =>
  truncated === true && requestBody.length >= longestBody;

/** Whether a body was sent but not read. */
export const isUnread = ({ requestBody, requestHeaders: sent }: SeenRequest): boolean =>
  requestBody === undefined &&
  (Number(sent['content-length'] ?? 0) > 0 || sent['transfer-encoding'] !== undefined);

/** The request as a curl command. Tokens are never kept, so it uses $TOKEN. */
export function curl(
  request: SeenRequest,
  { baseUrl, prefix }: { readonly baseUrl: string; readonly prefix: string },
): string {
  const { method, url, requestHeaders: headers, requestBody } = request;
  const parts = [`curl ${quoted(baseUrl + url)}`];
  // Prevents curl from expanding braces and resolving dot segments.
  if (/[{}[\]]/.test(url)) parts.push('--globoff');
  if (/(^|\/)\.{1,2}(\/|\?|$)/.test(url)) parts.push('--path-as-is');
  // With -X HEAD, curl waits for a body.
  if (method === 'HEAD') parts.push('--head');
  else if (method !== 'GET') parts.push(`-X ${/^[A-Z]+$/.test(method) ? method : quoted(method)}`);
  if (request.outcome !== 'no-token') parts.push(`-H "Authorization: ${prefix}$TOKEN"`);
  for (const [name, value] of Object.entries(headers)) {
    // curl omits a header with an empty value, unless it ends with a semicolon.
    if (isOurs(name, value))
      parts.push(`-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`);
  }
  if (requestBody !== undefined) {
    // Otherwise curl sends the content type of a form.
    if (headers['content-type'] === undefined) parts.push(`-H 'Content-Type:'`);
    parts.push(`--data-raw ${quoted(requestBody)}`);
  }
  const line = parts.join(' \\\n  ');
  if (isCut(request)) {
    return `# The body was longer: only its first ${plural(longestBody, 'character')} are kept.\n${line}`;
  }
  return isUnread(request)
    ? `# A body was sent and not read: add yours with --data-raw.\n${line}`
    : line;
}
