/** A list or an object: what has members. */
export function hasMembers(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** What JSON calls an object: neither a list nor null. */
export function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return hasMembers(value) && !Array.isArray(value);
}

export function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

/** An object whose values are texts, such as headers. */
export function isTextMap(value: unknown): value is { readonly [name: string]: string } {
  return isObject(value) && Object.values(value).every((one) => typeof one === 'string');
}
