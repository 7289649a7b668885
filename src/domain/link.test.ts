import { expect, test } from 'vitest';
import { asciiLink } from './link.ts';

test.each([
  ['https://ex.example/ü', 'https://ex.example/%C3%BC'],
  ['https://müller.example/', 'https://xn--mller-kva.example/'],
  ['https://ex.example/a|b?[c]=d|e', 'https://ex.example/a%7Cb?%5Bc%5D=d%7Ce'],
  ['https://ex.example/100%', 'https://ex.example/100%25'],
  ['https://ex.example/{x}#a#b', 'https://ex.example/%7Bx%7D#a%23b'],
  ['https://u%40:p@ex.example:8443/', 'https://u%40:p@ex.example:8443/'],
  ['https://ex.example/%C3%BC', 'https://ex.example/%C3%BC'],
  ['mailto:abuse@ex.example', 'mailto:abuse@ex.example'],
])('%s is stored as %s', (link, stored) => {
  expect(asciiLink(link)).toBe(stored);
});
