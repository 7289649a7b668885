import { isUtf8 } from 'node:buffer';

/** A text, decoded some times; each of its characters has its place in the text as written. */
export interface Spelled {
  readonly text: string;
  /** Absent where nothing was decoded. */
  readonly from?: Uint32Array;
  readonly to?: Uint32Array;
  /** Decoded from bytes: what stands around a part of it may mean nothing. */
  readonly isEncoded?: true;
  /** How often it was decoded. */
  readonly round?: number;
}

/** One character, as URLs, JSON, programs, HTML and Unicode write it. */
const escapes =
  /%u[\da-f]{4}|U\+[\da-f]{4,6}|\\U[\da-f]{8}|%[\da-f]{2}(?:%[89ab][\da-f]){0,3}|\\u[\da-f]{4}|\\u\{[\da-f]+\}|\\x[\da-f]{2}|\\[0-7]{3}|\\.|&#\d+;?|&#x[\da-f]+;?|&[a-z]{2,8};/gis;

const controls: { readonly [letter: string]: string } = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** HTML's names of what tokens consist of, beside letters and digits. */
const named: { readonly [name: string]: string } = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  plus: '+',
  equals: '=',
  sol: '/',
  bsol: '\\',
  colon: ':',
  semi: ';',
  comma: ',',
  period: '.',
  lowbar: '_',
  num: '#',
  dollar: '$',
  percnt: '%',
  commat: '@',
  excl: '!',
  quest: '?',
  ast: '*',
  lpar: '(',
  rpar: ')',
  lsqb: '[',
  rsqb: ']',
  lcub: '{',
  rcub: '}',
  vert: '|',
  hat: '^',
  grave: '`',
  hyphen: '-',
  dash: '-',
  tab: '\t',
  newline: '\n',
};

function character(code: number): string | undefined {
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

/** Undefined where it stands for nothing else. */
function meaning(written: string): string | undefined {
  const rest = written.slice(2);
  const isCodePoint = /^(?:%u|u\+)/i.test(written) || /^\\U[\da-fA-F]{8}/.test(written);
  if (isCodePoint) return character(Number.parseInt(rest, 16));
  if (written.startsWith('%')) {
    // A single byte is the same in ASCII, and otherwise no UTF-8.
    if (written.length === 3) return String.fromCharCode(Number.parseInt(written.slice(1), 16));
    const bytes = Buffer.from(written.replaceAll('%', ''), 'hex');
    return isUtf8(bytes) ? bytes.toString() : bytes.toString('latin1');
  }
  if (written.startsWith('&#')) {
    const digits = rest.replace(';', '');
    return character(/^x/i.test(digits) ? Number(`0${digits}`) : Number(digits));
  }
  if (written.startsWith('&')) return named[written.slice(1, -1).toLowerCase()];
  // Four digits, and four characters that happen to be digits.
  if (/^\\u[\da-f]{8}/i.test(written)) return `${meaning(written.slice(0, 6))}${written.slice(6)}`;
  if (/^\\[ux]./i.test(written)) return character(Number.parseInt(rest.replace('{', ''), 16));
  if (/^\\[0-7]{3}$/.test(written)) return character(Number.parseInt(written.slice(1), 8));
  return controls[written.slice(1)] ?? written.slice(1);
}

/** Nobody would recognise a token in deeper nesting, which costs a hostile server nothing. */
const mostRounds = 8;

/** Writes a text anew, and knows where each character of it came from. */
class Rewritten {
  readonly #source: Spelled;
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;
  readonly #parts: string[] = [];
  #length = 0;
  #done = 0;

  constructor(source: Spelled) {
    this.#source = source;
    this.#starts = new Uint32Array(source.text.length);
    this.#ends = new Uint32Array(source.text.length);
  }

  /** Takes what comes before a place, and then `said` in place of what is written there. */
  replace(index: number, written: string, said: string): void {
    this.#copy(index);
    const { from, to } = this.#source;
    this.#done = index + written.length;
    this.#parts.push(said);
    const next = this.#length + said.length;
    this.#starts.fill(from?.[index] ?? index, this.#length, next);
    this.#ends.fill(to?.[this.#done - 1] ?? this.#done, this.#length, next);
    this.#length = next;
  }

  /** Undefined where nothing was replaced. */
  end(): Spelled | undefined {
    if (this.#done === 0) return undefined;
    this.#copy(this.#source.text.length);
    return { text: this.#parts.join(''), from: this.#starts, to: this.#ends };
  }

  #copy(until: number): void {
    const { text, from, to } = this.#source;
    for (let at = this.#done; at < until; at += 1) {
      this.#starts[this.#length] = from?.[at] ?? at;
      this.#ends[this.#length] = to?.[at] ?? at + 1;
      this.#length += 1;
    }
    this.#parts.push(text.slice(this.#done, until));
    this.#done = until;
  }
}

/** Decodes every escape once; undefined where there is none. No escape is shorter than what it stands for. */
export function decodedOnce(source: Spelled): Spelled | undefined {
  const { text, round = 0 } = source;
  if (round >= mostRounds || !/[%\\&]|U\+/i.test(text)) return undefined;
  const decoded = new Rewritten(source);
  for (const { 0: written, index } of text.matchAll(escapes)) {
    const said = meaning(written);
    if (said !== undefined) decoded.replace(index, written, said);
  }
  const view = decoded.end();
  return view && { ...view, round: round + 1 };
}

/** Tags, and the colours of a terminal: nobody sees them. */
const unseen = /<[a-z/!?][^<>]*>|\[[\d;]*m/gi;

/** As people see it; undefined where that is no less. */
export function withoutMarkup(source: Spelled): Spelled | undefined {
  const seen = new Rewritten(source);
  for (const { 0: written, index } of source.text.matchAll(unseen))
    seen.replace(index, written, '');
  return seen.end();
}

/** A text as written, and as it reads each time it is decoded, until nothing is left to decode. */
export function readings(text: string): string[] {
  const all: string[] = [];
  for (let view: Spelled | undefined = { text }; view; view = decodedOnce(view))
    all.push(view.text);
  return all;
}

/** Decoded until nothing is left to decode. */
export function decodedText(text: string): string {
  return readings(text).at(-1) ?? text;
}
