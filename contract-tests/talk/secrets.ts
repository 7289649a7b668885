import { allClauses } from '../../src/spec/clauses.ts';
import { reportFields } from '../../src/spec/fields.ts';
import { roles, type Target } from '../target/target.ts';
import type { Exchange } from './exchange.ts';

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** A token in any encoding: any case, URL, JSON. */
const spelled = (token: string): string =>
  [...token]
    .map((one) => {
      const bytes = encodeURIComponent(one).replace(/^[^%]$/, (ascii) => `%${hex(ascii, 2)}`);
      const units = one
        .split('')
        .map((unit) => `\\u${hex(unit, 4)}`)
        .join('');
      const quoted = JSON.stringify(one).slice(1, -1);
      return `(?:${[...new Set([one, bytes, units, quoted])].map(escaped).join('|')})`;
    })
    .join('');

const hex = (unit: string, length: number): string =>
  unit.charCodeAt(0).toString(16).padStart(length, '0');

/** The parts common to all Base64 encodings of texts with the token, by offset. */
const packed = (token: string): string[] =>
  [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(token)]);
    const sure = bytes
      .toString('base64')
      .slice(Math.ceil((before * 8) / 6), (bytes.length * 8) / 6);
    return escaped(sure).replace(/\\\+/g, '[+-]').replace(/\\\//g, '[/_]');
  });

/** The kit's own words: a token equal to one of them cannot be recognised on its own. */
const ourWords = (): string => {
  const said = allClauses().flatMap(({ id, sentence }) => [id, sentence]);
  vocabulary ??= [...said, ...reportFields, ...roles].join('\n').toLowerCase();
  return vocabulary;
};
let vocabulary: string | undefined;

const shortest = 4;

/** A short token may occur in any text by chance, and a common word in any message of ours. */
const isOrdinary = (token: string): boolean =>
  token.length < shortest ||
  /^[a-z]{1,12}$/i.test(token) ||
  ourWords().includes(token.toLowerCase());

const patternsOf = (token: string): RegExp[] => [
  new RegExp(spelled(token), 'gi'),
  new RegExp(packed(token).join('|'), 'g'),
];

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

/** Redacts tokens in recorded requests and responses, in every encoding that a server may echo. */
export interface Redactor {
  /** For text that may be ours: a token that is a common word stays. */
  ours(text: string): string;
  /** For text from a server, or a message that quotes it as JSON. */
  theirs(text: string): string;
  /** For all strings of a value. */
  value<T>(value: T): T;
  exchange(exchange: Exchange): Exchange;
}

export const redactorOf = (tokens: readonly string[]): Redactor => {
  const all = [...new Set(tokens)].sort((a, b) => b.length - a.length);
  const words = all.filter(isOrdinary);
  const patterns = all.filter((token) => !isOrdinary(token)).flatMap(patternsOf);
  const ours = (text: string): string =>
    patterns.reduce((rest, pattern) => rest.replace(pattern, '$$TOKEN'), text);
  const said = (text: string, isBody: boolean): string =>
    ours(words.reduce((rest, token) => withoutWord(rest, token, isBody), text));
  const theirs = (text: string): string => said(text, false);
  const value = <T>(node: T): T => {
    if (typeof node === 'string') return ours(node) as T;
    if (Array.isArray(node)) return node.map(value) as T;
    return node && typeof node === 'object' ? (mapped(node as Texts, value) as T) : node;
  };
  return {
    ours,
    theirs,
    value,
    exchange: ({ request, response, about, ...rest }) => ({
      ...rest,
      about: value(about),
      request: {
        ...value(request),
        headers: {
          ...value(request.headers),
          ...(request.headers.authorization !== undefined && { authorization: '$TOKEN' }),
        },
      },
      response: {
        ...response,
        headers: mapped(response.headers, theirs),
        body: said(response.body, true),
      },
    }),
  };
};

type Texts = { readonly [name: string]: string };

const mapped = (texts: Texts, change: (text: string) => string): Texts =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, change(text)]));

/** A token, and the part after its scheme. */
export const secretForms = (value: string): string[] =>
  [...new Set([value, value.slice(value.indexOf(' ') + 1)])].filter((form) => form !== '');

/** What must not be in any report. The URLs of a target have no passwords. */
export const secretsOf = ({ tokens: { limited, ...single } }: Target): string[] =>
  [...Object.values(single), ...limited.map(({ token }) => token)].flatMap(secretForms);
