import { isUtf8 } from 'node:buffer';

/** A part of a text. */
export type Span = readonly [from: number, to: number];

/** What a text says, as it is written or once it is decoded. */
export interface Reading {
  readonly text: string;
  /** Where a part of it is in the text as written. */
  place(from: number, to: number): Span;
  /** Decoded from bytes: what is next to a part of it may mean nothing. */
  readonly isBytes?: true;
}

/** With something else in place of what matches; undefined if nothing changes. No replacement is longer. */
function replaced(
  source: Reading,
  pattern: RegExp,
  meaning: (match: RegExpExecArray) => string | undefined,
): Reading | undefined {
  const { text } = source;
  /** What was replaced: where it is in the text, and where what it says is in the result. */
  const parts: { readonly at: Span; readonly said: Span }[] = [];
  let result = '';
  let done = 0;
  for (const match of text.matchAll(pattern)) {
    const said = meaning(match);
    if (said === undefined) continue;
    result += text.slice(done, match.index);
    done = match.index + match[0].length;
    parts.push({ at: [match.index, done], said: [result.length, result.length + said.length] });
    result += said;
  }
  if (parts.length === 0) return undefined;
  result += text.slice(done);
  /** Where the character at a place of the result begins or ends in the text. */
  const origin = (place: number, side: 0 | 1): number => {
    const part = parts[lastAt(parts, place)];
    if (!part) return place + side;
    return place < part.said[1] ? part.at[side] : place + side - part.said[1] + part.at[1];
  };
  return { text: result, place: (from, to) => source.place(origin(from, 0), origin(to - 1, 1)) };
}

/** The index of the last one that begins at a place or before; -1 if there is none. */
function lastAt(parts: readonly { readonly said: Span }[], place: number): number {
  let first = 0;
  let end = parts.length;
  while (first < end) {
    const middle = (first + end) >> 1;
    if ((parts[middle]?.said[0] ?? 0) <= place) first = middle + 1;
    else end = middle;
  }
  return first - 1;
}

/** One character, as URLs, JSON, programs, HTML and Unicode write it. */
const escapes =
  /(%[\da-fA-F]{2}(?:%[89abAB][\da-fA-F]){0,3})|(?:%[uU]|\\U0000|\\[uU])([\da-fA-F]{4})|[uU]\+([\da-fA-F]{4,6})|\\u\{([\da-fA-F]+)\}|\\[xX]([\da-fA-F]{2})|&#[xX]([\da-fA-F]+);?|&#(\d+);?|\\([0-7]{3})|\\(.)|&([a-zA-Z]{2,8});/gs;

const controls: { readonly [letter: string]: string } = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** HTML's names of what tokens consist of, beside letters and digits, each before its character. */
const named = new Map(
  'amp& lt< gt> quot" apos\' plus+ equals= sol/ bsol\\ colon: semi; comma, period. lowbar_ num# dollar$ percnt% commat@ excl! quest? ast* lpar( rpar) lsqb[ rsqb] lcub{ rcub} vert| hat^ grave` hyphen- dash-'
    .split(' ')
    .map((one) => [one.slice(0, -1), one.slice(-1)]),
);

