import type { Target } from '../target/target.ts';

/** The keys of the target file that a point takes to be seen. */
const keysFor: { readonly [point: string]: readonly string[] } = {
  'create.status.not-a-researcher': ['reader'],
  'fetch.who': ['reader', 'otherResearcher'],
  'fetch.status.may-not-fetch': ['reader', 'otherResearcher'],
  'delete.status.not-your-report': ['otherResearcher', 'reader'],
  'lookup.who': ['reader', 'researcher'],
  'lookup.status.may-not-look-up': ['reader', 'researcher'],
  'lookup.status.no-requests-left': ['limited'],
  'lookup.error-body.no-requests-left': ['limited'],
  'lookup.malformed': ['limited'],
};

/** Of a point without an answer: the keys of the target file that would show one, if they are missing. */
export function whyNotSeen(point: string, { tokens }: Pick<Target, 'tokens'>): string {
  const given: { readonly [key: string]: unknown } = {
    ...tokens,
    limited: tokens.limited[0],
  };
  const missing = (keysFor[point] ?? []).filter((key) => given[key] === undefined);
  return missing.length === 0
    ? 'not seen'
    : `not seen: the target file has no ${missing.map((key) => `tokens.${key}`).join(' and no ')}`;
}
