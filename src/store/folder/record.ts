import { checksum, hex8 } from './checksum.ts';

/** `<length> <checksum of the body> <checksum of the two> `, each in eight hexadecimal digits. */
const headLength = 27;
const newline = 10;
const beginningOfHead =
  /^[0-9a-f]{0,8}$|^[0-9a-f]{8} [0-9a-f]{0,8}$|^([0-9a-f]{8} ){2}[0-9a-f]{0,8}$/;

/** JSON as one line that a person can read and that shows every change to any of its bytes. */
export function encodeRecord(body: string): string {
  const facts = `${hex8(Buffer.byteLength(body))} ${checksum(body)}`;
  return `${facts} ${checksum(facts)} ${body}\n`;
}

export type Decoded =
  | { readonly kind: 'record'; readonly value: unknown; readonly end: number }
  /** The beginning of a record, and nothing behind it: a write that a crash cut short. */
  | { readonly kind: 'torn' }
  | { readonly kind: 'damaged'; readonly what: string };

const torn: Decoded = { kind: 'torn' };
const damaged = (what: string): Decoded => ({ kind: 'damaged', what });

/** Where the text ends. A file system may leave NULs in the place of what it did not get to write. */
export function endOfText(bytes: Uint8Array): number {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  return end;
}

export function decodeRecord(bytes: Buffer, start: number, textEnd: number): Decoded {
  const head = bytes.toString('latin1', start, Math.min(start + headLength, textEnd));
  if (head.length < headLength) {
    return beginningOfHead.test(head) ? torn : damaged('this is no beginning of a record');
  }
  const facts = head.slice(0, 17);
  if (head !== `${facts} ${checksum(facts)} `) {
    return damaged('the head of the record does not match its checksum');
  }
  const from = start + headLength;
  const end = from + Number.parseInt(facts, 16);
  if (textEnd < end || bytes.length === end) return torn;
  const body = bytes.subarray(from, end);
  if (checksum(body) !== facts.slice(9)) return damaged('the record does not match its checksum');
  // With its body whole it may well have been acknowledged, even if a NUL stands here.
  if (bytes[end] !== newline) return damaged('the record does not end with its line');
  try {
    return { kind: 'record', value: JSON.parse(body.toString()), end: end + 1 };
  } catch {
    return damaged('the record is not JSON');
  }
}
