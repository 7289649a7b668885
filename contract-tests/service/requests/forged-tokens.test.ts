import { expect, test } from 'vitest';
import { forgedTokens } from './forged-tokens.ts';

function forms(authorization: string, reader = 'else'): { [name: string]: string } {
  const tokens = { researcher: authorization, reader, limited: [] };
  const forged = forgedTokens({ key: 'tokens.researcher', authorization }, tokens);
  return Object.fromEntries(forged.map(({ key, authorization: header = '' }) => [key, header]));
}

test('a token behind a scheme is forged at both ends, by form, and without either part', () => {
  const {
    'lengthened token': longer,
    'preceded token': preceded,
    ...rest
  } = forms('Bearer 0123456789abcdef');
  expect(longer).toMatch(/^Bearer 0123456789abcdef-[0-9a-f]{32}$/);
  expect(preceded).toMatch(/^Bearer [0-9a-f]{32}-0123456789abcdef$/);
  expect(rest).toEqual({
    'dotted token': expect.stringMatching(/^Bearer 0123456789abcdef(\.[0-9a-f]{32}){2}$/),
    'wildcard token': 'Bearer %',
    'inherited token': 'Bearer constructor',
    'shortened token': 'Bearer 01234567',
    'schemeless token': expect.stringMatching(/^[0-9a-f]{32}$/),
    'missing token': 'Bearer',
    'look-alike token': expect.stringMatching(/^Bearer \d{10}[a-f]{6}$/),
    'altered-first token': 'Bearer b123456789abcdef',
    'altered-last token': 'Bearer 0123456789abcde7',
  });
});

test('padding stays at the end, since decoders may ignore what follows it', () => {
  const { 'lengthened token': longer = '' } = forms('Basic dXNlcjpzZWNyZXQ=');
  expect(longer).toMatch(/^Basic dXNlcjpzZWNyZXQ-[0-9a-f]{32}=$/);
  const decoded = Buffer.from(longer.slice(6), 'base64').toString('latin1');
  expect(decoded).not.toBe('user:secret');
});

test('a changed last character is another one wherever a token is decoded', () => {
  const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
  const same = [...characters].filter((last) => {
    const token = `AAAAAAAAAAAAA${last}`;
    const { 'altered-last token': altered = '' } = forms(token);
    const decoded = [token, altered].map((one) => Buffer.from(one, 'base64').toString('hex'));
    return decoded[0] === decoded[1] || altered.toLowerCase() === token.toLowerCase();
  });
  expect(same).toEqual([]);
});

test('nothing that could be a prefix is put before a token', () => {
  expect(Object.keys(forms('v1:0123456789abcdef'))).toEqual([
    'lengthened token',
    'dotted token',
    'wildcard token',
    'inherited token',
    'shortened token',
    'look-alike token',
    'altered-last token',
  ]);
  expect(forms('Key id="1",secret=0123456789')).not.toHaveProperty('preceded token');
});

test('no token that somebody holds, or might well hold, is forged', () => {
  expect(forms('t1', 't')).not.toHaveProperty('shortened token');
  expect(forms('key-0001')).not.toHaveProperty('look-alike token');
});
