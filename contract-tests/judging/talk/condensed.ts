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

/** A part of a text, or what stands in its place. */
export type Piece = readonly [from: number, to: number] | string;

function lengthOf(piece: Piece): number {
  return typeof piece === 'string' ? piece.length : piece[1] - piece[0];
}

function slice(pieces: readonly Piece[], from: number, to: number): Piece[] {
  let end = 0;
  return pieces.flatMap((piece): Piece[] => {
    const start = end;
    end += lengthOf(piece);
    const first = Math.max(from - start, 0);
    const last = Math.min(to, end) - start;
    if (last <= first) return [];
    return [
      typeof piece === 'string' ? piece.slice(first, last) : [piece[0] + first, piece[0] + last],
    ];
  });
}

export function firstAndLast(pieces: readonly Piece[], most: number): readonly Piece[] {
  const length = pieces.reduce((sum, piece) => sum + lengthOf(piece), 0);
  if (length <= most) return pieces;
  return [...slice(pieces, 0, most / 2), ' … ', ...slice(pieces, length - most / 2, length)];
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

/** The nearest index before it, back to `start`, at which a string can be cut: no escape sequence is nearby. */
function cutIn(json: string, start: number, at: number): number {
  let cut = Math.max(start, at);
  while (cut > start && json.slice(Math.max(start, cut - 6), cut).includes('\\')) cut -= 1;
  return cut;
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/**
 * The same JSON with everything nested too deep emptied, lists of too many values cut and, within bounds, everything too
 * long truncated: in a single pass over the text, since a server can send what would take gigabytes once parsed.
 * Invalid JSON stays invalid.
 */
export function condensedPieces(json: string, { size, text }: Bounds): readonly Piece[] {
  const pieces: Piece[] = [];
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
  const write = (to: number, piece: Piece = [from, to]): void => {
    from = to;
    if (depth >= hidden || lengthOf(piece) === 0) return;
    pieces.push(piece);
    written += lengthOf(piece);
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
      if (at - start > text && depth < hidden) {
        write(cutIn(json, start + 1, start + text / 2));
        write(cutIn(json, from, at - text / 2), ' … ');
      }
    } else if (code === comma) {
      const isFull = opened > mostNested && isList[depth - 1];
      const isLong = written + at - from > (ends[depth - 1] ?? Number.POSITIVE_INFINITY);
      if (depth < hidden && (isFull || isLong)) {
        write(start);
        hidden = depth;
      }
    } else if (isBlank(code)) {
      while (isBlank(json.charCodeAt(at))) at += 1;
      if (at - start > 1 && depth < hidden) {
        write(start);
        write(at, ' ');
      }
    }
  }
  write(json.length);
  return pieces;
}

/** The same JSON, as much of it as can be parsed without harm. */
export function condensed(json: string): string {
  const unbounded = { size: Number.POSITIVE_INFINITY, text: Number.POSITIVE_INFINITY };
  return condensedPieces(json, unbounded)
    .map((piece) => (typeof piece === 'string' ? piece : json.slice(...piece)))
    .join('');
}
