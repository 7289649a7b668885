import type { HttpExchange } from '../traffic/exchange.ts';
import { draftFlaws } from './draft-flaws.ts';
import { breach, type Flaw, reliesOn } from './flaw.ts';

type SentRequest = HttpExchange['request'];

/** What is known about the token of a request; the token itself is not. */
export interface SentToken {
  /** Undefined where it is unknown whether there was a token. */
  readonly hasToken: boolean | undefined;
  /** The scheme before the token. */
  readonly scheme?: string | undefined;
  readonly isRepeated?: boolean | undefined;
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const tokenFlaws = ({ hasToken, scheme, isRepeated }: SentToken): Flaw[] => [
  ...(isRepeated
    ? [breach('several-tokens', 'The Authorization header is sent more than once (5).')]
    : []),
  ...(hasToken === false
    ? [breach('no-token', 'There is no token in the Authorization header (5).')]
    : []),
  ...(scheme === undefined
    ? []
    : [reliesOn('auth.prefix', `The token is sent with ${scheme.slice(0, 20)} before it.`)]),
];

/** Of a request with a URL relative to the base URL. Undefined where it matches none of the four operations. */
export function requestFlaws(request: SentRequest, token: SentToken): Flaw[] | undefined {
  const [path = '', query = ''] = request.url.split(/\?(.*)/s);
  const params = new URLSearchParams(query);
  const [, hash] = /^\/private\/sample\/([^/]+)$/.exec(path) ?? [];
  const isFeed = /^\/feed\/[^/]+\/api$/.test(path);
  if (hash !== undefined && request.method === 'GET')
    return [...tokenFlaws(token), ...lookupFlaws(hash), ...noBody(request), ...unknown(params, [])];
  if (isFeed && request.method === 'POST')
    return [...tokenFlaws(token), ...createFlaws(request), ...unknown(params, [])];
  if (isFeed && (request.method === 'GET' || request.method === 'DELETE'))
    return [
      ...tokenFlaws(token),
      ...idFlaws(params),
      ...noBody(request),
      ...unknown(params, ['report']),
    ];
  const isNear = isFeed || hash !== undefined || /^\/(feed|private)\//.test(path);
  // Ignores preflights, and paths that do not resemble the API.
  if (!isNear || request.method === 'OPTIONS') return undefined;
  return isFeed || hash !== undefined
    ? [breach('no-operation', `${request.method.slice(0, 20)} is no operation of this path (4).`)]
    : [breach('wrong-path', 'No operation has this path (4).')];
}

const lookupFlaws = (hash: string): Flaw[] => {
  if (!/^([\da-f]{64}|[\da-f]{128})$/i.test(hash))
    return [breach('malformed-hash', 'The path names no SHA-256, SHA-512 or BLAKE3 hash (4.4).')];
  return hash === hash.toLowerCase()
    ? []
    : [reliesOn('lookup.hash-case', 'The hash is looked up in upper case.')];
};

const idFlaws = (params: URLSearchParams): Flaw[] => {
  const [id = '', ...more] = params.getAll('report');
  if (more.length > 0)
    return [reliesOn('feed.repeated-parameters', 'The query names report more than once.')];
  if (id === '') return [breach('no-report', 'The query names no report (4.2, 4.3).')];
  return uuid.test(id) ? [] : [breach('malformed-id', 'The id of the report is no UUID (2.1).')];
};

const unknown = (params: URLSearchParams, known: readonly string[]): Flaw[] =>
  [...params.keys()].some((name) => !known.includes(name))
    ? [reliesOn('feed.unknown-parameters', 'The query has parameters that do not exist.')]
    : [];

const noBody = ({ headers, body }: SentRequest): Flaw[] =>
  body || isAnnounced(headers)
    ? [breach('needless-body', 'A body is sent where there is none (4.2 to 4.4).')]
    : [];

const createFlaws = ({ headers, body }: SentRequest): Flaw[] => [
  ...mediaFlaws(headers['content-type']),
  // An announced body that is absent here was not read: nothing is known about it.
  ...(!body && isAnnounced(headers) ? [] : bodyFlaws(body)),
];

const isAnnounced = (headers: SentRequest['headers']): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const mediaFlaws = (type: string | undefined): Flaw[] => {
  if (type === undefined)
    return [breach('no-content-type', 'There is no Content-Type header (4.1).')];
  if (/^\s*application\/json\s*(;|$)/i.test(type)) return [];
  return [
    breach(
      'wrong-content-type',
      `The Content-Type is ${type.slice(0, 60)}, not application/json (4.1).`,
    ),
    reliesOn('create.content-type', 'The body is sent as another content type.'),
  ];
};

const bodyFlaws = (body: string | undefined): Flaw[] => {
  if (!body) return [breach('no-body', 'There is no body (4.1).')];
  let sent: unknown;
  try {
    sent = JSON.parse(body);
  } catch {
    return [breach('malformed-body', 'The body is no JSON (4.1).')];
  }
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    return [breach('body-type', 'The body is no JSON object (4.1).')];
  return [
    ...(namesTwice(body)
      ? [breach('field-twice', 'The body has a field twice, of which either may count (4.1).')]
      : []),
    ...draftFlaws(sent as { readonly [field: string]: unknown }),
  ];
};

/** Whether an object of well-formed JSON has a name more than once. */
function namesTwice(json: string): boolean {
  const names: Set<string>[] = [];
  for (const [token, name] of json.matchAll(
    /("(?:[^"\\]|\\.)*")(?=\s*:)|"(?:[^"\\]|\\.)*"|[{}]/g,
  )) {
    if (token === '{') names.push(new Set());
    else if (token === '}') names.pop();
    else if (name !== undefined) {
      const known = names.at(-1)?.size;
      if (names.at(-1)?.add(JSON.parse(name)).size === known) return true;
    }
  }
  return false;
}
