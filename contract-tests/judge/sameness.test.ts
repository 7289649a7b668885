import { expect, test } from 'vitest';
import { sameLink, sameTags } from './sameness.ts';

test.each([
  ['as they were sent', ['loader', 'rat'], ['loader', 'rat'], true],
  ['in upper case', ['loader', 'rat'], ['LOADER', 'RAT'], true],
  ['in lower case', ['Rat'], ['rat'], true],
  ['sorted and without repeats', ['Rat', 'loader', 'Rat'], ['loader', 'rat'], true],
  ['in a case of their own', ['loader', 'rat'], ['Loader', 'rat'], false],
  ['in another order than the sorted one', ['loader', 'rat'], ['rat', 'loader'], false],
  ['one less', ['loader', 'rat'], ['loader'], false],
  ['one that is no text', ['4444', 'rat'], [4444, 'rat'], false],
])('tags that come back %s', (_how, sent, shown, same) => {
  expect(sameTags(sent, shown)).toBe(same);
});

test.each([
  ['https://ex.example/a', 'https://ex.example/a', true],
  ['https://ex.example/a', 'https://ex.example/a/', false],
  ['HTTPS://ex.example/a', 'https://ex.example/a', false],
  ['https://ex.example/ü', 'https://ex.example/%C3%BC', true],
  ['https://müller.example', 'https://xn--mller-kva.example/', true],
  ['https://ex.example/ü', 'https://ex.example/u', false],
  ['https://ex.example/ü', undefined, false],
])('a link sent as %s and shown as %s is the same: %s', (sent, shown, same) => {
  expect(sameLink(sent, shown)).toBe(same);
});
