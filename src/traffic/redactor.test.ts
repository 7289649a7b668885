import fc from 'fast-check';
import { expect, test } from 'vitest';
import { examples } from '../repository/test-settings.test.support.ts';
import type { HttpExchange } from './exchange.ts';
import { decodedText } from './readings.ts';
import { Redactor } from './redactor.ts';
import { secretForms } from './secrets.ts';
import { layers, spellings, wholeSpellings } from './spellings.test.support.ts';

const characters = [...'abcXYZ0189-._~+/=: "äñ€'];
const token = fc
  .array(fc.constantFrom(...characters), { minLength: 8, maxLength: 30 })
  .map((all) => `9z${all.join('')}x7`);

function choices<T>(from: readonly T[], minLength: number, maxLength: number) {
  return fc.array(fc.constantFrom(...from), { minLength, maxLength });
}

function plain(text: string): string {
  return decodedText(text).replaceAll('+', ' ').toLowerCase();
}

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
    { numRuns: examples(2000) },
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
    { numRuns: examples(2000) },
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

test('an escape that never ends costs little', () => {
  const deep = `%${'25'.repeat(50_000)}41 s3cret-token`;
  expect(new Redactor(['s3cret-token']).ours(deep)).toBe(deep.replace('s3cret-token', '$TOKEN'));
});

/** Wherever somebody may repeat a token. */
function exchangeWith(text: string): HttpExchange {
  const headers = { location: `/of?t=${text}`, 'set-cookie': `t=${text}`, [`x-${text}`]: text };
  const body = JSON.stringify({ [text]: [text] });
  return {
    request: { method: 'POST', url: `http://a/of/${text}?t=${text}`, headers, body },
    response: { status: 200, headers, body },
    startedAt: 0,
    endedAt: 1,
  };
}

const letterOrDigit = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789ABCXYZ');
const usualToken = fc
  .array(fc.array(letterOrDigit, { minLength: 4, maxLength: 14 }), { minLength: 3, maxLength: 6 })
  .map((parts) => parts.map((part) => part.join('')).join('-'));
const context = fc.constantFrom('', 'a', 'ab', 'abc', 'token: ', '"', '{"told":"');

test.each(Object.entries(wholeSpellings))(
  'a token is hidden %s, in every place',
  (name, spelled) => {
    const isEncoded = /Base|hexadecimal/.test(name);
    const hides = (secret: string, before: string): void => {
      const told = isEncoded ? spelled(before + secret) : `${before} ${spelled(secret)}`;
      const redactor = new Redactor([secret]);
      expect(redactor.theirs(`<< ${told} >>`)).toMatch(/^<< [^$]{0,40}\$TOKEN[^$]{0,12} >>$/s);
      const seen = redactor.exchange(exchangeWith(`<< ${told} >>`));
      const { headers } = seen.request;
      expect(seen.response.headers).toEqual(headers);
      const texts = [...Object.entries(headers).flat(), seen.request.body, seen.response.body];
      for (const text of [seen.request.url.split('?'), ...texts].flat())
        expect(text).toMatch(/^location|^set-cookie|\$TOKEN/);
      expect(JSON.stringify(seen)).not.toContain(JSON.stringify(told).slice(1, -1));
    };
    fc.assert(fc.property(usualToken, context, hides), { numRuns: examples(100) });
    if (!/without/.test(name)) hides('QwxzTrvpLmnk', '');
    if (isEncoded && !/without|UTF-16/.test(name)) hides('Sesame', '');
  },
);

test('of a long token, a part is hidden as well', () => {
  const secret = Array.from({ length: 40 }, (_, nth) => (nth * 7919).toString(36)).join('.');
  const { ours } = new Redactor([secret]);
  expect(ours(`(${secret})`)).toBe('($TOKEN)');
  for (const [from, to] of [
    [0, 60],
    [30, 90],
    [secret.length - 60, secret.length],
  ] as const)
    expect(ours(`(${secret.slice(from, to)})`)).toMatch(/^\(.{0,20}\$TOKEN.{0,20}\)$/);
});

test.each([
  ['Bearer', 'Bearer 7Hq2-kLm9-xyz', '7Hq2-kLm9-xyz'],
  ['a scheme of their own', 'Token token="7Hq2-kLm9-xyz", nonce="1"', '7Hq2-kLm9-xyz'],
  ['an id and a key', 'ApiKey desk-4:7Hq2-kLm9-xyz', '7Hq2-kLm9-xyz'],
  [
    'the password of Basic',
    `Basic ${Buffer.from('ann:7Hq2-kLm9-xyz').toString('base64')}`,
    '7Hq2-kLm9-xyz',
  ],
  [
    'both halves of Basic',
    `basic ${Buffer.from('ann:7Hq2-kLm9').toString('base64')}`,
    'ann:7Hq2-kLm9',
  ],
  ['a part of a JWT', 'Bearer eyJhbGciOi.eyJzdWIiOiI3.c2lnbmF0dXJl', 'c2lnbmF0dXJl'],
])('what is secret in a token is hidden alone: %s', (_, token, alone) => {
  const { theirs } = new Redactor(secretForms(token));
  expect(theirs(`{"no":"${alone}"}`)).toBe('{"no":"$TOKEN"}');
  expect(theirs(`{"no":"${token.replaceAll('"', '\\"')}"}`)).not.toContain(alone);
});

