/**
 * Characters that a terminal or browser may interpret: control characters, including escape sequences,
 * and those that change the text direction or end a line.
 */
const unsafe = /[\p{Cc}\p{Cs}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/gu;
const unsafeInLines = /[^\P{Cc}\n\t]|[\p{Cs}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/gu;

/** Escaped as in JSON, so that printed JSON stays the same JSON. */
function written(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

export function escaped(text: string): string {
  return text.replace(unsafe, written);
}

/** JSON escapes some of them itself; the rest can only occur within strings. */
export function escapedJson(json: string): string {
  return json.replace(unsafeInLines, written);
}

function walked(node: unknown, key: string): unknown {
  // Bodies may have several lines, and are indented.
  if (typeof node === 'string') return key === 'body' ? escapedJson(node) : escaped(node);
  if (Array.isArray(node)) return node.map((one) => walked(one, key));
  if (node && typeof node === 'object')
    return Object.fromEntries(
      Object.entries(node).map(([name, one]) => [escaped(name), walked(one, name)]),
    );
  return node;
}

/** A copy with all external text escaped. */
export function safeCopy<T>(value: T): T {
  return walked(value, '') as T;
}
