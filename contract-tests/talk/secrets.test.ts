import { expect, test } from 'vitest';
import { redacted, secretForms } from './secrets.ts';

const token = 'Bearer s3cret-Tökən/of+"the"=kit';
const [, bare = ''] = secretForms(token);
const everyByte = (text: string): string => Buffer.from(text).toString('hex').replace(/../g, '%$&');

test.each([
  ['as it is', token],
  ['without its scheme', bare],
  ['in upper case', bare.toUpperCase()],
  ['in a URL', encodeURIComponent(bare)],
  ['in a URL, every byte of it', everyByte(bare).toUpperCase()],
  ['in JSON', JSON.stringify(bare).slice(1, -1)],
  [
    'in JSON of ASCII',
    bare
      .replace(/[^ -~]/g, (one) => `\\u0${one.charCodeAt(0).toString(16).padStart(3, '0')}`)
      .replaceAll('"', '\\"'),
  ],
  ...[`${token}`, `a${bare}`, `ab${bare}`, `user:${bare}:x`].flatMap((text) => [
    ['in Base64', Buffer.from(text).toString('base64')],
    ['in Base64 for URLs', Buffer.from(text).toString('base64url')],
  ]),
])('a token is hidden that is told %s', (_how, told) => {
  const hidden = redacted({ actual: `seen: ${told}.` }, secretForms(token));
  expect(hidden.actual).toMatch(/^seen: (Bearer )?\w{0,12}\$TOKEN\w{0,6}=*\.$/i);
});

test('a word that is a token is hidden in what a server says, and nowhere in what we say', () => {
  const result = {
    clauses: [{ id: 'delete/reader-may-not', actual: 'reader is wrong' }],
    file: 'reader.yaml',
    reader: true,
    url: 'http://localhost/feed/reader/api',
  };
  expect(redacted(result, ['reader', 'id'])).toEqual({
    ...result,
    clauses: [{ id: 'delete/reader-may-not', actual: '$TOKEN is wrong' }],
  });
  expect(redacted({ actual: '"reader" is id' }, ['reader', 'id'])).toEqual({
    actual: '"$TOKEN" is id',
  });
});
