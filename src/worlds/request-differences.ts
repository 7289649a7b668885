import type { HttpExchange } from '../traffic/exchange.ts';

/** What a request must contain: fields of its body at any depth, and headers. */
export interface WantedContent {
  /** A part of the body: an object may have more members, a list may not. */
  readonly body?: unknown;
  /** Whether the body must be equal, without further members. */
  readonly exact?: boolean | undefined;
  readonly headers?: { readonly [name: string]: string } | undefined;
}

/** In words; empty if the request has all that is wanted. */
export function differencesFrom(
  request: HttpExchange['request'],
  { body, exact = false, headers = {} }: WantedContent,
): string[] {
  const wrongHeaders = Object.entries(headers).flatMap(([name, wanted]) => {
    const value = request.headers[name.toLowerCase()];
    return value === wanted ? [] : [differs(`header ${name}`, value, wanted)];
  });
  if (body === undefined) return wrongHeaders;
  return [...bodyDifferences(parsed(request.body), body, exact), ...wrongHeaders];
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
  if (!isContainer(wanted) || !isContainer(is) || Array.isArray(is) !== Array.isArray(wanted)) {
    return is === wanted || isAlike(path, is, wanted) ? [] : [differs(path, is, wanted)];
  }
  const [has, wants] = [is, wanted] as { readonly [key: string]: unknown }[];
  const at = (key: string) => (Array.isArray(is) ? `${path}[${key}]` : `${path}.${key}`);
  const more = exact || Array.isArray(is) ? Object.keys(is) : [];
  return [...new Set([...Object.keys(wanted), ...more])].flatMap((key) =>
    bodyDifferences(has?.[key], wants?.[key], exact, isAlike, at(key)),
  );
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function shown(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 200) ?? 'absent';
}

export function differs(path: string, is: unknown, wanted: unknown): string {
  return `${path} is ${shown(is)}, not ${shown(wanted)}`;
}
