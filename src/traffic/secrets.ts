import type { Headers, HttpExchange } from './exchange.ts';
import { decodedOnce, decodedText, type Spelled } from './spellings.ts';

/** Headers with secrets, which are never kept. */
export const secretHeaders: ReadonlySet<string> = new Set([
  ...['authorization', 'proxy-authorization'],
  ...['cookie', 'set-cookie'],
]);

export const withoutSecretHeaders = (headers: Headers): Headers => {
  const names = Object.keys(headers);
  if (!names.some((name) => secretHeaders.has(name))) return headers;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !secretHeaders.has(name)));
};

/** A URL without the parts that are a token: clients sometimes put it there. */
export const withoutTokensIn = (url: string, isToken: (text: string) => boolean): string => {
  const isSecret = (part: string): boolean =>
    isToken(decodedText(part.replaceAll('+', ' ')).replace(/^\S+ +/, ''));
  return url.replace(/[^/?&;,#]+/g, (part) => {
    const value = part.indexOf('=') + 1;
    if (isSecret(part.slice(value))) return `${part.slice(0, value)}$TOKEN`;
    return isSecret(part) ? '$TOKEN' : part;
  });
};

/** A token, and the part after its scheme. */
export const secretForms = (value: string): string[] =>
  [...new Set([value, value.slice(value.indexOf(' ') + 1)])].filter((form) => form !== '');

/** Parameters that clients send tokens in, if not in the header. */
const secretParameters = /[?&;][^=&;#]*(?:token|secret|passw|api.?key|auth)[^=&;#]*=([^&;#]+)/gi;

/** The secrets of a request: nothing that anybody said may show them. */
export const secretsIn = ({ url, headers }: HttpExchange<unknown>['request']): string[] =>
  [
    ...[headers.authorization, headers['proxy-authorization']],
    ...[...url.matchAll(secretParameters)].map(([, value = '']) => decodedText(value)),
  ].flatMap((value = '') => secretForms(value));

const shortest = 4;

/** In any case, and with a space that a form may have made of a plus, or the reverse. */
const canonical = (text: string): string => {
  const lower = text.toLowerCase();
  const same =
    lower.length === text.length ? lower : text.replace(/[A-Z]/g, (one) => one.toLowerCase());
  return same.replaceAll('+', ' ');
};

const base64 = (text: string): string => text.replaceAll('-', '+').replaceAll('_', '/');

/** The parts common to all Base64 encodings of texts with the token, by offset. */
const packed = (token: string): string[] =>
  [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(token)]);
    return bytes.toString('base64').slice(Math.ceil((before * 8) / 6), (bytes.length * 8) / 6);
  });

/** A number for the characters at a place, the same for the same characters. */
const startAt = (text: string, at: number): number =>
  (text.charCodeAt(at) ^
    (text.charCodeAt(at + 1) << 4) ^
    (text.charCodeAt(at + 2) << 8) ^
    (text.charCodeAt(at + 3) << 12)) &
  0xffff;

/** Texts to be found, by how they start: a proxy may meet thousands of tokens. */
class Needles {
  readonly #byStart = new Map<number, string[]>();

  add(needle: string): void {
    const start = startAt(needle, 0);
    this.#byStart.set(start, [...(this.#byStart.get(start) ?? []), needle]);
  }

  /** Calls back with the beginning and the end of each. */
  in(text: string, found: (from: number, to: number) => void): void {
    for (let at = 0; at + shortest <= text.length; at += 1)
      for (const needle of this.#byStart.get(startAt(text, at)) ?? none)
        if (text.startsWith(needle, at)) found(at, at + needle.length);
  }
}

const none: readonly string[] = [];

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** JSON strings, with the colon after keys. */
const texts = /("(?:[^"\\]|\\.)*")(\s*:)?/g;

