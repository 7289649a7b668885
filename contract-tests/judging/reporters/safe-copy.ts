import { printable, printableLines } from '../../../src/values/printable.ts';

function walked(node: unknown, key: string): unknown {
  // Bodies may have several lines, and are indented.
  if (typeof node === 'string') return key === 'body' ? printableLines(node) : printable(node);
  if (Array.isArray(node)) return node.map((one) => walked(one, key));
  if (node && typeof node === 'object')
    return Object.fromEntries(
      Object.entries(node).map(([name, one]) => [printable(name), walked(one, name)]),
    );
  return node;
}

/** A copy with all external text escaped. */
export function safeCopy<T>(value: T): T {
  return walked(value, '') as T;
}
