import { endlessNumber } from '../../document/endless-number.ts';
import { keyOf } from '../../document/path.ts';

/** The size as JSON in bytes, or why it cannot be serialised. */
export function writtenSize(value: unknown): number | string {
  const endless = endlessNumber(value);
  if (endless) return `holds a number at ${keyOf(endless)} that is not finite`;
  try {
    return Buffer.byteLength(JSON.stringify(value));
  } catch {
    return 'nests too deep, or holds what cannot be written as JSON';
  }
}
