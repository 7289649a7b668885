import { isDeepStrictEqual } from 'node:util';
import { draftFields } from '../../../../src/spec/fields.ts';
import { isObject } from '../../../judging/talk/answer.ts';

/** Whether two reports were sent with the same values, whatever the order of their fields. */
export function areEqual(one: unknown, other: unknown): boolean {
  // Nearly all differ in their hash, and many are compared.
  return hashIn(one) === hashIn(other) && isDeepStrictEqual(one, other);
}

/** What a client sends besides the fields of a report makes no other one of it. */
export function areEqualDrafts(one: unknown, other: unknown): boolean {
  return hashIn(one) === hashIn(other) && isDeepStrictEqual(draftIn(one), draftIn(other));
}

function hashIn(sent: unknown): string {
  return isObject(sent) && typeof sent.file256Hash === 'string' ? sent.file256Hash : '';
}

function draftIn(sent: unknown): unknown {
  if (!isObject(sent)) return sent;
  return Object.fromEntries(draftFields.map((field) => [field, sent[field]]));
}
