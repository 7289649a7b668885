import type { RunResult } from '../run/result.ts';

/**
 * What a terminal, a browser or a reader may take for more than text: control characters, among them
 * the sequences that move a cursor, and those that turn the direction of writing or end a line.
 */
const unsafe = /[\p{Cc}\p{Cs}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/gu;
const unsafeInLines = /[^\P{Cc}\n\t]|[\p{Cs}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/gu;

/** As JSON would write it, so that JSON that is shown stays the same JSON. */
const written = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

export const escaped = (text: string): string => text.replace(unsafe, written);

/** JSON escapes some of them itself; the rest can only be within its texts. */
export const escapedJson = (json: string): string => json.replace(unsafeInLines, written);

const walked = (node: unknown, key: string): unknown => {
  // Bodies may have lines of their own, and are shown indented.
  if (typeof node === 'string') return key === 'body' ? escapedJson(node) : escaped(node);
  if (Array.isArray(node)) return node.map((one) => walked(one, key));
  if (node && typeof node === 'object')
    return Object.fromEntries(
      Object.entries(node).map(([name, one]) => [escaped(name), walked(one, name)]),
    );
  return node;
};

/** A copy in which nothing that came from outside is more than text. */
export const safeCopy = <T>(value: T): T => walked(value, '') as T;

/** The one way of a result into a report for people. */
export const safely =
  <Options extends unknown[]>(report: (result: RunResult, ...options: Options) => string) =>
  (result: RunResult, ...options: Options): string =>
    report(safeCopy(result), ...options);
