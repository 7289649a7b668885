import { shortened } from './listed.ts';
import { isObject } from './objects.ts';

/** A value of a program, for a message: what it is, never `[object Object]`. */
export function described(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'symbol') return 'a symbol';
  if (typeof value === 'bigint') return `the bigint ${value}`;
  if (typeof value !== 'object' || value === null) return shortened(quoted(value));
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (!isPlain(value)) return articled(nameOf(value));
  const keys = Object.keys(value);
  return keys.length === 0 ? 'an empty object' : shortened(`an object with ${keys.join(', ')}`);
}

/** Of any realm: test runners have several. */
export function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Whether it has its contents elsewhere than in keys, and would be taken for an empty object: a Map, a Promise, a function. */
export function hidesContents(value: unknown): boolean {
  if (typeof value === 'function') return true;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return !isPlain(value) && Object.keys(value).length === 0;
}

/** Whether it is an object whose contents are in its keys: no list, Map, Promise or function. */
export function hasKeys(value: unknown): value is { readonly [name: string]: unknown } {
  return isObject(value) && !hidesContents(value);
}

function nameOf(value: object): string {
  return value.constructor?.name || 'object of a class without a name';
}

/** A name that begins with U is mostly that of a URL or a Uint8Array. */
function articled(name: string): string {
  return `${/^[aeio]/i.test(name) ? 'an' : 'a'} ${name}`;
}

function quoted(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
