import {
  closesList,
  closesObject,
  comma,
  opensList,
  opensObject,
  quote,
} from '../../../src/values/json-bytes.ts';

/** Deeper than any body of the contract. Bounds the recursion of everything that walks a value. */
export const deepestNesting = 64;

/** Arrays and objects of one body. Parsed, an empty one takes twenty times its text; what a list has beyond them is left out. */
const mostNested = 50_000;

interface Bounds {
  /** Maximum characters for the elements of an outermost array; half of it per further level. */
  readonly size: number;
  /** Maximum characters of one string. */
  readonly text: number;
}

const unbounded: Bounds = { size: Number.POSITIVE_INFINITY, text: Number.POSITIVE_INFINITY };

export function firstAndLast(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most / 2)} … ${text.slice(-most / 2)}`;
}

/** The index after the string that starts here; the end of the text if it is unterminated. */
function endOfText(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let before = end;
    while (json[before - 1] === '\\') before -= 1;
    if ((end - before) % 2 === 0) return end + 1;
  }
  return json.length;
}

function shortenedString(token: string, most: number): string {
  if (token.length <= most) return token;
  try {
    return JSON.stringify(firstAndLast(JSON.parse(token) as string, most));
  } catch {
    return token.slice(0, most);
  }
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/**
 * The same JSON with everything nested too deep emptied, lists of too many values cut and, within bounds, everything too
 * long truncated: in a single pass over the text, since a server can send what would take gigabytes once parsed.
 * Invalid JSON stays invalid.
 */
export function condensed(json: string, { size, text }: Bounds = unbounded): string {
  const parts: string[] = [];
  /** For each open array or object, the length at which its elements are cut. */
  const ends: number[] = [];
  const isList: boolean[] = [];
  let written = 0;
  let depth = 0;
  let opened = 0;
  let from = 0;
  /** From this depth on, nothing is written. */
  let hidden = Number.POSITIVE_INFINITY;
  /** Writes the text since the last call, or a replacement for it. */
  const write = (to: number, part = json.slice(from, to)): void => {
    from = to;
    if (depth >= hidden || part === '') return;
    parts.push(part);
    written += part.length;
  };
  /** Writes everything before `start` unchanged, and a replacement for the rest up to `end`. */
  const replace = (start: number, end: number, part: () => string): void => {
    if (depth >= hidden) return;
    write(start);
    write(end, part());
  };
  for (let at = 0; at < json.length; ) {
    const code = json.charCodeAt(at);
    const start = at;
    at += 1;
    if (code === opensList || code === opensObject) {
      // What an answer is read as depends on the members of the outer objects, in any order.
      const isOuter = code === opensObject && depth < 2;
      const bound = isOuter ? Number.POSITIVE_INFINITY : size / 2 ** depth;
      opened += 1;
      isList[depth] = code === opensList;
      if (depth < hidden) ends[depth] = written + at - from + bound;
      if (depth === deepestNesting) write(at);
      depth += 1;
      if (depth > deepestNesting) hidden = Math.min(hidden, depth);
    } else if (code === closesList || code === closesObject) {
      if (depth === hidden) from = start;
      depth -= 1;
      if (depth < hidden) hidden = Number.POSITIVE_INFINITY;
    } else if (code === quote) {
      at = endOfText(json, start);
      if (at - start > text) replace(start, at, () => shortenedString(json.slice(start, at), text));
    } else if (code === comma) {
      const isFull = opened > mostNested && isList[depth - 1];
      const isLong = written + at - from > (ends[depth - 1] ?? Number.POSITIVE_INFINITY);
      if (depth < hidden && (isFull || isLong)) {
        write(start);
        hidden = depth;
      }
    } else if (isBlank(code)) {
      while (isBlank(json.charCodeAt(at))) at += 1;
      if (at - start > 1) replace(start, at, () => ' ');
    }
  }
  write(json.length);
  return parts.join('');
}
