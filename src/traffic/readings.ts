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
  if (text.search(pattern) < 0) return undefined;
  const starts = new Uint32Array(text.length);
  const ends = new Uint32Array(text.length);
  let result = '';
  let done = 0;
  const copyUntil = (end: number): void => {
    for (let at = done; at < end; at += 1) {
      starts[result.length + at - done] = at;
      ends[result.length + at - done] = at + 1;
    }
    result += text.slice(done, end);
  };
  for (const match of text.matchAll(pattern)) {
    const said = meaning(match);
    if (said === undefined) continue;
    copyUntil(match.index);
    done = match.index + match[0].length;
    starts.fill(match.index, result.length, result.length + said.length);
    ends.fill(done, result.length, result.length + said.length);
    result += said;
  }
  if (done === 0) return undefined;
  copyUntil(text.length);
  return {
    text: result,
    place: (from, to) => source.place(starts[from] as number, ends[to - 1] as number),
  };
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

/** All characters of the alphabet in a row, read as bytes from each of the first ones on. */
function* encoded(source: Reading, { bits, offsets, values }: Encoding): Generator<Reading> {
  const { text } = source;
  const places = new Uint32Array(text.length);
  const held = new Uint8Array(text.length);
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const value = values[text.charCodeAt(at)] ?? -1;
    if (value < 0) continue;
    places[count] = at;
    held[count] = value;
    count += 1;
  }
  for (let offset = 0; offset < Math.min(offsets, count); offset += 1) {
    const bytes = Buffer.allocUnsafe(Math.floor(((count - offset) * bits) / 8));
    let length = 0;
    let rest = 0;
    let have = 0;
    for (let nth = offset; nth < count; nth += 1) {
      rest = ((rest << bits) | (held[nth] as number)) & 0xfff;
      have += bits;
      if (have < 8) continue;
      have -= 8;
      bytes[length] = rest >> have;
      length += 1;
    }
    const first = (byte: number): number => offset + Math.floor((8 * byte) / bits);
    const end = (byte: number): number => offset + Math.ceil((8 * byte) / bits);
    yield {
      text: bytes.toString('latin1'),
      isBytes: true,
      place: (from, to) =>
        source.place(places[first(from)] as number, (places[end(to) - 1] as number) + 1),
    };
  }
}

/** All numbers in a row, as bytes: programs write a buffer like that. */
function listed(source: Reading): Reading {
  const numbers = [...source.text.matchAll(/\d+/g)];
  return {
    text: Buffer.from(numbers.map(([number]) => Number(number))).toString('latin1'),
    isBytes: true,
    place: (from, to) => {
      const first = numbers[from] as RegExpExecArray;
      const last = numbers[to - 1] as RegExpExecArray;
      return source.place(first.index, last.index + last[0].length);
    },
  };
}

/** What happens to be in other bytes only by chance. */
const looksEncoded = /[\w+/-]{8}/;

/** Everything that a text may say to someone who decodes it. */
export function* readingsOf(text: string): Generator<Reading> {
  const all = rounds(text);
  yield* all;
  for (const one of new Set([all[0], all.at(-1) as Reading])) {
    for (const other of [replaced(one, printedByte, printed), replaced(one, unseen, () => '')])
      if (other) yield other;
    for (const bytes of encoded(one, base64)) {
      yield bytes;
      if (looksEncoded.test(bytes.text)) yield* encoded(bytes, base64);
    }
    yield* encoded(one, base32);
    yield* encoded(one, hexadecimal);
    yield listed(one);
  }
}

/** The code of the letter or digit that a full-width, circled, bold … one stands for; 0 for anything else. */
function plainCode(character: string): number {
  const form = character.normalize('NFKC');
  return /^[a-z0-9]$/i.test(form) ? form.toLowerCase().charCodeAt(0) : 0;
}

const unknown = -1;
/** By the code of a character, filled as they are met. */
const plainCodes = new Int8Array(0x10000).fill(unknown);

/** Letters and digits alone, in lower case: separators, case and look make no difference. */
export function normalForm(text: string): Reading {
  const codes = Buffer.allocUnsafe(text.length);
  const places = new Uint32Array(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    let code = plainCodes[unit] as number;
    if (code === unknown) {
      const point = text.codePointAt(at) ?? 0;
      code = plainCode(String.fromCodePoint(point));
      if (point === unit) plainCodes[unit] = code;
    }
    if (code === 0) continue;
    codes[length] = code;
    places[length] = at;
    length += 1;
  }
  return {
    text: codes.toString('latin1', 0, length),
    place: (from, to) => {
      const last = places[to - 1] as number;
      return [places[from] as number, last + ((text.codePointAt(last) ?? 0) > 0xffff ? 2 : 1)];
    },
  };
}
