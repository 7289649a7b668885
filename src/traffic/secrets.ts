import type { Headers, HttpExchange } from './exchange.ts';
import { decodedText, decodings } from './readings.ts';

/** Headers with secrets, which are never kept. */
export const secretHeaders: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
]);

export function withoutSecretHeaders(headers: Headers): Headers {
  const names = Object.keys(headers);
  if (!names.some((name) => secretHeaders.has(name))) return headers;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !secretHeaders.has(name)));
}

/** A URL without the parts that are a token: clients sometimes put it there. */
export function withoutTokensIn(url: string, isToken: (text: string) => boolean): string {
  // What is decoded too often may be less than the token: of one that itself looks escaped.
  const isSecret = (part: string): boolean =>
    decodings(part.replaceAll('+', ' ')).some((one) => isToken(one.replace(/^\S+ +/, '')));
  return url.replace(/[^/?&;,#]+/g, (part) => {
    const value = part.indexOf('=') + 1;
    if (isSecret(part.slice(value))) return `${part.slice(0, value)}$TOKEN`;
    return value > 0 && isSecret(part) ? '$TOKEN' : part;
  });
}

/** The parts of credentials that are as secret as the whole: RFC 7617, RFC 7519, `token="…"`, `id:…`. */
function secretParts(credentials: string): string[] {
  const colon = credentials.indexOf(':') + 1;
  const named = [...credentials.matchAll(/=\s*"([^"]*)"?/g)].map(([, value = '']) => value);
  const dotted = credentials.split('.');
  return [
    ...(colon > 0 ? [credentials.slice(colon)] : []),
    ...named,
    // An unsigned one has an empty part.
    ...(dotted.length === 3 ? dotted.filter((part) => part.length >= leastPart) : []),
  ];
}

/** A shorter part of a token that has dots may be a word. */
const leastPart = 8;

const isBasic = /^basic +/i;

/** A token, the part after its scheme, and what in it is as secret as the whole. */
export function secretForms(value: string): string[] {
  const credentials = value.slice(value.indexOf(' ') + 1).trimStart();
  const basic = isBasic.test(value) ? Buffer.from(credentials, 'base64').toString() : '';
  const forms = [value, credentials, ...secretParts(credentials), basic, ...secretParts(basic)];
  return [...new Set(forms)].filter((form) => form !== '');
}

/** Whether a parameter, a header or a variable is named for a secret that it has. */
export function namesSecret(name: string): boolean {
  return /token|secret|passw|api.?key/i.test(name);
}

function isSecretParameter(name: string): boolean {
  return namesSecret(name) || /auth/i.test(name);
}

/** The parameters of a URL that clients send tokens in, if not in the header. */
function secretParameters(url: string): string[] {
  return url.split(/[?&;#]/).flatMap((parameter, nth) => {
    const name = parameter.split('=', 1)[0] ?? '';
    const value = parameter.slice(name.length + 1);
    return nth > 0 && value !== '' && isSecretParameter(name) ? [decodedText(value)] : [];
  });
}

/** By its usual name; `:authority` and `author` are none of them. */
function isSecretHeader(name: string): boolean {
  return namesSecret(name) || /^(?:proxy-)?authorization$/i.test(name);
}

/** The secrets of a request: nothing that anybody said may show them. */
export function secretsIn({ url, headers }: HttpExchange<unknown>['request']): string[] {
  return [
    ...Object.keys(headers).flatMap((name) => (isSecretHeader(name) ? [headers[name] ?? ''] : [])),
    ...secretParameters(url),
  ].flatMap(secretForms);
}
