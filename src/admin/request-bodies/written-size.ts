import { endlessNumber } from '../../spec/endless-number.ts';
import { keyOf } from '../../spec/lines.ts';

/** The bytes that something takes as JSON, or why it cannot be written as such. */
export function writtenSize(value: unknown): number | string {
  const endless = endlessNumber(value);
  if (endless) return `holds a number at ${keyOf(endless)} that is not finite`;
  try {
    return Buffer.byteLength(JSON.stringify(value));
  } catch {
    return 'nests too deep, or holds what cannot be written as JSON';
  }
}
