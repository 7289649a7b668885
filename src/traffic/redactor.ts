import { mapStrings } from '../values/map-strings.ts';
import { decodings, type Filter } from './encodings.ts';
import type { HttpExchange } from './exchange.ts';
import { Ends, Needles } from './needles.ts';
import { type NormalForm, normalBytes, normalForm } from './normal-form.ts';
import { OwnNames } from './own-names.ts';
import { isInSentence, replaceSpans, type Span, standsAlone, valuesIn } from './spans.ts';
import { decodedOnce, decodedText, type Spelled, withoutMarkup } from './spellings.ts';

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

const isCut = /…|\.{3}/;
const cuts = /…|\.{3,}/g;

/** Letters alone, up to this many, may be a word. */
const isWord = /^[a-z]{1,12}$/i;

/** In any case, and with a space that a form may have made of a plus, or the reverse. */
function canonical(text: string): string {
  const lower = text.toLowerCase();
  const same =
    lower.length === text.length ? lower : text.replace(/[A-Z]/g, (one) => one.toLowerCase());
  return same.replaceAll('+', ' ');
}

/** Redacts secrets in recorded requests and responses, in every spelling that a server may echo. */
export class Redactor {
  readonly #vocabulary: string;
  readonly #names: OwnNames;
  readonly #known = new Set<string>();
  /** Our own words: redacted in what a server sends, where that can be distinguished. */
  readonly #ownWords = new Needles(shortest.written);
  /** Too short for anything but a whole value. */
  readonly #values = new Set<string>();
  /** By their normal forms. */
  readonly #normal = new Needles(shortest.normal);
  /** Of the normal forms, next to a cut. */
  readonly #ends = new Ends();
  /** By themselves: little is left of them in a normal form. */
  readonly #short = new Needles(shortest.written);
  /** Letters alone, where no others are next to them. */
  readonly #words = new Needles(shortest.written);
  /** The same by their normal forms, where they are long enough for one. */
  readonly #normalWords = new Needles(shortest.normal);

  /**
   * A secret that occurs in the vocabulary, our own words, cannot be recognised on its own. `names` are whole words
   * that we write, such as those of variables: a token that looks like one is not hidden in it.
   */
  constructor(secrets: readonly string[] = [], vocabulary = '', names: readonly string[] = []) {
    this.#vocabulary = vocabulary.toLowerCase();
    this.#names = new OwnNames(names);
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
      const written = canonical(secret);
      if (secret.length < shortest.written) this.#values.add(written);
      else if (this.#vocabulary.includes(secret.toLowerCase())) this.#ownWords.add(written);
      else if (isWord.test(secret)) this.#addWord(written);
      else for (const form of new Set([secret, decodedText(secret)])) this.#addForm(form);
    }
  }

