import { expect, test } from 'vitest';
import { printable, printableLines } from './printable.ts';

const commands = '\u001b[2J\u009b31m\u0007\u007f\r\u202e\u2028\u0000\ud800';

test('printed text from outside holds nothing that a terminal obeys', () => {
  expect(printable(commands)).toMatch(/^[ -~]+$/);
  expect(printableLines(`one\n\ttwo${commands}`)).toMatch(/^one\n\t[ -~]+$/);
});

test('printed JSON is the same JSON', () => {
  const invisible = JSON.stringify({ text: `${commands}\u00ad\ufeff\u{e0001}` });
  expect(JSON.parse(printable(invisible))).toEqual(JSON.parse(invisible));
});

test('letters of every script and emoji are printed as they are', () => {
  const words = 'größe ไทย نمی\u200cخواهم 👩\u200d💻';
  expect(printable(words)).toBe(words);
});
