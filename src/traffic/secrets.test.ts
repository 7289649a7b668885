import fc from 'fast-check';
import { expect, test } from 'vitest';
import { examples } from '../repository/test-settings.test.support.ts';
import { Redactor, withoutTokensIn } from './secrets.ts';
import { layers, spellings } from './spellings.test.support.ts';
import { decodedText } from './spellings.ts';

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
    { numRuns: examples(3000) },
  );
});

test('a token that itself looks escaped is hidden in any spelling of the whole', () => {
  const parts = choices([...'aZ09/+= -', '\\', '%', '&', '%41', '%2541', '&amp;', '\\u0041'], 3, 9);
  fc.assert(
    fc.property(
      parts.map((all) => `9z${all.join('')}x7`),
      fc.constantFrom(...spellings),
      choices(layers, 0, 3),
      (secret, spelled, around) => {
        const told = [...secret].map(spelled).join('');
        const text = around.reduce((inner, layer) => layer(inner), `[before] ${told} [after]`);
        expect(plain(new Redactor([secret]).ours(text))).toMatch(/\[before\] \$token \[after\]/);
      },
    ),
    { numRuns: examples(3000) },
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