/** A token that is a common word: redacted in what a server sends, where that can be distinguished. */
const withoutWord = (text: string, token: string, isBody: boolean): string => {
  if (text === token) return '$TOKEN';
  const word = new RegExp(`(?<![\\w/.-])${escaped(token)}(?![\\w/-])`, 'gi');
  if (isBody && !/^\s*[[{"]/.test(text) && token.length >= shortest)
    return text.replace(word, '$$TOKEN');
  return text.replace(texts, (all, value: string, colon: string | undefined) => {
    if (colon !== undefined) return all;
    if (token.length < shortest) return value === `"${token}"` ? '"$TOKEN"' : all;
    return value.replace(word, '$$TOKEN');
  });
};

/** Redacts secrets in recorded requests and responses, in every spelling that a server may echo. */
export class Redactor {
  readonly #vocabulary: string;
  readonly #known = new Set<string>();
  readonly #words = new Set<string>();
  readonly #plain = new Needles();
  readonly #packed = new Needles();

  /** A secret that occurs in the vocabulary, our own words, cannot be recognised on its own. */
  constructor(secrets: readonly string[] = [], vocabulary = '') {
    this.#vocabulary = vocabulary.toLowerCase();
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
      if (this.#isOrdinary(secret)) {
        this.#words.add(secret);
        continue;
      }
      for (const form of [secret, decodedText(secret)])
        if (form.length >= shortest) this.#plain.add(canonical(form));
      for (const form of packed(secret)) this.#packed.add(form);
    }
  }

  /** For text that may be ours: a token that is a common word stays. */
  readonly ours = (text: string): string => {
    const spans: (readonly [number, number])[] = [];
    let view: Spelled | undefined = { text };
    while (view) {
      const { text: shown, from, to }: Spelled = view;
      for (const [needles, form] of [
        [this.#plain, canonical(shown)],
        [this.#packed, base64(shown)],
      ] as const)
        needles.in(form, (start, end) => {
          spans.push([from?.[start] ?? start, to?.[end - 1] ?? end]);
        });
      view = decodedOnce(view);
    }
    return spans.length === 0 ? text : without(spans, text);
  };

  /** For text from a server, or a message that quotes it as JSON. */
  readonly theirs = (text: string): string => this.#said(text, false);

  /** For all strings and keys of a value. */
  readonly value = <T>(node: T): T => {
    if (typeof node === 'string') return this.ours(node) as T;
    if (Array.isArray(node)) return node.map(this.value) as T;
    if (typeof node !== 'object' || node === null) return node;
    const entries = Object.entries(node);
    return Object.fromEntries(entries.map(([key, one]) => [this.ours(key), this.value(one)])) as T;
  };

  readonly exchange = <T extends HttpExchange>({ request, response, ...rest }: T): T => {
    const { authorization } = request.headers;
    const headers = {
      ...this.value(request.headers),
      ...(authorization !== undefined && { authorization: '$TOKEN' }),
    };
    return {
      ...this.value(rest),
      request: { ...this.value(request), headers },
      response: {
        ...response,
        headers: Object.fromEntries(
          Object.entries(response.headers).map(([name, text]) => [
            this.ours(name),
            this.theirs(text),
          ]),
        ),
        body: this.#said(response.body, true),
      },
    } as unknown as T;
  };

  #said(text: string, isBody: boolean): string {
    let rest = text;
    for (const word of this.#words) rest = withoutWord(rest, word, isBody);
    return this.ours(rest);
  }

  /** A short token may occur in any text by chance, and a common word in any message of ours. */
  #isOrdinary(token: string): boolean {
    return (
      token.length < shortest ||
      /^[a-z]{1,12}$/i.test(token) ||
      this.#vocabulary.includes(token.toLowerCase())
    );
  }
}

const without = (spans: (readonly [number, number])[], text: string): string => {
  let result = '';
  let done = 0;
  for (const [from, to] of spans.sort(([a], [b]) => a - b)) {
    if (from >= done) result += `${text.slice(done, from)}$TOKEN`;
    done = Math.max(done, to);
  }
  return result + text.slice(done);
};
