import type { Spelled } from './spellings.ts';

/** How bytes are written as characters, each of which has some bits. */
interface Encoding {
  readonly bits: 4 | 5 | 6;
  /** Shorter runs of its characters are words. */
  readonly shortest: number;
  /** The value of a character by its code. */
  readonly values: Int8Array;
}

const none = -1;
/** Between the characters, without a meaning. */
const passedOver = -2;

function valuesOf(alphabets: readonly string[], between: string): Int8Array {
  const values = new Int8Array(128).fill(none);
  for (const one of between) values[one.charCodeAt(0)] = passedOver;
  for (const alphabet of alphabets)
    for (const [value, one] of [...alphabet].entries()) values[one.charCodeAt(0)] = value;
  return values;
}

const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const lower = upper.toLowerCase();
const letters = upper + lower;

const base64: Encoding = {
  bits: 6,
  shortest: 8,
  values: valuesOf([`${letters}0123456789+/`, `${letters}0123456789-_`], '\r\n'),
};
const base32: Encoding = {
  bits: 5,
  shortest: 13,
  values: valuesOf([`${upper}234567`, `${lower}234567`], '\r\n'),
};
const hexadecimal: Encoding = {
  bits: 4,
  shortest: 8,
  values: valuesOf(['0123456789ABCDEF', '0123456789abcdef'], '\r\n :-'),
};

/** Collects bytes, each with its place in the text as written. */
class Bytes {
  readonly #source: Spelled;
  readonly #bytes: Buffer;
  readonly #from: Uint32Array;
  readonly #to: Uint32Array;
  #length = 0;

  constructor(source: Spelled, most: number) {
    this.#source = source;
    this.#bytes = Buffer.allocUnsafe(most);
    this.#from = new Uint32Array(most);
    this.#to = new Uint32Array(most);
  }

  /** Made of the characters from `first` to `last`. */
  add(byte: number, first: number, last: number): void {
    const { from, to } = this.#source;
    this.#bytes[this.#length] = byte;
    this.#from[this.#length] = from?.[first] ?? first;
    this.#to[this.#length] = to?.[last] ?? last + 1;
    this.#length += 1;
  }

  get spelled(): Spelled | undefined {
    if (this.#length === 0) return undefined;
    const text = this.#bytes.toString('latin1', 0, this.#length);
    return { text, from: this.#from, to: this.#to };
  }
}

/**
 * The bytes of every long run, as Latin-1. A run may begin before the encoded text, so it is read from each
 * of the first characters on that makes a difference.
 */
function decoded(source: Spelled, { bits, shortest, values }: Encoding): Spelled[] {
  const { text } = source;
  const offsets = bits === 4 ? 2 : bits === 5 ? 8 : 4;
  const most = Math.floor((text.length * bits) / 8);
  const results = Array.from({ length: offsets }, () => new Bytes(source, most));
  const places = new Uint32Array(text.length);
  let count = 0;
  const endRun = (): void => {
    if (count >= shortest)
      for (const [offset, bytes] of results.entries()) {
        let held = 0;
        let have = 0;
        let first = offset;
        for (let nth = offset; nth < count; nth += 1) {
          const place = places[nth] as number;
          held = ((held << bits) | (values[text.charCodeAt(place)] as number)) & 0xffff;
          have += bits;
          if (have < 8) continue;
          have -= 8;
          bytes.add((held >> have) & 0xff, places[first] as number, place);
          first = have === 0 ? nth + 1 : nth;
        }
      }
    count = 0;
  };
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const value = code < 128 ? (values[code] as number) : none;
    if (value >= 0) {
      places[count] = at;
      count += 1;
    } else if (value === none) endRun();
  }
  endRun();
  return results.flatMap(({ spelled }) => spelled ?? []);
}

/** Quoted-printable, and bytes as programs print them. */
const writtenBytes = /=([\da-f]{2})|=\r?\n|0x([\da-f]{2})/gi;

function unquoted(source: Spelled): Spelled[] {
  const { text } = source;
  if (text.search(writtenBytes) < 0) return [];
  const bytes = new Bytes(source, text.length);
  let done = 0;
  const copy = (until: number): void => {
    for (; done < until; done += 1) {
      const code = text.charCodeAt(done);
      bytes.add(code < 0x80 ? code : 0, done, done);
    }
  };
  for (const { 0: written, 1: quoted, 2: printed, index } of text.matchAll(writtenBytes)) {
    copy(index);
    done = index + written.length;
    const digits = quoted ?? printed;
    if (digits !== undefined) bytes.add(Number.parseInt(digits, 16), index, done - 1);
  }
  copy(text.length);
  return bytes.spelled ? [bytes.spelled] : [];
}

/** What a text says if it is encoded: in Base64, also twice, in Base32, hexadecimal or quoted-printable. */
export function decodings(source: Spelled): Spelled[] {
  const once = decoded(source, base64);
  return [
    ...once,
    ...once.flatMap((one) => decoded(one, base64)),
    ...decoded(source, base32),
    ...decoded(source, hexadecimal),
    ...unquoted(source),
  ];
}
