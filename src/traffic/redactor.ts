import { mapStrings } from '../values/map-strings.ts';
import type { HttpExchange } from './exchange.ts';
import { Beginnings, Needles, shortestEnd } from './needles.ts';
import {
  decodedText,
  normalForm,
  plainBytes,
  type Reading,
  readingsOf,
  type Sought,
  type Span,
} from './readings.ts';

/** Shorter ones may occur in any text by chance. */
const shortest = {
  /** Of the token as it is. */
  written: 4,
  /** Of its normal form. */
  normal: 8,
  /** Of a normal form that is recognised even if a character is missing at one end. */
  cut: 10,
};

/** Of the end of a body, in which a part of a token is looked for. */
const longestLeft = 256;

/** RFC 7235, 2.1: what a token may hold, and a colon. */
const tokenCharacters = /^[\w\-.~+/=:]*$/;

/**
 * In characters. Reading a text takes some twenty times its memory, so that a long one is read in parts. They overlap by
 * more than a secret has in any spelling.
 */
const part = { length: 256 * 1024, overlap: 32 * 1024 };

/** Dots, and the shortest part of a token that is recognised next to them. */
const leastNextToCut = 3 + shortestEnd;

const isCut = /…|\.{3}/;
const cuts = /…|\.{3,}/g;

/** Letters alone, up to this many, may be a word. */
const isWord = /^[a-z]{1,12}$/i;

/** A word of a sentence, or a path, a name or a key. */
const words = /[\w/-]+(?:\.[\w/-]+)*/g;

/** In any case, and with a space that a form may have made of a plus, or the reverse. */
function canonical(text: string): string {
  const lower = text.toLowerCase();
  const same =
    lower.length === text.length ? lower : text.replace(/[A-Z]/g, (one) => one.toLowerCase());
  return same.replaceAll('+', ' ');
}

/** The same for each byte. */
const canonicalBytes = Uint8Array.from({ length: 256 }, (_, code) =>
  canonical(String.fromCharCode(code)).charCodeAt(0),
);

/** By byte: what texts in ASCII consist of; NUL, since in UTF-16 every second one is that. */
const isText = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number((byte >= 32 && byte < 127) || [0, 9, 10, 13].includes(byte)),
);
const isAnything = new Uint8Array(256).fill(1);

/** Whether it is not just a part of a longer word. */
function standsAlone(text: string, [from, to]: Span): boolean {
  return ![text[from - 1], text[to]].some((one) => one !== undefined && /[\p{L}\p{N}]/u.test(one));
}

/** The strings of a JSON text, or of a message that quotes one, that are no keys. */
function valuesIn(text: string): Span[] {
  const values: Span[] = [];
  for (const { 0: string, index } of text.matchAll(/"(?:[^"\\]|\\.)*"?/gs)) {
    let next = index + string.length;
    while (text[next] === ' ' || text[next] === '\n') next += 1;
    if (text[next] !== ':') values.push([index + 1, index + string.length - 1]);
  }
  return values;
}

/** In order, and those that overlap as one. */
function disjoint(spans: readonly Span[]): Span[] {
  const all: [number, number][] = [];
  for (const [from, to] of [...spans].sort(([a], [b]) => a - b)) {
    const last = all.at(-1);
    if (last && from < last[1]) last[1] = Math.max(last[1], to);
    else all.push([from, to]);
  }
  return all;
}

/** Parts of a text in order, or what stands in their place, with a placeholder for each span. */
function replaceSpans(
  spans: readonly Span[],
  text: string,
  pieces: readonly (Span | string)[] = [[0, text.length]],
): string {
  const hidden = disjoint(spans);
  const parts: string[] = [];
  let next = 0;
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      parts.push(piece);
      continue;
    }
    const end = piece[1];
    let done = piece[0];
    while ((hidden[next]?.[1] ?? Number.POSITIVE_INFINITY) <= done) next += 1;
    for (let nth = next; (hidden[nth]?.[0] ?? end) < end; nth += 1) {
      const [from, to] = hidden[nth] as Span;
      parts.push(text.slice(done, from), '$TOKEN');
      done = to;
    }
    parts.push(text.slice(done, end));
  }
  return parts.join('');
}

/** A secret of letters alone is looked for only where it may be no word of ours, and where it is a whole word. */
type Kind = 'secret' | 'word';

/** Hides secrets in recorded requests and responses, in every spelling that a server may echo. */
export class Redactor {
  readonly #vocabulary: string;
  readonly #names: ReadonlySet<string>;
  readonly #known = new Set<string>();
  #isAscii = true;
  /** Words of ours, and what is too short for anything else: hidden as a word or a value of what a server sends. */
  readonly #ownWords = new Set<string>();
  readonly #normal = new Needles<Kind>(shortest.normal);
  /** The first and, in reverse, the last characters of the normal forms: all that is left of them next to a cut. */
  readonly #beginnings = new Beginnings();
  readonly #endings = new Beginnings();
  /** As written: little is left of them in a normal form. */
  readonly #short = new Needles<Kind>(shortest.written);

