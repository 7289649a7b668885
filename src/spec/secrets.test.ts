import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Redactor, withoutTokensIn } from './secrets.ts';
import { decodedText } from './spellings.ts';

const hex = (one: string, length: number): string =>
  one.charCodeAt(0).toString(16).padStart(length, '0');

/** How servers write one character of a text. */
const spellings: readonly ((one: string) => string)[] = [
  (one) => one,
  (one) => one.toUpperCase(),
  (one) => encodeURIComponent(one),
  (one) => Buffer.from(one).toString('hex').replace(/../g, '%$&'),
  (one) => JSON.stringify(one).slice(1, -1),
  (one) => `\\u${hex(one, 4)}`,
  (one) => (one < '\u0100' ? `\\x${hex(one, 2).toUpperCase()}` : one),
  (one) => `&#${one.charCodeAt(0)};`,
  (one) => `&#X${hex(one, 1)};`,
  (one) => (/[/"'.:=-]/.test(one) ? `\\${one}` : one),
  (one) =>
    ({ '+': '&plus;', '=': '&equals;', '/': '&sol;', '"': '&quot;', ':': '&colon;' })[one] ?? one,
  (one) => (one === ' ' ? '+' : one === '+' ? ' ' : one),
];

/** How they write a text within another. */
const layers: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => JSON.stringify(text),
  (text) => JSON.stringify({ [text]: text }).replaceAll('/', '\\/'),
  (text) => encodeURIComponent(text),
  (text) => new URLSearchParams({ text }).toString(),
  (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&#34;').replaceAll('+', '&#43;'),
];

const characters = [...'abcXYZ0189-._~+/=: "äñ€'];
const token = fc
  .array(fc.constantFrom(...characters), { minLength: 8, maxLength: 30 })
  .map((all) => `9z${all.join('')}x7`);
const choices = <T>(from: readonly T[], minLength: number, maxLength: number) =>
  fc.array(fc.constantFrom(...from), { minLength, maxLength });

const plain = (text: string): string => decodedText(text).replaceAll('+', ' ').toLowerCase();

test('a token is hidden in any spelling, and nothing else is', () => {
  fc.assert(
    fc.property(
      token,
      choices(spellings, 34, 34),
      choices(layers, 0, 3),
      (secret, spelled, around) => {
        const told = [...secret].map((one, nth) => spelled[nth]?.(one)).join('');
        const text = around.reduce((inner, layer) => layer(inner), `[before] ${told} [after]`);
        const hidden = new Redactor([secret]).ours(text);
        expect(plain(hidden)).not.toContain(plain(secret));
        expect(plain(hidden)).toMatch(/\[before\] \$token \[after\]/);
      },
    ),
    { numRuns: 1000 },
  );
});

test('a token is hidden in Base64, whatever stands before it and around that', () => {
  fc.assert(
    fc.property(
      token,
      fc.string({ maxLength: 5 }),
      choices(layers, 0, 2),
      (secret, before, around) => {
        for (const form of ['base64', 'base64url'] as const) {
          const told = Buffer.from(before + secret).toString(form);
          const text = around.reduce((inner, layer) => layer(inner), `: ${told} .`);
          const hidden = plain(new Redactor([secret]).ours(text));
          expect(hidden).toMatch(/: [\w/ -]*\$token[\w/ =-]* \./);
        }
      },
    ),
  );
});

test('texts without the token stay as they are', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(new Redactor(['Bearer s3cret-token']).value({ [text]: [text] })).toEqual({
        [text]: [text],
      });
    }),
  );
});

test('keys are hidden as well as values', () => {
  const { value } = new Redactor(['s3cret-token']);
  expect(value({ 's3cret-token': [{ a: 'S3CRET-TOKEN' }] })).toEqual({ $TOKEN: [{ a: '$TOKEN' }] });
});

test('an escape that never ends costs little', () => {
  const deep = `%${'25'.repeat(50_000)}41 s3cret-token`;
  expect(new Redactor(['s3cret-token']).ours(deep)).toBe(deep.replace('s3cret-token', '$TOKEN'));
});

test('parts of a URL that are tokens are hidden in any spelling', () => {
  const isToken = (text: string): boolean => text === 'a/b';
  expect(withoutTokensIn('/x/a%2Fb?t=Bearer+a%252fb&u=a&#47;b', isToken)).toBe(
    '/x/$TOKEN?t=$TOKEN&u=a&#47;b',
  );
});
