import { expect, test } from 'vitest';
import { abridged, quoted } from './quoted.ts';

test('a quote is abridged after secrets in it were hidden', () => {
  const message = `name is ${quoted('abcSECRET', 5)}, not ${quoted('x')}`;
  expect(abridged(message.replace('SECRET', '$'))).toBe('name is abc$, not x');
  expect(abridged(message)).toBe('name is abcSE…, not x');
});

test('a mark that was hidden with a secret, or that somebody sent, shows nothing', () => {
  const message = `a ${quoted('b'.repeat(300))} c`;
  const opening = message.slice(2, 4);
  const closing = message.slice(-4, -2);
  expect(abridged(message.replace(closing, ''))).toBe(`a ${`200${'b'.repeat(197)}`}…`);
  expect(abridged(message.replace(opening, ''))).toBe(`a 200${'b'.repeat(300)} c`);
  expect(abridged(quoted(`x${opening}y${closing}z`))).toBe('xyz');
});
