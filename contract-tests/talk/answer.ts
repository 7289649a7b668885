import type { Exchange, Operation } from './exchange.ts';
import { schemaNamed } from './schemas.ts';

export type Body = { readonly [field: string]: unknown };

/**
 * An answer, read by its body: no status is shown for any outcome (4, 7), and an error may come with
 * 200. The status decides only where the body does not.
 */
export interface Answer {
  readonly exchange: Exchange;
  readonly outcome: 'success' | 'refusal' | 'unreadable';
  /** Absent where the body is no JSON. */
  readonly json?: unknown;
  /** The body where it is an object; empty otherwise. */
  readonly body: Body;
}

export const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a text says; nothing where it is no JSON. */
export const jsonIn = (text: string): { readonly json?: unknown } => {
  try {
    return { json: JSON.parse(text.replace(/^\uFEFF/, '')) };
  } catch {
    return {};
  }
};

let analysisFields: readonly string[] | undefined;

/**
 * An analysis with some fields missing or misspelt is still one. An error may name hashes, or list
 * the fields it has no values for (4.4 does not show it); that makes it none.
 */
export const looksLikeAnalysis = (value: unknown): value is Body => {
  analysisFields ??= Object.keys(schemaNamed('StaticAnalysis').properties ?? {});
  return (
    isObject(value) && analysisFields.filter((field) => (value[field] ?? null) !== null).length >= 6
  );
};

/** The analysis inside a body, also where it is wrapped in something. */
export const analysisIn = (json: unknown): Body | undefined => {
  if (looksLikeAnalysis(json)) return json;
  const inner = isObject(json) || Array.isArray(json) ? Object.values(json) : [];
  return inner.find(looksLikeAnalysis);
};

const flagOf = (body: Body): boolean | undefined =>
  typeof body.successful === 'boolean' ? body.successful : undefined;

const successful = (operation: Operation, body: Body, status: number): boolean => {
  const fine = flagOf(body) ?? status < 400;
  if (operation === 'delete') {
    if ('error' in body) return 'message' in body && body.success === true;
    if ('message' in body || 'success' in body) return status < 400 || body.success === true;
    return fine;
  }
  const proof = operation === 'create' ? 'id' in body : isObject(body.report);
  if ('error' in body) return proof && fine;
  return proof || fine;
};

/** Whoever has read the body already gives along what it says. */
export const readAnswer = (exchange: Exchange, read?: { readonly json?: unknown }): Answer => {
  const { operation, response } = exchange;
  const { json } = response.garbled ? {} : (read ?? jsonIn(response.body));
  const body = isObject(json) ? json : {};
  const base = { exchange, body, ...(json !== undefined && { json }) };
  if (operation === 'lookup') return { ...base, outcome: analysisIn(json) ? 'success' : 'refusal' };
  if (!isObject(json)) return { ...base, outcome: 'unreadable' };
  return { ...base, outcome: successful(operation, body, response.status) ? 'success' : 'refusal' };
};

/** What a refused lookup looks like, which 4.4 leaves open: an answer to `lookup.error-body`, or none of them. */
export const errorBodyOf = ({ exchange, json, body }: Answer): string => {
  if (exchange.response.body === '') return 'empty';
  if (json === undefined) return 'text';
  if ('error' in body) return 'successful' in body ? 'error-and-flag' : 'error';
  return 'message' in body ? 'message' : 'other';
};
