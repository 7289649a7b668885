import type { components } from '../spec/admin.generated.ts';
import { calledOperation, pathAndQuery } from '../spec/called-operation.ts';
import type { HttpExchange } from '../traffic/exchange.ts';
import { hasMembers } from '../values/objects.ts';

type SentRequest = HttpExchange['request'];

/** What a request has to have: `RequestContent` in admin.openapi.yaml, for expectations and faults alike. */
type WantedContent = components['schemas']['RequestContent'];

/** Whether the body decides. */
export function readsBody({ body, hash, tag }: WantedContent): boolean {
  return body !== undefined || hash !== undefined || tag !== undefined;
}

export function isWanted(request: SentRequest, wanted: WantedContent): boolean {
  const { path, query = {}, headers = {}, report } = wanted;
  const [sentPath, sentQuery] = pathAndQuery(request.url);
  const sent = new URLSearchParams(sentQuery);
  return (
    (path === undefined || path === sentPath) &&
    (report === undefined || isSame(parameterOf(request, 'report'), report)) &&
    Object.entries(query).every(([name, value]) => sent.getAll(name).includes(value)) &&
    Object.entries(headers).every(
      ([name, value]) => request.headers[name.toLowerCase()] === value,
    ) &&
    (!readsBody(wanted) || hasWantedBody(request, wanted))
  );
}

function hasWantedBody(request: SentRequest, { body: wanted, exact, hash, tag }: WantedContent) {
  const body = parsed(request.body);
  const { tags } = membersOf(body);
  return (
    (wanted === undefined || hasPart(body, wanted, exact)) &&
    (hash === undefined || hashesIn(request, body).some((one) => isSame(one, hash))) &&
    (tag === undefined || (Array.isArray(tags) && tags.includes(tag)))
  );
}

/** Objects may have more members, unless it has to be exact; lists may not. */
function hasPart(is: unknown, wanted: unknown, exact = false): boolean {
  if (!hasMembers(wanted) || !hasMembers(is) || Array.isArray(is) !== Array.isArray(wanted))
    return is === wanted;
  const isWhole = exact || Array.isArray(is);
  if (isWhole && Object.keys(is).length !== Object.keys(wanted).length) return false;
  const has = membersOf(is);
  return Object.entries(wanted).every(([key, one]) => hasPart(has[key], one, exact));
}

/** The value of a parameter of the operation that the request calls, in its path or its query. */
function parameterOf({ method, url }: SentRequest, name: string): string | undefined {
  const [path, query] = pathAndQuery(url);
  const inPath = calledOperation(method, () => path)?.named[name];
  return inPath ?? new URLSearchParams(query).get(name) ?? undefined;
}

function hashesIn(request: SentRequest, body: unknown): readonly unknown[] {
  const inPath = parameterOf(request, 'hash');
  return inPath === undefined ? Object.values(membersOf(body)) : [inPath];
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
