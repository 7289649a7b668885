import { curl, inLines } from '../../../traffic/curl.ts';
import { longestRecordedBody, type SeenExchange } from '../../../traffic/exchange.ts';
import { plural } from '../../../values/listed.ts';

/** Headers that curl sets itself, or that only describe the original connection. */
const own: ReadonlySet<string> = new Set([
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

/** Whether the caller set the header, not the HTTP client. */
function isOurs(name: string, value: string): boolean {
  const isOfClient = own.has(name) || name.startsWith('sec-');
  return !isOfClient && !(name === 'accept' && value === '*/*');
}

/** Request headers set by the caller, not by the HTTP client. */
function ownHeaders({ request }: SeenExchange): [string, string][] {
  return Object.entries(request.headers).filter(([name, value]) => isOurs(name, value));
}

/** Whether only the beginning of the request body was kept. */
export function isCut({ truncated, request: { body = '' } }: SeenExchange): boolean {
  return truncated === true && body.length >= longestRecordedBody;
}

/** The request as a curl command. Tokens are never kept, so it uses $TOKEN. */
export function requestCurl(
  exchange: SeenExchange,
  { baseUrl, prefix }: { readonly baseUrl: string; readonly prefix: string },
): string {
  const { request, outcome } = exchange;
  const line = curl(
    {
      method: request.method,
      url: baseUrl + request.url,
      headers: Object.fromEntries(ownHeaders(exchange)),
      body: request.body,
      ...(outcome !== 'no-token' && { authorization: `${prefix}$TOKEN` }),
    },
    inLines,
  );
  if (isCut(exchange)) {
    return `# The body was longer: only its first ${plural(longestRecordedBody, 'character')} are kept.\n${line}`;
  }
  return exchange.bodyNotRead
    ? `# A body was sent and not read: add yours with --data-raw.\n${line}`
    : line;
}
