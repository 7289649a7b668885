import type { SeenRequest } from '../../../worlds/seen-request.ts';

/** Headers that curl sets itself, or that only describe the connection it was sent on. */
const own =
  /^(host|connection|content-length|transfer-encoding|accept-encoding|user-agent|expect|keep-alive|origin|referer|sec-.*)$/;

/** Whether whoever sent the header chose it. */
export const isOurs = (name: string, value: string): boolean =>
  !own.test(name) && !(name === 'accept' && value === '*/*');

/** What is kept of a body. */
const longestBody = 16 * 1024;

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Whether what is kept of the request's body is only its beginning. */
export const isCut = ({ truncated, requestBody = '' }: SeenRequest): boolean =>
  truncated === true && requestBody.length >= longestBody;

/** Whether a body was sent that nobody has read. */
export const isUnread = ({ requestBody, requestHeaders: sent }: SeenRequest): boolean =>
  requestBody === undefined &&
  (Number(sent['content-length'] ?? 0) > 0 || sent['transfer-encoding'] !== undefined);

/** The request as a line for a shell. The token is never kept, so it is left to the reader. */
export function curl(
  request: SeenRequest,
  { baseUrl, prefix }: { readonly baseUrl: string; readonly prefix: string },
): string {
  const { method, url, requestHeaders: headers, requestBody } = request;
  const parts = [`curl ${quoted(baseUrl + url)}`];
  // As it was sent: curl would take braces for a list, and dots for a way up.
  if (/[{}[\]]/.test(url)) parts.push('--globoff');
  if (/(^|\/)\.{1,2}(\/|\?|$)/.test(url)) parts.push('--path-as-is');
  // Told -X HEAD, curl waits for a body that does not come.
  if (method === 'HEAD') parts.push('--head');
  else if (method !== 'GET') parts.push(`-X ${/^[A-Z]+$/.test(method) ? method : quoted(method)}`);
  if (request.outcome !== 'no-token') parts.push(`-H "Authorization: ${prefix}$TOKEN"`);
  for (const [name, value] of Object.entries(headers)) {
    // An empty value means to curl that the header is not to be sent.
    if (isOurs(name, value))
      parts.push(`-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`);
  }
  if (requestBody !== undefined) {
    // Else curl says that it is a form.
    if (headers['content-type'] === undefined) parts.push(`-H 'Content-Type:'`);
    parts.push(`--data-raw ${quoted(requestBody)}`);
  }
  const line = parts.join(' \\\n  ');
  if (isCut(request)) {
    return `# The body was longer: only its first ${longestBody.toLocaleString('en')} characters are kept.\n${line}`;
  }
  return isUnread(request)
    ? `# A body was sent and not read: add yours with --data-raw.\n${line}`
    : line;
}