  #addWord(written: string): void {
    if (written.length < shortest.normal) this.#words.add(written);
    else this.#normalWords.add(written);
  }

  #addForm(form: string): void {
    const { text } = normalForm(form);
    if (text.length < shortest.normal) {
      this.#short.add(canonical(form));
      this.#short.add(canonical(Buffer.from(form).toString('latin1')));
      return;
    }
    this.#ends.add(text);
    const hasEnds = text.length >= shortest.cut;
    this.#normal.add(hasEnds ? text.slice(1) : text);
    this.#normal.add(hasEnds ? text.slice(0, -1) : text);
  }

  /** For text that may be ours: a token that is a word stays. */
  readonly ours = (text: string): string => replaceSpans(this.#spansIn(text, false), text);

  /** For text from a server, or a message that quotes it as JSON. */
  readonly theirs = (text: string): string => this.#said(text, false);

  /** For all strings and keys of a value that may be ours. */
  readonly value = <T>(node: T): T => mapStrings(node, this.ours, this.ours);

  /** For all strings of a value whose keys are ours. */
  readonly strings = <T>(node: T): T => mapStrings(node, this.theirs);

  readonly exchange = <T extends HttpExchange>({ request, response, ...rest }: T): T => {
    const sent = (text: string): string => replaceSpans(this.#spansIn(text, true), text);
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
        headers: Object.fromEntries(
          Object.entries(response.headers).map(([name, text]) => [sent(name), this.theirs(text)]),
        ),
        body: this.#said(response.body, true),
      },
    } as unknown as T;
  };

  #spansIn(text: string, withWords: boolean): Span[] {
    const spans: Span[] = [];
    if (this.#isEmpty) return spans;
    const look = (view: Spelled): void => {
      for (const [start, end] of this.#foundIn(view, withWords))
        spans.push([view.from?.[start] ?? start, view.to?.[end - 1] ?? end]);
    };
    const written: Spelled = { text };
    look(written);
    let last = written;
    for (let next = decodedOnce(last); next; next = decodedOnce(last)) {
      look(next);
      last = next;
    }
    for (const view of new Set([written, last])) {
      decodings(view, this.#filter).forEach(look);
      const seen = withoutMarkup(view);
      if (seen) look(seen);
    }
    return spans.filter((span) => !this.#names.isAround(span, text));
  }

  get #filter(): Filter {
    const hasShort = !this.#short.isEmpty || !this.#words.isEmpty;
    return {
      leastBytes: hasShort ? shortest.written : shortest.normal,
      mayShow: (bytes, count) => {
        if (hasShort) return true;
        const length = normalBytes(bytes, count);
        return [this.#normal, this.#normalWords].some((one) => one.mayBeIn(bytes, length));
      },
    };
  }

  get #isEmpty(): boolean {
    return [this.#normal, this.#short, this.#words, this.#normalWords].every((one) => one.isEmpty);
  }

  #foundIn({ text, isEncoded }: Spelled, withWords: boolean): Span[] {
    const found: Span[] = [];
    const seeksWords = withWords && !this.#normalWords.isEmpty;
    if (!this.#normal.isEmpty || seeksWords) {
      const normal = normalForm(text);
      if (seeksWords)
        this.#normalWords.in(normal.text, (first, end) => {
          const from = normal.from[first] as number;
          const to = normal.to[end - 1] as number;
          // What stands around an encoded word is decoded, too, and may be anything.
          if (isEncoded || standsAlone(text, from, to)) found.push([from, to]);
        });
      this.#normal.in(normal.text, (from, to) => {
        found.push([normal.from[from] as number, normal.to[to - 1] as number]);
      });
      for (const span of this.#cutIn(text, normal)) found.push(span);
    }
    if (this.#short.isEmpty && (this.#words.isEmpty || !withWords)) return found;
    const written = canonical(text);
    this.#short.in(written, (from, to) => found.push([from, to]));
    if (!withWords) return found;
    this.#words.in(written, (from, to) => {
      if (standsAlone(text, from, to)) found.push([from, to]);
    });
    return found;
  }

  /** What a cut has left of a token. */
  #cutIn(text: string, normal: NormalForm): Span[] {
    const found: Span[] = [];
    if (!isCut.test(text)) return found;
    const cutAt = this.#ends.in(normal.text);
    let next = 0;
    for (const { index } of text.matchAll(cuts)) {
      while (next < normal.text.length && (normal.from[next] as number) < index) next += 1;
      const { before, after } = cutAt(next);
      if (before > 0)
        found.push([normal.from[next - before] as number, normal.to[next - 1] as number]);
      if (after > 0)
        found.push([normal.from[next] as number, normal.to[next + after - 1] as number]);
    }
    return found;
  }

  #said(text: string, isBody: boolean): string {
    const spans = [...this.#spansIn(text, true), ...this.#ownWordsIn(text, isBody)];
    return replaceSpans(isBody ? [...spans, ...this.#brokenOffIn(text)] : spans, text);
  }

  /** What is left of a token where a body breaks off. One that is complete ends with a bracket, a quote or a tag. */
  #brokenOffIn(text: string): Span[] {
    if (this.#normal.isEmpty) return [];
    const start = Math.max(0, text.length - longestLeft);
    const end = text.slice(start);
    const { text: normal, from, to } = normalForm(end);
    const left = this.#ends.in(normal)(normal.length).before;
    const isLast = tokenCharacters.test(end.slice(to[normal.length - 1]));
    return left >= shortest.normal && isLast
      ? [[start + (from[normal.length - left] as number), text.length]]
      : [];
  }

  /** Where a token that is a word of ours, or very short, is a value or a word of a value. */
  #ownWordsIn(text: string, isBody: boolean): Span[] {
    if (this.#ownWords.isEmpty && this.#values.size === 0) return [];
    const written = canonical(text);
    if (this.#known.has(text)) return [[0, text.length]];
    const isSentence = isBody && !/^\s*[[{"]/.test(text);
    const values: Span[] = isSentence ? [[0, text.length]] : valuesIn(text);
    const spans = values
      .map(([from, to]): Span => (isSentence ? [from, to] : [from + 1, to - 1]))
      .filter(([from, to]) => this.#values.has(written.slice(from, to)));
    let value = 0;
    this.#ownWords.in(written, (from, to) => {
      while ((values[value]?.[1] ?? text.length) <= from) value += 1;
      const [start, end] = values[value] ?? [text.length, 0];
      if (from >= start && to <= end && isInSentence(text, from, to)) spans.push([from, to]);
    });
    return spans;
  }
}
