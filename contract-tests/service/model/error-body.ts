import type { Answer } from '../../judging/talk/answer.ts';

/** The form of a refused lookup, which 4.4 leaves open: an answer to `lookup.error-body`, or none of them. */
export function errorBodyOf({ text, json, body }: Answer): string {
  if (text === '') return 'empty';
  if (json === undefined) return 'text';
  if ('error' in body) return 'successful' in body ? 'error-and-flag' : 'error';
  return 'message' in body ? 'message' : 'other';
}
