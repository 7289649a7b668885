import type { Target } from '../target/target.ts';

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** A token however it is written: in any case, in a URL, in JSON. */
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

/** What every Base64 of a text has in it that holds the token, by where in the text it begins. */
const packed = (token: string): string[] =>
  [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(token)]);
    const sure = bytes
      .toString('base64')
      .slice(Math.ceil((before * 8) / 6), (bytes.length * 8) / 6);
    return escaped(sure).replace(/\\\+/g, '[+-]').replace(/\\\//g, '[/_]');
  });

/** A word may be somebody's token, and stand in any sentence as itself. */
const isWord = (token: string): boolean => /^[a-z]{4,12}$/i.test(token);

const patternsOf = (token: string): RegExp[] => {
  if (isWord(token)) return [new RegExp(`(?<![\\w/-])${token}(?![\\w/-])`, 'gi')];
  return [new RegExp(spelled(token), 'gi'), new RegExp(packed(token).join('|'), 'g')];
};

/** What is ours, and says the same of every server. */
const ours = new Set([
  ...['clause', 'clauses', 'id', 'section', 'sentence', 'kind', 'verdict', 'kit', 'openPoint'],
  ...['caller', 'key', 'file', 'operation', 'method', 'service'],
]);

/** Hides tokens in the texts of a value, as they are and however a server echoes them. */
export const redacted = <T>(value: T, tokens: readonly string[]): T => {
  // A short one may occur in any text by chance, so it is replaced only where it is the whole text.
  const short = new Set(tokens.filter((token) => token.length < 4));
  const patterns = [...new Set(tokens)]
    .filter((token) => token.length >= 4)
    .sort((a, b) => b.length - a.length)
    .flatMap(patternsOf);
  const text = (input: string): string =>
    short.has(input)
      ? '$TOKEN'
      : patterns.reduce((all, pattern) => all.replace(pattern, '$$TOKEN'), input);
  const walk = (node: unknown, isOurs = false): unknown => {
    if (typeof node === 'string') return isOurs ? node : text(node);
    if (Array.isArray(node)) return node.map((one) => walk(one, isOurs));
    if (node instanceof Map) return new Map([...node].map(([key, one]) => [key, walk(one)]));
    if (node && typeof node === 'object')
      return Object.fromEntries(
        Object.entries(node).map(([key, one]) => [
          key,
          key === 'authorization' ? '$TOKEN' : walk(one, ours.has(key)),
        ]),
      );
    return node;
  };
  return walk(value) as T;
};

/** A token, and what stands behind its scheme. */
export const secretForms = (value: string): string[] =>
  [...new Set([value, value.slice(value.indexOf(' ') + 1)])].filter((form) => form !== '');

/** What must not be in any report. The URLs of a target have no passwords. */
export const secretsOf = ({ tokens: { limited, ...single } }: Target): string[] =>
  [...Object.values(single), ...limited.map(({ token }) => token)].flatMap(secretForms);