  /**
   * A secret that occurs in the vocabulary, our own words, cannot be recognised on its own. `names` are whole words
   * that we write, such as those of variables: a token that looks like one is not hidden in it.
   */
  constructor(secrets: readonly string[] = [], vocabulary = '', names: readonly string[] = []) {
    this.#vocabulary = vocabulary.toLowerCase();
    this.#names = new Set(names);
    this.add(secrets);
  }

  get size(): number {
    return this.#known.size;
  }

  knows(secret: string): boolean {
    return this.#known.has(secret);
  }

  add(secrets: readonly string[]): void {
    for (const secret of secrets) {
      if (this.#known.has(secret)) continue;
      this.#known.add(secret);
      this.#isAscii &&= Buffer.byteLength(secret) === secret.length;
      const isOwn = this.#vocabulary.includes(secret.toLowerCase());
      if (secret.length < shortest.written || isOwn) this.#ownWords.add(canonical(secret));
      else if (isWord.test(secret)) this.#addForm(secret, 'word');
      else for (const form of new Set([secret, decodedText(secret)])) this.#addForm(form, 'secret');
    }
  }

  #addForm(form: string, kind: Kind): void {
    const { text } = normalForm(form);
    if (text.length < shortest.normal) {
      this.#short.add(canonical(form), kind);
      this.#short.add(canonical(Buffer.from(form).toString('latin1')), kind);
      return;
    }
    if (kind === 'word') {
      this.#normal.add(text, kind);
      return;
    }
    this.#beginnings.add(text);
    this.#endings.add([...text].reverse().join(''));
    const hasEnds = text.length >= shortest.cut;
    this.#normal.add(hasEnds ? text.slice(1) : text, kind);
    this.#normal.add(hasEnds ? text.slice(0, -1) : text, kind);
  }

