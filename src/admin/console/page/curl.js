// @ts-check
/** Headers that curl sets itself, or that only describe the connection it was sent on. */
const own = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'accept-encoding',
  'user-agent',
  'expect',
  'keep-alive',
  'origin',
  'referer',
]);

/** @param {string} text */
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * The request as a line for a shell. The token is never kept, so it is left to the reader.
 *
 * @param {import('./types.d.ts').SeenRequest} request
 * @param {{ baseUrl: string, prefix: string }} where
 */
export function curl(request, { baseUrl, prefix }) {
  const parts = [`curl ${quoted(baseUrl + request.url)}`];
  if (request.method !== 'GET') parts.push(`-X ${request.method}`);
  if (request.outcome !== 'no-token') parts.push(`-H "Authorization: ${prefix}$TOKEN"`);
  for (const [name, value] of Object.entries(request.requestHeaders)) {
    const isOurs =
      own.has(name) || name.startsWith('sec-') || (name === 'accept' && value === '*/*');
    if (!isOurs) parts.push(`-H ${quoted(`${name}: ${value}`)}`);
  }
  if (request.requestBody !== undefined) parts.push(`--data-raw ${quoted(request.requestBody)}`);
  return parts.join(' \\\n  ');
}
