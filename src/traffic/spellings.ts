import { isUtf8 } from 'node:buffer';

/** A text, decoded some times; each of its characters has its place in the text as written. */
export interface Spelled {
  readonly text: string;
  /** Absent where nothing was decoded. */
  readonly from?: Uint32Array;
  readonly to?: Uint32Array;
  /** How often it was decoded. */
  readonly round?: number;
}

/** One character, as URLs, JSON, programs and HTML write it. */
const escapes =
  /%[\da-f]{2}(?:%[89ab][\da-f]){0,3}|\\u[\da-f]{4}|\\u\{[\da-f]+\}|\\x[\da-f]{2}|\\[0-7]{3}|\\.|&#\d+;?|&#x[\da-f]+;?|&[a-z]{2,8};/gis;

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
  if (/^\\[ux]./i.test(written)) return character(Number.parseInt(rest.replace('{', ''), 16));
  if (/^\\[0-7]{3}$/.test(written)) return character(Number.parseInt(written.slice(1), 8));
  return controls[written.slice(1)] ?? written.slice(1);
}

/** Nobody would recognise a token in deeper nesting, which costs a hostile server nothing. */
const mostRounds = 8;

/** Decodes every escape once; undefined where there is none. No escape is shorter than what it stands for. */
export function decodedOnce({ text, from, to, round = 0 }: Spelled): Spelled | undefined {
  if (round >= mostRounds || !/[%\\&]/.test(text)) return undefined;
  const starts = new Uint32Array(text.length);
  const ends = new Uint32Array(text.length);
  const parts: string[] = [];
  let length = 0;
  let done = 0;
  const copy = (until: number): void => {
    for (let at = done; at < until; at += 1) {
      starts[length] = from?.[at] ?? at;
      ends[length] = to?.[at] ?? at + 1;
      length += 1;
    }
    parts.push(text.slice(done, until));
    done = until;
  };
  for (const { 0: written, index } of text.matchAll(escapes)) {
    const decoded = meaning(written);
    if (decoded === undefined) continue;
    copy(index);
    done = index + written.length;
    parts.push(decoded);
    starts.fill(from?.[index] ?? index, length, length + decoded.length);
    ends.fill(to?.[done - 1] ?? done, length, length + decoded.length);
    length += decoded.length;
  }
  if (done === 0) return undefined;
  copy(text.length);
  return { text: parts.join(''), from: starts, to: ends, round: round + 1 };
}

/** Decoded until nothing is left to decode. */
export function decodedText(text: string): string {
  let view: Spelled = { text };
  for (let next: Spelled | undefined = view; next; next = decodedOnce(view)) view = next;
  return view.text;
}
