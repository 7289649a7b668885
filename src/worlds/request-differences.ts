import type { components } from '../spec/admin.generated.ts';
import { calledOperation, pathAndQuery } from '../spec/called-operation.ts';
import type { HttpExchange } from '../traffic/exchange.ts';
import { hasMembers } from '../values/objects.ts';

type SentRequest = HttpExchange['request'];

/** What a request has to have: `RequestContent` in admin.openapi.yaml, for expectations and faults alike. */
export type WantedContent = components['schemas']['RequestContent'];

/** Whether the body decides. */
export function readsBody({ body, hash, tag }: WantedContent): boolean {
  return body !== undefined || hash !== undefined || tag !== undefined;
}

/** In words; empty if the request has all that is wanted. */
export function differencesFrom(request: SentRequest, wanted: WantedContent): string[] {
  const { query = {}, headers = {} } = wanted;
  const [path, sentQuery] = pathAndQuery(request.url);
  const found: string[] = [];
  if (wanted.path !== undefined && wanted.path !== path)
    found.push(differs('path', path, wanted.path));
  for (const [name, value] of Object.entries(query)) {
    const values = new URLSearchParams(sentQuery).getAll(name);
    if (!values.includes(value)) found.push(differs(`query.${name}`, values.at(0), value));
  }
  if (wanted.report !== undefined) {
    const sent = parameterOf(request, 'report');
    if (!isSame(sent, wanted.report)) found.push(differs('report', sent, wanted.report));
  }
  if (readsBody(wanted)) found.push(...contentDifferences(request, wanted));
  for (const [name, value] of Object.entries(headers)) {
    const sent = request.headers[name.toLowerCase()];
    if (sent !== value) found.push(differs(`header ${name}`, sent, value));
  }
  return found;
}

/** Of what only the body tells, in part. */
function contentDifferences(request: SentRequest, wanted: WantedContent): string[] {
  const { exact = false } = wanted;
  const found: string[] = [];
  const body = parsed(request.body);
  if (wanted.body !== undefined) found.push(...bodyDifferences(body, wanted.body, exact));
  if (wanted.hash !== undefined) found.push(...hashDifferences(request, body, wanted.hash));
  if (wanted.tag !== undefined) {
    const { tags } = membersOf(body);
    const isTagged = Array.isArray(tags) && tags.includes(wanted.tag);
    if (!isTagged) found.push(`body.tags is ${shown(tags)}, without ${shown(wanted.tag)}`);
  }
  return found;
}

/** The value of a parameter of the operation that the request calls, in its path or its query. */
function parameterOf({ method, url }: SentRequest, name: string): string | undefined {
  const [path, query] = pathAndQuery(url);
  const inPath = calledOperation(method, () => path)?.named[name];
  return inPath ?? new URLSearchParams(query).get(name) ?? undefined;
}

function hashDifferences(request: SentRequest, body: unknown, wanted: string): string[] {
  const inPath = parameterOf(request, 'hash');
  const named = inPath === undefined ? Object.values(membersOf(body)) : [inPath];
  return named.some((one) => isSame(one, wanted)) ? [] : [differs('hash', inPath, wanted)];
}

/** Ids and hashes are the same in either case. */
function isSame(is: unknown, wanted: string): boolean {
  return typeof is === 'string' && is.toLowerCase() === wanted.toLowerCase();
}

function membersOf(body: unknown): { readonly [name: string]: unknown } {
  return hasMembers(body) ? (body as { readonly [name: string]: unknown }) : {};
}

/** A text as the JSON that it may be. */
export function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}

/** In words; `isAlike` says which values, other than equal ones, do not differ. */
export function bodyDifferences(
  is: unknown,
  wanted: unknown,
  exact: boolean,
  isAlike: (path: string, is: unknown, wanted: unknown) => boolean = () => false,
  path = 'body',
): string[] {
  if (!hasMembers(wanted) || !hasMembers(is) || Array.isArray(is) !== Array.isArray(wanted)) {
    return is === wanted || isAlike(path, is, wanted) ? [] : [differs(path, is, wanted)];
  }
  const has = membersOf(is);
  const wants = membersOf(wanted);
  const at = (key: string) => (Array.isArray(is) ? `${path}[${key}]` : `${path}.${key}`);
  const more = exact || Array.isArray(is) ? Object.keys(is) : [];
  return [...new Set([...Object.keys(wanted), ...more])].flatMap((key) =>
    bodyDifferences(has[key], wants[key], exact, isAlike, at(key)),
  );
}

function shown(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 200) ?? 'absent';
}

export function differs(path: string, is: unknown, wanted: unknown): string {
  return `${path} is ${shown(is)}, not ${shown(wanted)}`;
}
