import type { Spelled } from './spellings.ts';

/** How bytes are written as characters, each of which has some bits. */
interface Encoding {
  readonly bits: 4 | 5 | 6;
  /** How many first characters of a run the encoded text may begin with. */
  readonly offsets: number;
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

// Encoded text may begin after other characters of its alphabet: words, parts of paths, the same text again.
const base64: Encoding = {
  bits: 6,
  offsets: 4,
  values: valuesOf([`${letters}0123456789+/`, `${letters}0123456789-_`], '\r\n'),
};
const base32: Encoding = {
  bits: 5,
  offsets: 8,
  values: valuesOf([`${upper}234567`, `${lower}234567`], '\r\n-'),
};
/** Bytes are written one by one in many ways. */
const betweenBytes = '\t\r\n !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';
const hexadecimal: Encoding = {
  bits: 4,
  offsets: 2,
  values: valuesOf(['0123456789ABCDEF', '0123456789abcdef'], betweenBytes),
};

/** Bytes, and the places in the text that each is made of. */
interface Decoded {
  readonly bytes: Buffer;
  readonly count: number;
  readonly places?: { readonly from: Uint32Array; readonly to: Uint32Array };
}

function spelled({ bytes, count, places }: Decoded): Spelled {
  return {
    text: bytes.toString('latin1', 0, count),
    isEncoded: true,
    ...places,
  };
}

/** The characters of every long run, by their places, with the number of the run that each belongs to. */
interface Runs {
  readonly places: Uint32Array;
  /** Where each run ends, in `places`. */
  readonly ends: readonly number[];
}

/** Used again for every text: most of them show nothing, and nothing keeps them. */
let bytesAtHand = Buffer.allocUnsafe(4096);
let placesAtHand = new Uint32Array(4096);

function scratchBytes(length: number): Buffer {
  if (bytesAtHand.length < length) bytesAtHand = Buffer.allocUnsafe(2 * length);
  return bytesAtHand;
}

function scratchPlaces(length: number): Uint32Array {
  if (placesAtHand.length < length) placesAtHand = new Uint32Array(2 * length);
  return placesAtHand;
}

/** Shorter runs are words, whatever they would encode. */
const shortestRun = 8;

/** How many characters some bytes take. */
function lengthOf(bytes: number, { bits }: Encoding): number {
  return Math.max(shortestRun, Math.ceil((8 * bytes) / bits));
}

function runsIn(text: string, { values }: Encoding, shortest: number): Runs {
  const places = scratchPlaces(text.length);
  const ends: number[] = [];
  let count = 0;
  let begin = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const code = at < text.length ? text.charCodeAt(at) : 0;
    const value = code < 128 ? (values[code] as number) : none;
    if (value >= 0) {
      places[count] = at;
      count += 1;
    } else if (value === none && count > begin) {
      if (count - begin >= shortest) ends.push(count);
      else count = begin;
      begin = count;
    }
  }
  return { places, ends };
}

/** Each run is read from one of its first characters on: it may begin before the encoded text. */
function decodedFrom(
  offset: number,
  source: Spelled,
  { places, ends }: Runs,
  { bits, values }: Encoding,
  isPlaced: boolean,
): Decoded {
  const { text, from, to } = source;
  const most = Math.ceil(((ends.at(-1) ?? 0) * bits) / 8);
  const bytes = scratchBytes(most);
  const made = isPlaced ? { from: new Uint32Array(most), to: new Uint32Array(most) } : undefined;
  let count = 0;
  let begin = 0;
  for (const end of ends) {
    let held = 0;
    let have = 0;
    let first = begin + offset;
    for (let nth = first; nth < end; nth += 1) {
      const place = places[nth] as number;
      held = ((held << bits) | (values[text.charCodeAt(place)] as number)) & 0xffff;
      have += bits;
      if (have < 8) continue;
      have -= 8;
      bytes[count] = held >> have;
      if (made) {
        const start = places[first] as number;
        made.from[count] = from?.[start] ?? start;
        made.to[count] = to?.[place] ?? place + 1;
      }
      count += 1;
      first = have === 0 ? nth + 1 : nth;
    }
    begin = end;
  }
  return { bytes, count, ...(made && { places: made }) };
}

/** What is looked for in decoded bytes. */
export interface Filter {
  /** Fewer bytes show nothing. */
  readonly leastBytes: number;
  /** Whether some bytes, which may be changed, are worth a closer look. */
  mayShow(bytes: Buffer, count: number): boolean;
}