test('a token of letters alone is hidden in headers, keys and paths, but not within words', () => {
  const { exchange, theirs } = new Redactor(['Sesame']);
  const seen = exchange(exchangeWith('sesame'));
  expect(JSON.stringify(seen)).not.toMatch(/sesame/i);
  expect(theirs('sesameseed unsesamed')).toBe('sesameseed unsesamed');
});

test.each([
  'unreportedly, reporters',
  'unreportedly=3D, un%72eportedly',
  '<b>unreportedly</b>',
  'port [114, 101, 112]',
])('words stay that a token of letters alone is a part of: %s', (text) => {
  expect(new Redactor(['reported', 'report']).theirs(text)).toBe(text);
});

test.each([
  '%41',
  '%u0041',
  '%U0041',
  'U+0041',
  'u+0041',
  '\\u0041',
  '\\U00000041',
  '\\x41',
  '\\X41',
  '&#x41;',
  '&#X41;',
])('an escape is read in upper and in lower case: %s', (written) => {
  expect(decodedText(`z${written}z`)).toBe('zAz');
});

test('an escape of four digits may stand before digits', () => {
  const { ours } = new Redactor(['7Hq2-kLm9-A1234bcd']);
  expect(ours('7Hq2-kLm9-\\u00411234bcd')).toBe('$TOKEN');
});

test.each([
  ['a short token', 'ab-1', 'slab 1, a b 1, ab_1'],
  ['a token of eight characters', 'desk-2024', 'desk 4, 2024 desks, desk202'],
  ['a token of words', 'token-reader', 'the token of a reader, tokens.reader, token researcher'],
  ['a number', '12345678', '2345678, 1234567, 1234-567'],
])('ordinary text stays as it is: %s', (_, secret, text) => {
  const { ours, theirs } = new Redactor([secret]);
  expect(ours(text)).toBe(text);
  expect(theirs(text)).toBe(text);
  expect(ours(`(${secret})`)).toBe('($TOKEN)');
});

test('what a cut has left of a token is hidden', () => {
  const { ours } = new Redactor(['7Hq2-kLm9-xyz0-88ab']);
  expect(ours('token 7Hq2-kLm9…')).toBe('token $TOKEN…');
  expect(ours('token 7Hq2-kLm... is wrong')).toBe('token $TOKEN... is wrong');
  expect(ours('"7Hq2-kLm9-xyz … ZzZz"')).toBe('"$TOKEN … ZzZz"');
  expect(ours('of … 9-xyz0-88ab, 2-kLm9…, 7Hq2 …')).toBe('of … $TOKEN, 2-kLm9…, 7Hq2 …');
});

test.each([
  ['Traceback 7Hq2-kLm9', 'Traceback $TOKEN'],
  ['{"error":"7Hq2-kLm9-', '{"error":"$TOKEN'],
  ['{"error":"7Hq2-kLm9"}', '{"error":"7Hq2-kLm9"}'],
  ['ends with 7Hq2-k', 'ends with 7Hq2-k'],
])('what is left of a token where a body breaks off is hidden: %s', (body, shown) => {
  const { response, ...rest } = exchangeWith('');
  const seen = new Redactor(['7Hq2-kLm9-xyz0-88ab']).exchange({
    ...rest,
    response: { ...response, body },
  });
  expect(seen.response.body).toBe(shown);
});

test('a text that is cut very often is searched as any other', () => {
  const { ours } = new Redactor(['7Hq2-kLm9-xyz0-88ab']);
  expect(ours('7Hq2-kLm9… '.repeat(30_000))).toBe('$TOKEN… '.repeat(30_000));
});

test('a long text hides a token wherever it stands, and no word of which it is a part', () => {
  const secret = 'Bearer s3cret-Token/of+the=trial';
  const { theirs } = new Redactor([secret, 'Sesame']);
  const base64 = Buffer.from(secret).toString('base64');
  // Around the place where what is read at once ends.
  const before = '. '.repeat(128 * 1024 - 10);
  for (const away of [0, 8, 16, 24, 32]) {
    const text = `${before}${'.'.repeat(away)}`;
    for (const told of [secret, base64, 'sesame'])
      expect(theirs(`${text}< ${told} >`).slice(text.length)).toMatch(/^< \$TOKEN=? >$/);
    const longer = `${text}sesameseed unsesame${before}`;
    expect(theirs(longer)).toBe(longer);
  }
});

test('of a secret that pieces of a text end in, begin with or lack, nothing is left', () => {
  const secret = 'Bearer s3cret-Token/of+the=trial';
  const { theirPieces } = new Redactor([secret]);
  const told = Buffer.from(secret).toString('base64');
  const text = `1234 ${told} 5678 ${told} `;
  const [first, second] = [text.indexOf(told), text.lastIndexOf(told)];
  expect(theirPieces(text, [[0, first + 9], ' … ', [first + 20, second + 5]])).toMatch(
    /^1234 \$TOKEN … \$TOKEN=? 5678 \$TOKEN$/,
  );
  expect(theirPieces(text, [[0, 5], ' … ', [second - 5, second]])).toBe('1234  … 5678 ');
});