  /** For text that may be ours: a token that is a word stays. */
  readonly ours = (text: string): string => replaceSpans(this.#spansIn(text, 'secret'), text);

  /** For text from a server, or a message that quotes it as JSON. */
  readonly theirs = (text: string): string =>
    replaceSpans([...this.#spansIn(text, 'word'), ...this.#ownWordsIn(text, false)], text);

  /** For pieces of such a text, or what stands in their place. A secret of which a piece has a part is hidden there. */
  readonly theirPieces = (text: string, pieces: readonly (Span | string)[]): string => {
    const near = pieces.flatMap((piece): Span[] => {
      if (typeof piece === 'string') return [];
      const [from, to] = piece;
      return [[Math.max(0, from - part.overlap), Math.min(to + part.overlap, text.length)]];
    });
    const spans = [
      ...disjoint(near).flatMap((one) => this.#spansIn(text, 'word', one)),
      ...this.#ownWordsIn(text, false),
    ];
    return replaceSpans(spans, text, pieces);
  };

  /** For all strings and keys of a value that may be ours. */
  readonly value = <T>(node: T): T => mapStrings(node, this.ours, this.ours);

  /** For all strings of a value whose keys are ours. */
  readonly strings = <T>(node: T): T => mapStrings(node, this.theirs);

  readonly exchange = <T extends HttpExchange>({ request, response, ...rest }: T): T => {
    const sent = (text: string): string => replaceSpans(this.#spansIn(text, 'word'), text);
    const known = Object.entries(rest).map(([key, one]) => [
      key,
      // Texts are names that we gave it; values are what was sent.
      typeof one === 'string' ? this.ours(one) : mapStrings(one, sent, sent),
    ]);
    const { authorization } = request.headers;
    const headers = {
      ...mapStrings(request.headers, sent, sent),
      ...(authorization !== undefined && { authorization: '$TOKEN' }),
    };
    return {
      ...Object.fromEntries(known),
      request: { ...mapStrings(request, sent, sent), method: request.method, headers },
      response: {
        ...response,
        headers: mapStrings(response.headers, this.theirs, sent),
        body: this.#body(response.body),
      },
    } as unknown as T;
  };

  #body(text: string): string {
    const spans = [
      ...this.#spansIn(text, 'word'),
      ...this.#ownWordsIn(text, true),
      ...this.#brokenOffIn(text),
    ];
    return replaceSpans(spans, text);
  }

  /** Where secrets are, and words if these are looked for. */
  #spansIn(text: string, sought: Kind, within: Span = [0, text.length]): Span[] {
    if (this.#normal.isEmpty && this.#short.isEmpty) return [];
    const spans: Span[] = [];
    for (let [start, last] = within; ; start += part.length - part.overlap) {
      const end = Math.min(start + part.length, last);
      for (const { kind, span } of this.#spansInPart(text.slice(start, end), sought)) {
        const [from, to] = [start + span[0], start + span[1]];
        // A word at the edge of a part may be half of one; the part beside it has all of it.
        const isAtEdge = (from === start && start > 0) || (to === end && end < text.length);
        if (kind === 'secret' || !isAtEdge) spans.push([from, to]);
      }
      if (end >= last) break;
    }
    return this.#names.size === 0 ? spans : this.#withoutNames(spans, text);
  }

  *#spansInPart(
    text: string,
    sought: Kind,
  ): Generator<{ readonly kind: Kind; readonly span: Span }> {
    for (const reading of readingsOf(text, this.#sought))
      for (const { kind, from, to } of this.#foundIn(reading)) {
        // What stands around an encoded word is decoded, too, and may be anything.
        const isWhole = reading.isBytes || standsAlone(reading.text, [from, to]);
        if (kind === 'word' && (sought !== 'word' || !isWhole)) continue;
        yield { kind, span: reading.place(from, to) };
      }
  }

  #foundIn({ text }: Reading) {
    const found: { readonly kind: Kind; readonly from: number; readonly to: number }[] = [];
    const normal = normalForm(text);
    const add = (first: number, end: number, kind: Kind): void => {
      const [from, to] = normal.place(first, end);
      found.push({ kind, from, to });
    };
    this.#normal.in(normal.text, add);
    if (isCut.test(text)) this.#nextToCuts(text, normal, add);
    if (!this.#short.isEmpty)
      this.#short.in(canonical(text), (from, to, kind) => found.push({ kind, from, to }));
    return found;
  }

  /** What is looked for in bytes. Where all secrets are ASCII, they are text between other bytes. */
  get #sought(): Sought {
    return {
      least: this.#short.isEmpty ? shortest.normal - 2 : shortest.written,
      isPart: this.#isAscii ? isText : isAnything,
      mayBeIn: (bytes) =>
        this.#normal.mayBeIn(bytes, plainBytes) ||
        this.#short.mayBeIn(bytes, canonicalBytes) ||
        (bytes.length >= leastNextToCut && bytes.includes('...')),
    };
  }

  /** What a cut has left of a token. */
  #nextToCuts(
    text: string,
    normal: Reading,
    found: (from: number, to: number, kind: Kind) => void,
  ): void {
    let next = 0;
    for (const { index } of text.matchAll(cuts)) {
      while (next < normal.text.length && normal.place(next, next + 1)[0] < index) next += 1;
      const before = this.#beginnings.lengthBefore(normal.text, next);
      const after = this.#endings.lengthBefore(normal.text, next, 1);
      if (before > 0) found(next - before, next, 'secret');
      if (after > 0) found(next, next + after, 'secret');
    }
  }

  /** What is left of a token where a body breaks off. One that is complete ends with a bracket, a quote or a tag. */
  #brokenOffIn(text: string): Span[] {
    const start = Math.max(0, text.length - longestLeft);
    const end = text.slice(start);
    const normal = normalForm(end);
    const { length } = normal.text;
    const left = this.#beginnings.lengthBefore(normal.text, length);
    if (left < shortest.normal) return [];
    const [from, to] = normal.place(length - left, length);
    return tokenCharacters.test(end.slice(to)) ? [[start + from, text.length]] : [];
  }

  /** Where a token that is a word of ours, or very short, is a value or a word of a value. */
  #ownWordsIn(text: string, isBody: boolean): Span[] {
    if (this.#ownWords.size === 0) return [];
    if (this.#known.has(text)) return [[0, text.length]];
    const isSentence = isBody && !/^\s*[[{"]/.test(text);
    const values: Span[] = isSentence ? [[0, text.length]] : valuesIn(text);
    return values.flatMap(([start, end]): Span[] => {
      const value = canonical(text.slice(start, end));
      if (this.#ownWords.has(value)) return [[start, end]];
      return [...value.matchAll(words)].flatMap(({ 0: word, index }): Span[] => {
        if (word.length < shortest.written || !this.#ownWords.has(word)) return [];
        return [[start + index, start + index + word.length]];
      });
    });
  }

  /** Those that are not a part of a name of ours. */
  #withoutNames(spans: readonly Span[], text: string): Span[] {
    if (spans.length === 0) return [];
    const names = [...text.matchAll(/\w+/g)].filter(([word]) => this.#names.has(word));
    return spans.filter(
      ([from, to]) =>
        !names.some(({ 0: name, index }) => index <= from && to <= index + name.length),
    );
  }
}