function character(code: number): string | undefined {
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

/** Undefined if it stands for nothing else. */
function unescaped(match: RegExpExecArray): string | undefined {
  const [, bytes, four, point, braced, two, hex, decimal, octal, letter, name] = match;
  if (bytes) {
    const all = Buffer.from(bytes.replaceAll('%', ''), 'hex');
    return all.toString(isUtf8(all) ? 'utf8' : 'latin1');
  }
  if (letter !== undefined) return controls[letter] ?? letter;
  if (name) return named.get(name.toLowerCase());
  if (decimal) return character(Number(decimal));
  if (octal) return character(Number.parseInt(octal, 8));
  return character(Number.parseInt(four ?? point ?? braced ?? two ?? hex ?? '', 16));
}

/** Nobody would recognise a token in deeper nesting, which costs a hostile server nothing. */
const mostRounds = 8;

/** As written, and after each round of decoding escapes, until none is left. */
function rounds(text: string): [Reading, ...Reading[]] {
  const all: [Reading, ...Reading[]] = [{ text, place: (from, to) => [from, to] }];
  while (all.length <= mostRounds) {
    const next = replaced(all.at(-1) as Reading, escapes, unescaped);
    if (!next) break;
    all.push(next);
  }
  return all;
}

/** A text as written, and after each round of decoding its escapes. */
export function decodings(text: string): string[] {
  return rounds(text).map((one) => one.text);
}

/** Decoded until nothing is left to decode. */
export function decodedText(text: string): string {
  return decodings(text).at(-1) ?? text;
}

/** Quoted-printable, and bytes as programs print them. */
const printedByte = /=([\da-f]{2})|=\r?\n|0x([\da-f]{2})/gi;

function printed([, quoted, hex]: RegExpExecArray): string {
  const digits = quoted ?? hex;
  return digits === undefined ? '' : String.fromCharCode(Number.parseInt(digits, 16));
}

/** Tags, and the colours of a terminal: nobody sees them. */
const unseen = /<[a-z/!?][^<>]*>|\[[\d;]*m/gi;

/** Bytes written in characters with some bits each. */
interface Encoding {
  readonly bits: 4 | 5 | 6;
  /** How many characters may come before: from then on, bytes begin at the same characters again. */
  readonly offsets: number;
  /** By the code of a character; -1 stands for what is passed over, such as separators. */
  readonly values: Int8Array;
}

function encoding(bits: Encoding['bits'], offsets: number, alphabets: readonly string[]): Encoding {
  const values = new Int8Array(128).fill(-1);
  for (const alphabet of alphabets)
    for (const [value, one] of [...alphabet].entries()) values[one.charCodeAt(0)] = value;
  return { bits, offsets, values };
}

const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const lower = upper.toLowerCase();
const digits = '0123456789';
const base64 = encoding(6, 4, [`${upper}${lower}${digits}+/`, `${upper}${lower}${digits}-_`]);
const base32 = encoding(5, 8, [`${upper}234567`, `${lower}234567`]);
const hexadecimal = encoding(4, 2, [`${digits}ABCDEF`, `${digits}abcdef`]);

/** Bytes that are decoded when they are looked at: of most, few are. */
class Packed {
  readonly length: number;
  /** Ends with two that count for nothing. */
  readonly #values: Uint8Array;
  readonly #bits: number;
  readonly #offset: number;

  constructor(values: Uint8Array, bits: number, offset = 0) {
    this.#values = values;
    this.#bits = bits;
    this.#offset = offset;
    this.length = Math.floor(((values.length - 2 - offset) * bits) / 8);
  }

  at(index: number): number {
    const bits = this.#bits;
    const values = this.#values;
    const whole = ((index * 8) / bits) | 0;
    const first = this.#offset + whole;
    const three =
      ((values[first] as number) << (2 * bits)) |
      ((values[first + 1] as number) << bits) |
      (values[first + 2] as number);
    return (three >> (3 * bits - 8 - (index * 8 - whole * bits))) & 0xff;
  }

  slice(from = 0, to = this.length): Buffer {
    const bytes = Buffer.allocUnsafe(to - from);
    for (let at = from; at < to; at += 1) bytes[at - from] = this.at(at);
    return bytes;
  }
}

/** What characters stand for; -1 is passed over. Ends with two zeros. */
function valuesIn(text: string, values: Int8Array): Uint8Array {
  const found = new Uint8Array(text.length + 2);
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const value = code < 128 ? (values[code] as number) : -1;
    found[count] = value;
    count += value < 0 ? 0 : 1;
  }
  return found.fill(0, count, count + 2).subarray(0, count + 2);
}

/** Decoded bytes, and where a part of them is in the text as written. */
interface Decoded {
  readonly bytes: Packed;
  readonly place: Reading['place'];
}

function readingOf({ bytes, place }: Decoded): Reading {
  return { text: bytes.slice().toString('latin1'), isBytes: true, place };
}

/** All characters of the alphabet in a row, read as bytes from each of the first ones on. */
function* encoded(source: Reading, { bits, offsets, values }: Encoding): Generator<Decoded> {
  const { text } = source;
  const all = valuesIn(text, values);
  const places = whenAsked(() => placesIn(text, (at) => (values[text.charCodeAt(at)] ?? -1) >= 0));
  for (let offset = 0; offset < Math.min(offsets, all.length - 2); offset += 1) {
    const first = (byte: number): number => offset + Math.floor((8 * byte) / bits);
    const end = (byte: number): number => offset + Math.ceil((8 * byte) / bits);
    yield {
      bytes: new Packed(all, bits, offset),
      place: (from, to) =>
        source.place(places()[first(from)] as number, (places()[end(to) - 1] as number) + 1),
    };
  }
}

/** Computes something when it is first asked for. */
function whenAsked<T>(compute: () => T): () => T {
  let known: T | undefined;
  return () => (known ??= compute());
}

/** The indices of a text that count. */
function placesIn(text: string, counts: (at: number) => boolean): Uint32Array {
  const places = new Uint32Array(text.length);
  let count = 0;
  for (let at = 0; at < text.length; at += 1) if (counts(at)) places[count++] = at;
  return places;
}

/** All numbers in a row, as bytes: programs write a buffer like that. */
function listed(source: Reading): Decoded {
  const { text } = source;
  const bytes = Buffer.alloc((text.length >> 1) + 3);
  let count = 0;
  let number = -1;
  for (let at = 0; at <= text.length; at += 1) {
    const digit = text.charCodeAt(at) - 48;
    if (digit >= 0 && digit <= 9) number = (Math.max(number, 0) * 10 + digit) & 0xff;
    else if (number >= 0) {
      bytes[count++] = number;
      number = -1;
    }
  }
  const numbers = whenAsked(() => [...text.matchAll(/\d+/g)]);
  return {
    bytes: new Packed(bytes.subarray(0, count + 2), 8),
    place: (from, to) => {
      const first = numbers()[from] as RegExpExecArray;
      const last = numbers()[to - 1] as RegExpExecArray;
      return source.place(first.index, last.index + last[0].length);
    },
  };
}

/** What is looked for in decoded bytes. */
export interface Sought {
  /** The shortest part of bytes that may hold any of it. */
  readonly least: number;
  /** By byte, whether any of it has that byte, or may have it between its own: 1 or 0. */
  readonly isPart: Uint8Array;
  /** Whether bytes may hold it. */
  mayBeIn(bytes: Buffer): boolean;
}

/**
 * Calls back with all parts of some length that consist of some bytes. Plain text, read as an encoded one, has few of
 * them: of each part that is too short, no more than one byte is looked at.
 */
function eachPart(bytes: Packed, { least, isPart }: Sought, act: (part: Buffer) => void): void {
  for (let at = least - 1; at < bytes.length; at += least) {
    if (isPart[bytes.at(at)] === 0) continue;
    let from = at;
    while (from > 0 && isPart[bytes.at(from - 1)] === 1) from -= 1;
    while (at < bytes.length && isPart[bytes.at(at)] === 1) at += 1;
    if (at - from >= least) act(bytes.slice(from, at));
  }
}

/** What happens to be in other bytes only by chance. */
const looksEncoded = /[\w+/-]{8}/;

/** Everything that a text may say to someone who decodes it. */
export function* readingsOf(text: string, sought: Sought): Generator<Reading> {
  const all = rounds(text);
  yield* all;
  for (const one of new Set([all[0], all.at(-1) as Reading])) {
    for (const other of [replaced(one, printedByte, printed), replaced(one, unseen, () => '')])
      if (other) yield other;
    for (const decoded of encoded(one, base64)) yield* promising(decoded, sought, base64);
    for (const decoded of encoded(one, base32)) yield* promising(decoded, sought);
    for (const decoded of encoded(one, hexadecimal)) yield* promising(decoded, sought);
    yield* promising(listed(one), sought);
  }
}

/** Decoded bytes that may hold what is sought, and those that they may be an encoding of in turn. */
function promising(decoded: Decoded, sought: Sought, again?: Encoding): Reading[] {
  let mayHold = false;
  let isEncoded = false;
  eachPart(decoded.bytes, sought, (part) => {
    mayHold ||= sought.mayBeIn(part);
    isEncoded ||= again !== undefined && looksEncoded.test(part.toString('latin1'));
  });
  if (!mayHold && !isEncoded) return [];
  const reading = readingOf(decoded);
  const inner = isEncoded && again ? [...encoded(reading, again)] : [];
  return [...(mayHold ? [reading] : []), ...inner.flatMap((one) => promising(one, sought))];
}

/** The code of the letter or digit that a full-width, circled, bold … one stands for; 0 for anything else. */
function plainCode(character: string): number {
  const form = character.normalize('NFKC');
  return /^[a-z0-9]$/i.test(form) ? form.toLowerCase().charCodeAt(0) : 0;
}

const unknown = -1;
/** By the code of a character, filled as they are met. */
const plainCodes = new Int8Array(0x10000).fill(unknown);

function plainCodeAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  const known = plainCodes[unit] as number;
  if (known !== unknown) return known;
  const point = text.codePointAt(at) ?? 0;
  const code = plainCode(String.fromCodePoint(point));
  if (point === unit) plainCodes[unit] = code;
  return code;
}

/** The plain code of each byte. */
export const plainBytes = Uint8Array.from({ length: 256 }, (_, code) =>
  plainCode(String.fromCharCode(code)),
);

/** Letters and digits alone, in lower case: separators, case and look make no difference. */
export function normalForm(text: string): Reading {
  const codes = Buffer.allocUnsafe(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = plainCodeAt(text, at);
    if (code !== 0) codes[length++] = code;
  }
  const places = whenAsked(() => placesIn(text, (at) => plainCodeAt(text, at) !== 0));
  return {
    text: codes.toString('latin1', 0, length),
    place: (from, to) => {
      const last = places()[to - 1] as number;
      return [places()[from] as number, last + ((text.codePointAt(last) ?? 0) > 0xffff ? 2 : 1)];
    },
  };
}
