/** A list or an object: what has members. */
export function hasMembers(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** What JSON calls an object: neither a list nor null. */
export function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return hasMembers(value) && !Array.isArray(value);
}