/** What a text says from each offset on, where the bytes are worth a closer look. */
function decoded(source: Spelled, encoding: Encoding, filter: Filter): Spelled[] {
  const runs = runsIn(source.text, encoding, lengthOf(filter.leastBytes, encoding));
  if (runs.ends.length === 0) return [];
  const found: Spelled[] = [];
  for (let offset = 0; offset < encoding.offsets; offset += 1) {
    const { bytes, count } = decodedFrom(offset, source, runs, encoding, false);
    if (filter.mayShow(bytes, count))
      found.push(spelled(decodedFrom(offset, source, runs, encoding, true)));
  }
  return found;
}

/** Quoted-printable, and bytes as programs print them. */
const writtenBytes = /=([\da-f]{2})|=\r?\n|0x([\da-f]{2})/gi;

function unquoted({ text, from, to }: Spelled): Spelled[] {
  if (text.search(writtenBytes) < 0) return [];
  const starts = new Uint32Array(text.length);
  const ends = new Uint32Array(text.length);
  const parts: string[] = [];
  let length = 0;
  let done = 0;
  const add = (part: string, first: number, step: number): void => {
    for (let nth = 0; nth < part.length; nth += 1) {
      const start = first + nth * step;
      const last = step === 0 ? done - 1 : start;
      starts[length] = from?.[start] ?? start;
      ends[length] = to?.[last] ?? last + 1;
      length += 1;
    }
    parts.push(part);
  };
  for (const { 0: written, 1: quoted, 2: printed, index } of text.matchAll(writtenBytes)) {
    add(text.slice(done, index), done, 1);
    done = index + written.length;
    const digits = quoted ?? printed;
    if (digits !== undefined) add(String.fromCharCode(Number.parseInt(digits, 16)), index, 0);
  }
  add(text.slice(done), done, 1);
  return [{ text: parts.join(''), from: starts, to: ends }];
}

const isBetween = new Uint8Array(128);
for (const one of betweenBytes) isBetween[one.charCodeAt(0)] = 1;

/** Calls back with the value and the place of each decimal number up to 255 that is one of many in a row. */
function listedNumbers(
  text: string,
  least: number,
  found: (value: number, from: number, to: number) => void,
): void {
  let row: number[] = [];
  let from = -1;
  let value = 0;
  const endRow = (): void => {
    if (row.length >= 3 * least)
      for (let nth = 0; nth < row.length; nth += 3)
        found(row[nth] as number, row[nth + 1] as number, row[nth + 2] as number);
    row = [];
  };
  for (let at = 0; at <= text.length; at += 1) {
    const code = at < text.length ? text.charCodeAt(at) : 0;
    if (code >= 0x30 && code <= 0x39) {
      if (from < 0) from = at;
      value = Math.min(10 * value + code - 0x30, 256);
      continue;
    }
    if (from >= 0 && value < 256) row.push(value, from, at);
    else if (from >= 0) endRow();
    from = -1;
    value = 0;
    if (isBetween[code] !== 1) endRow();
  }
  endRow();
}

/** Bytes as a list of decimal numbers, which is how programs write a buffer. */
function unlisted({ text, from, to }: Spelled, { leastBytes, mayShow }: Filter): Spelled[] {
  const values: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  listedNumbers(text, leastBytes, (value, first, end) => {
    values.push(value);
    starts.push(from?.[first] ?? first);
    ends.push(to?.[end - 1] ?? end);
  });
  if (values.length === 0 || !mayShow(Buffer.from(values), values.length)) return [];
  const said = Buffer.from(values).toString('latin1');
  const places = { from: Uint32Array.from(starts), to: Uint32Array.from(ends) };
  return [{ text: said, isEncoded: true, ...places }];
}

/** Whether there is a run of Base64 in these bytes. */
function hasRun(bytes: Buffer, count: number, shortest: number): boolean {
  let run = 0;
  for (let at = 0; at < count && run < shortest; at += 1)
    run = (base64.values[bytes[at] as number] ?? none) >= 0 ? run + 1 : 0;
  return run >= shortest;
}

/** What a text says if it is encoded: in Base64, also twice, in Base32, hexadecimal, decimal or quoted-printable. */
export function decodings(source: Spelled, filter: Filter): Spelled[] {
  const shortest = lengthOf(filter.leastBytes, base64);
  const encodedAgain: Filter = {
    leastBytes: shortest,
    mayShow: (bytes, count) => hasRun(bytes, count, shortest),
  };
  return [
    ...decoded(source, base64, filter),
    ...decoded(source, base64, encodedAgain).flatMap((one) => decoded(one, base64, filter)),
    ...decoded(source, base32, filter),
    ...decoded(source, hexadecimal, filter),
    ...unlisted(source, filter),
    ...unquoted(source),
  ];
}
