import { isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';

/**
 * 2.1 says URL and names no standard. Node's own parser changes its mind from version to version, so what a
 * URL is comes from here: RFC 3986, with the characters that browsers take in addition.
 */
interface UrlParts {
  readonly scheme: string;
  readonly user?: string;
  readonly host?: string;
  readonly port?: string;
  readonly path: string;
  readonly query?: string;
  readonly fragment?: string;
}

/** Appendix B of RFC 3986, which reads any text; no two parts of it match the same character. */
const anyUrl = /^([^:/?#]+):(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s;
const anyScheme = /^[a-z][a-z0-9+.-]*$/i;
const anyHost = /^(?:[^\s#%/:<>?@[\\\]^`{|}]|%[0-9a-f]{2})+$/i;

/** The ports of the schemes that need a host. */
const defaultPorts: { readonly [scheme: string]: string } = {
  ftp: '21',
  http: '80',
  https: '443',
  ws: '80',
  wss: '443',
};

function partsOf(text: string): UrlParts | undefined {
  const [, scheme, authority, path = '', query, fragment] = anyUrl.exec(text) ?? [];
  if (scheme === undefined || !anyScheme.test(scheme)) return undefined;
  const rest = {
    path,
    ...(query !== undefined && { query }),
    ...(fragment !== undefined && { fragment }),
  };
  if (authority === undefined) return { scheme, ...rest };
  const hostAt = authority.lastIndexOf('@') + 1;
  const [, host = '', port] = /^(.*?)(?::(\d*))?$/s.exec(authority.slice(hostAt)) ?? [];
  return {
    scheme,
    ...(hostAt > 0 && { user: authority.slice(0, hostAt - 1) }),
    host,
    ...(port !== undefined && { port }),
    ...rest,
  };
}

function isHost(host: string): boolean {
  return host.startsWith('[') && host.endsWith(']')
    ? isIPv6(host.slice(1, -1))
    : anyHost.test(host);
}

/** Whether a text is an absolute URL; one of the web has a host. */
export function isUrl(text: string): boolean {
  if (/[\s\p{Cc}]/u.test(text)) return false;
  const parts = partsOf(text);
  if (!parts) return false;
  const { scheme, host, port = '', path } = parts;
  const needsHost = Object.hasOwn(defaultPorts, scheme.toLowerCase());
  if (Number(port) > 65_535) return false;
  if (host) return isHost(host);
  return !needsHost && (path !== '' || parts.query !== undefined);
}

/** The ways in which RFC 3986 (6.2) lets one URL be written. */
export const urlAspects = ['case', 'port', 'path', 'dots', 'escapes', 'encoding'] as const;
export type UrlAspect = (typeof urlAspects)[number];

/** Whether something would take a text for a URL: parsers differ in all but that it has a scheme. */
export function isUrlOfAnyKind(text: string): boolean {
  return /^\s*[a-z][a-z0-9+.-]*:/i.test(text);
}

/**
 * The normal form of a URL (RFC 3986, 6.2): ASCII only, and the same for all spellings that a parser may
 * store instead of the one that it was given. Of an ASCII URL, only the named aspects are normalised.
 */
export function normalUrl(text: string, aspects: readonly UrlAspect[] = urlAspects): string {
  const parts = partsOf(text);
  if (!parts) return text;
  const does = (aspect: UrlAspect): boolean => aspects.includes(aspect);
  const encode = (part: string): string => {
    const plain = does('escapes') ? plainlyEscaped(part) : part;
    return does('encoding') ? encoded(plain) : plain;
  };
  const scheme = does('case') ? parts.scheme.toLowerCase() : parts.scheme;
  const host = parts.host && does('case') ? asciiHost(parts.host) : parts.host;
  const user = parts.user && `${encode(parts.user)}@`;
  const place = parts.host === undefined ? '' : `//${user ?? ''}${host}${portIn(parts, does)}`;
  const ended = does('path') && host && !parts.path ? '/' : parts.path;
  const path = does('dots') && host && ended ? withoutDots(encode(ended)) : encode(ended);
  const query = parts.query === undefined ? '' : `?${encode(parts.query)}`;
  const fragment = parts.fragment === undefined ? '' : `#${encode(parts.fragment)}`;
  return `${scheme}:${place}${path}${query}${fragment}`;
}

function portIn({ scheme, port }: UrlParts, does: (aspect: UrlAspect) => boolean): string {
  if (port === undefined) return '';
  if (!does('port')) return `:${port}`;
  const isDefault = port === '' || Number(port) === Number(defaultPorts[scheme.toLowerCase()]);
  return isDefault ? '' : `:${Number(port)}`;
}

/** Writes escapes in upper case, and decodes what needs no encoding. */
function plainlyEscaped(part: string): string {
  return part.replace(/%([0-9a-f]{2})/gi, (encodedByte, code) => {
    const character = String.fromCharCode(Number.parseInt(code, 16));
    return /[\w.~-]/.test(character) ? character : encodedByte.toUpperCase();
  });
}

/** Percent-encodes what RFC 3986 does not allow as it is. */
function encoded(part: string): string {
  return part
    .replace(/%(?![0-9A-F]{2})/gi, '%25')
    .replace(/[^\w.~!$&()*+,;=:@/?%-]/gu, percentEncoded);
}

function percentEncoded(character: string): string {
  return [...Buffer.from(character)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
}

function withoutDots(path: string): string {
  const segments = path.split('/').slice(1);
  const kept: string[] = [];
  for (const segment of segments) {
    if (segment === '..') kept.pop();
    else if (segment !== '.') kept.push(segment);
  }
  const endsInFolder = /^\.\.?$/.test(segments.at(-1) ?? '');
  return `/${kept.join('/')}${endsInFolder && kept.length > 0 ? '/' : ''}`;
}

/** A host name as DNS has it. Names that no registry would accept stay as they are. */
function asciiHost(host: string): string {
  const name = host.toLowerCase();
  if (/^[\x21-\x7e]*$/.test(name)) return name;
  return domainToASCII(name) || encoded(name);
}

export function withoutTrailingSlashes(url: string): string {
  let end = url.length;
  while (url[end - 1] === '/') end -= 1;
  return url.slice(0, end);
}
